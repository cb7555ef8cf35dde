// expect: race
//--local_size=8 --num_groups=1
// One component differs.
__kernel void float3_same(__global float3 *p) {
  p[0] = (float3)(1.0f, 2.0f, get_local_id(0)); /*@race*/
}
