// expect: verified
//--local_size=64 --num_groups=4
// Geometric builtins, relational vectors, vector select and shuffle.

__kernel void vector_builtins(__global float4 *a, __global float *len) {
  const int i = get_global_id(0);
  float4 v = a[i];
  float3 c = cross(v.xyz, (float3)(1.0f, 0.0f, 0.0f));
  int4 positive = v > (float4)(0.0f);
  v = select(-v, v, positive) + shuffle(v, (uint4)(3, 2, 1, 0));
  len[i] = dot(v, v) + length(c) + distance(v.xy, v.zw) + (any(positive) ? 1.0f : 0.0f);
  a[i] = normalize(v);
}
