// expect: verified
//--local_size=128 --num_groups=16
// The last rounds unrolled, with a barrier after each.

__kernel void reduce(__global const int *in, __global int *out) {
  __local int a[128];
  const int lid = get_local_id(0);
  a[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 64; s > 4; s >>= 1) {
    if (lid < s)
      a[lid] += a[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid < 4)
    a[lid] += a[lid + 4];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid < 2)
    a[lid] += a[lid + 2];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid < 1)
    out[get_group_id(0)] = a[0] + a[1];
}
