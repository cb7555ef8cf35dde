// expect: verified
//--local_size=64 --num_groups=4 --tolerate=computed
// A branch knows the one value that can be written there, and the kernel says it.

__kernel void decided(__global const int *restrict in, __global int *restrict found) {
  int v = in[get_global_id(0)];
  if (v > 2 && v < 4)
    found[0] = 3;
}
