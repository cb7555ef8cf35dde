// expect: verified
//--local_size=64 --num_groups=4
// A pointer to one of two arrays, chosen by a parameter.

__kernel void pointer_select(__global int *a, __global int *b, int use_a) {
  const int i = get_global_id(0);
  __global int *p = use_a ? a : b;
  p[i] = i;
}
