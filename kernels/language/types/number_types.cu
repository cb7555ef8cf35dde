// expect: verified
//--block-dim=32 --grid-dim=4
// Half precision, bfloat16 and floats of 8 bits: operators, functions, conversions, shuffles, atomics, hints.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

template <class N, class N2> __device__ float all(N a, N2 p) {
  N b = __hadd(a, a);
  b += a;
  b = -b;
  ++b;
  b = __hfma_relu(a, b, __hmax(a, b));
  b = hexp(hlog(hrsqrt(htanh(b))));
  if (__hisnan(b) || __heq(a, b) || __hltu(a, b) || a < b)
    b = N(1.0f);
  N2 q = __hadd2(p, p);
  q *= p;
  q = __hfma2(q, p, -q);
  q = h2exp(h2rcp(__hmax2_nan(q, p)));
  if (__hbge2(q, p) || q == p)
    ++q;
  b = __shfl_sync(0xffffffff, b, 0);
  q = __shfl_xor_sync(0xffffffff, q, 1);
  return (float)b + __low2float(q) + __high2float(__lowhigh2highlow(__heq2(q, p)));
}

__global__ void functions(const half *a, const half2 *a2, const __nv_bfloat16 *b, const __nv_bfloat162 *b2, float *o) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = all(__ldg(a + i), __ldg(a2 + i)) + all(__ldcs(b + i), __ldcs(b2 + i));
}

__global__ void conversions(half *a, __nv_bfloat16 *b, __nv_fp8_e4m3 *f, __nv_fp8x4_e5m2 *f4, float *o) {
  static_assert(sizeof(half2) == 4 && alignof(half2) == 4 && sizeof(__nv_bfloat162) == 4 && sizeof(__nv_fp8x4_e5m2) == 4);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  o[i] = (float)f[i] + __half2int_rz(a[i]) + __bfloat162int_rn(b[i]) + __half2float(__float2half_rz(o[i]));
  f[i] = __nv_fp8_e4m3(o[i]);
  f4[i] = __nv_fp8x4_e5m2(make_float4(o[i], 1, 2, 3));
  a[i] = __uint2half_rn(i);
  __stcs(b + i, __int2bfloat16_rd(i));
}

__global__ void atomics(half *a, half2 *a2, __nv_bfloat16 *b, __nv_bfloat162 *b2) {
  atomicAdd(a, __float2half(1.0f));
  atomicAdd(a2, __half2half2(1.0f));
  atomicAdd(b, __nv_bfloat16(1.0f));
  atomicAdd(b2, __float2bfloat162_rn(1.0f));
}

__global__ void places(half *a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[__half2int_rz(__float2half(2.5f)) * 64 + i] = __ushort_as_half(0x3c00);
}
