// expect: verified
//--blockDim=256 --gridDim=128
// Quantisation in groups of 128 values: sixteen lanes with eight values each share a group, and name each other.
__device__ __forceinline__ float max_of_sixteen(float v) {
  const unsigned mask = threadIdx.x % 32 >= 16 ? 0xffff0000u : 0x0000ffffu;
  v = fmaxf(v, __shfl_xor_sync(mask, v, 8));
  v = fmaxf(v, __shfl_xor_sync(mask, v, 4));
  v = fmaxf(v, __shfl_xor_sync(mask, v, 2));
  v = fmaxf(v, __shfl_xor_sync(mask, v, 1));
  return v;
}

__global__ void quantize_128(const float4 *__restrict__ in, char4 *__restrict__ out, float *__restrict__ scales,
                             int groups) {
  const int group = blockIdx.x * (blockDim.x / 16) + threadIdx.x / 16;
  const int lane = threadIdx.x % 16;
  const size_t at = static_cast<size_t>(min(group, groups - 1)) * 32 + lane * 2;
  const float4 a = in[at], b = in[at + 1];
  float v = fmaxf(fmaxf(fabsf(a.x), fabsf(a.y)), fmaxf(fabsf(a.z), fabsf(a.w)));
  v = fmaxf(v, fmaxf(fmaxf(fabsf(b.x), fabsf(b.y)), fmaxf(fabsf(b.z), fabsf(b.w))));
  v = max_of_sixteen(v);
  if (group >= groups)
    return;
  const float scale = 127.f / fmaxf(v, 1e-10f);
  out[at] = make_char4(a.x * scale, a.y * scale, a.z * scale, a.w * scale);
  out[at + 1] = make_char4(b.x * scale, b.y * scale, b.z * scale, b.w * scale);
  if (lane == 0)
    scales[group] = v / 127.f;
}
