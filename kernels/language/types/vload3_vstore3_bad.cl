// expect: race
//--local_size=32 --num_groups=8
// A float3 in memory occupies four elements: storing it whole at a pitch of three overlaps the next one.

__kernel void vload3_vstore3(__global const float *in, __global float *out) {
  const int i = get_global_id(0);
  float4 v = vload4(i, in);
  vstore4(v + (float)i, 0, out + 3 * i); /*@race*/
}
