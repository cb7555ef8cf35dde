// expect: verified
//--local_size=256 --num_groups=16
// Tree reduction, second half onto first half.

__kernel void reduce(__global const int *in, __global int *out) {
  __local int a[256];
  const int lid = get_local_id(0);
  a[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 128; s > 0; s >>= 1) {
    if (lid < s)
      a[lid] += a[lid + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    out[get_group_id(0)] = a[0];
}
