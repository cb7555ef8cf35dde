// expect: race
//--local_size=64 --num_groups=4
// The second array is forgotten.

__kernel void pointer_select_thread(__global int *a, __global int *b) {
  const int i = get_global_id(0);
  __global int *p = (i & 1) ? a : a;
  p[i >> 1] = i; /*@race*/
  b[i] = i;
}
