// expect: verified
//--local_size=64 --num_groups=4
// Barrier and exchange depend on the same uniform flag.

__kernel void if_flag(__global int *out, int flag) {
  __local int a[64];
  const int lid = get_local_id(0);
  a[lid] = lid;
  if (flag)
    barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = flag ? a[63 - lid] : a[lid];
}
