// expect: verified
//--local_size=64 --num_groups=16
// Gravity: positions pass through local memory in tiles of 64.

__kernel void n_body(__global const float4 *in, __global float4 *out, int tiles) {
  __local float4 tile[64];
  const int lid = get_local_id(0), i = get_global_id(0);
  const float4 me = in[i];
  float4 force = (float4)(0.0f);
  for (int t = 0; t < tiles; ++t) {
    tile[lid] = in[t * 64 + lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < 64; ++j) {
      const float4 d = tile[j] - me;
      const float r = rsqrt(dot(d, d) + 0.01f);
      force += d * (r * r * r);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = me + force;
}
