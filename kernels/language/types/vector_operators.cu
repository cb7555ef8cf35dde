// expect: verified
//--blockDim=64 --gridDim=1
// Operators and functions of vectors that no header of CUDA's has, and programs expect.
__global__ void k(int *a, float4 *b, float3 *c) {
  int t = threadIdx.x;
  int2 at = make_int2(t) * 2 + make_int2(1, 0);
  at += make_int2(make_float2(0.0f));
  a[at.x] = at.y;
  float4 v = 2.0f * b[t] - make_float4(c[t], 1.0f) / b[t];
  v *= dot(v, v) + length(c[t]) + clamp(v.x, 0.0f, 1.0) + lerp(v.y, v.z, 0.5f);
  b[t] = clamp(v, 0.0f, 1.0f) + lerp(v, v, 0.5f);
  c[t] = normalize(cross(c[t], -c[t])) + reflect(make_float3(v), c[t]);
  __assert(dot(make_int3(1, 2, 3), make_int3(at, 0)) == at.x + 2 * at.y);
}
