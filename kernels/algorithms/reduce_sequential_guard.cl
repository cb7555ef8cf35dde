// expect: verified
//--local_size=256 --num_groups=16
// Two elements a thread; the barrier opens a round, and the last round is thread 0's own.

__kernel void reduce(__global const int *in, __global int *out) {
  __local int a[512];
  const int lid = get_local_id(0);
  a[lid] = in[2 * get_global_id(0)];
  a[lid + 256] = in[2 * get_global_id(0) + 1];
  for (int s = 256; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < s)
      a[lid] = max(a[lid], a[lid + s]);
  }
  if (lid == 0)
    out[get_group_id(0)] = a[0];
}
