// expect: race
//--local_size=64 --num_groups=4
// Both pointers lead into one array, an odd distance apart: even threads meet odd ones.

__kernel void pointer_select(__global int *a) {
  const int i = get_global_id(0);
  __global int *p = (i & 1) ? a : a + 31;
  p[i] = i; /*@race*/
}
