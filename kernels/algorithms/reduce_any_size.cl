// expect: verified
//--local_size=* --num_groups=16
// Tree reduction for a group of any size, which need not be a power of two.

__kernel void reduce(__global const int *in, __global int *out, __local int *a) {
  const int lid = get_local_id(0);
  int n = get_local_size(0);
  a[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  while (n > 1) {
    const int half_up = (n + 1) / 2;
    if (lid < n / 2)
      a[lid] += a[lid + half_up];
    barrier(CLK_LOCAL_MEM_FENCE);
    n = half_up;
  }
  if (lid == 0)
    out[get_group_id(0)] = a[0];
}
