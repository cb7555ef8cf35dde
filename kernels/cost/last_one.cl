// expect: verified
//--local_size=64 --num_groups=4
// runs: local 64; groups 4; n 0 1 33 256 300
// One thread of the grid at most.

__kernel void last_one(__global float *a, int n) {
  int i = get_global_id(0);
  if (i == n - 1)
    a[32 * i] = 1;
}
