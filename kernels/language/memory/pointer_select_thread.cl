// expect: verified
//--local_size=64 --num_groups=4
// Even and odd threads write different arrays at the same place.

__kernel void pointer_select_thread(__global int *a, __global int *b) {
  const int i = get_global_id(0);
  __global int *p = (i & 1) ? a : b;
  p[i >> 1] = i;
}
