// expect: race
//--local_size=256 --num_groups=16
// The remainder is by s, so that partners take part as well.

__kernel void reduce(__global const int *in, __global int *out) {
  __local int a[512];
  const int lid = get_local_id(0);
  a[lid] = in[get_global_id(0)];
  a[lid + 256] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 1; s < 256; s *= 2) {
    if (lid % s == 0)
      a[lid] += a[lid + s]; /*@race*/
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    out[get_group_id(0)] = a[0];
}
