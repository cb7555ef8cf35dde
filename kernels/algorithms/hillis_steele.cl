// expect: verified
//--local_size=256 --num_groups=16
// Inclusive scan in local memory, read and write separated by barriers.

__kernel void scan(__global const int *in, __global int *out) {
  __local int a[256];
  const int lid = get_local_id(0);
  a[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int d = 1; d < 256; d <<= 1) {
    int t = 0;
    if (lid >= d)
      t = a[lid - d];
    barrier(CLK_LOCAL_MEM_FENCE);
    a[lid] += t;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = a[lid];
}
