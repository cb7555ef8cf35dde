// expect: race
//--local_size=256 --num_groups=16
// The guard includes s: thread s reads and writes what thread 0 reads.

__kernel void reduce(__global const int *in, __global int *out) {
  __local int a[512];
  const int lid = get_local_id(0);
  a[lid] = in[2 * get_global_id(0)];
  a[lid + 256] = in[2 * get_global_id(0) + 1];
  for (int s = 256; s > 0; s /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid <= s)
      a[lid] = max(a[lid], a[lid + s]); /*@race*/
  }
  if (lid == 0)
    out[get_group_id(0)] = a[0];
}
