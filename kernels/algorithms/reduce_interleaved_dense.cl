// expect: verified
//--local_size=256 --num_groups=16
// Growing distances with dense threads: thread l works at 2 s l.

__kernel void reduce(__global const int *in, __global int *out) {
  __local int a[256];
  const int lid = get_local_id(0);
  a[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int s = 1; s < 256; s *= 2) {
    const int k = 2 * s * lid;
    if (k < 256)
      a[k] += a[k + s];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lid == 0)
    out[get_group_id(0)] = a[0];
}
