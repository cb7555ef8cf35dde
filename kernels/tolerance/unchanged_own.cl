// expect: verified
//--local_size=64 --num_groups=4 --tolerate=unchanged
// Each thread reads what it has written itself, and what all others write, too.

__kernel void own(__global int *restrict a, __global int *restrict b) {
  a[0] = 7;
  b[get_global_id(0)] = a[0] + 1;
}
