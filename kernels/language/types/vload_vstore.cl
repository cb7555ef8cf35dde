// expect: verified
//--local_size=64 --num_groups=16
// vload4 and vstore4: the offset counts vectors, the pointer counts elements.

__kernel void vload_vstore(__global int *a) {
  const size_t i = get_global_id(0);
  int4 v = vload4(i, a);
  v.x += v.w;
  vstore4(v, i, a);
}
