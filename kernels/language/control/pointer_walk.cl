// expect: verified
//--local_size=64 --num_groups=4
// A grid-stride loop over pointers instead of indices.

__kernel void pointer_walk(__global int *a, int n) {
  __global int *end = a + n;
  for (__global int *p = a + get_global_id(0); p < end; p += get_global_size(0))
    *p = *p * 2;
}
