// expect: verified
//--local_size=8 --num_groups=1
// All threads store the same float3; the padding that it writes has no value to differ in.
__kernel void float3_same(__global float3 *p) {
  p[0] = (float3)(1.0f, 2.0f, 3.0f);
}
