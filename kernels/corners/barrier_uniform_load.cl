// expect: verified
//--local_size=64 --num_groups=4
// The number of rounds is read from an array that nobody writes: it is the same for all.

__kernel void uniform_load(__global const int *rounds, __global int *out) {
  __local int a[64];
  const int lid = get_local_id(0);
  int v = lid;
  for (int r = 0; r < rounds[get_group_id(0)]; ++r) {
    a[lid] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    v += a[63 - lid];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = v;
}
