// expect: race
//--local_size=128 --num_groups=16
// The last warp unrolled without barriers, relying on lock-step execution that nobody promises.

__kernel void reduce(__global const int *in, __global int *out) {
  volatile __local int a[128];
  const int lid = get_local_id(0);
  a[lid] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid < 64)
    a[lid] += a[lid + 64];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (lid < 32) {
    a[lid] += a[lid + 32];
    a[lid] += a[lid + 16];
    a[lid] += a[lid + 8];
    a[lid] += a[lid + 4];
    a[lid] += a[lid + 2];
    a[lid] += a[lid + 1];
  }
  if (lid == 0)
    out[get_group_id(0)] = a[0];
}
