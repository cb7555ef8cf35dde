// expect: verified
//--local_size=64 --num_groups=16
// Vector loads and stores through a float4 pointer: one 16-byte access each.

__kernel void float4_map(__global float4 *a, float s) {
  const int i = get_global_id(0);
  float4 v = a[i];
  v = v * s + (float4)(1.0f, 2.0f, 3.0f, 4.0f);
  a[i] = v;
}
