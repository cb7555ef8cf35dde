// expect: verified
//--local_size=64 --num_groups=4
// The distance of two pointers into one array is an index.

__kernel void pointer_difference(__global int *a, __global int *out) {
  __global int *p = a + get_global_id(0);
  __global int *q = p + 7;
  out[(q - a) - 7] = *p;
}
