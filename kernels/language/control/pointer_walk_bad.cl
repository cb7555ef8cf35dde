// expect: race
//--local_size=64 --num_groups=4
// The stride is the size of a group, so groups overlap.

__kernel void pointer_walk(__global int *a, int n) {
  __global int *end = a + n;
  for (__global int *p = a + get_global_id(0); p < end; p += get_local_size(0))
    *p = *p * 2; /*@race*/
}
