// expect: race
//--local_size=256 --num_groups=16
// Thread l works at s l: what one adds another one is changing.

__kernel void reduce(__global const int *in, __global int *out) {
  __local int a[512];
  const int lid = get_local_id(0);
  a[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 1; s < 256; s *= 2) {
    const int k = s * lid;
    if (k < 256)
      a[k] += a[k + s]; /*@race*/
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    out[get_group_id(0)] = a[0];
}
