// expect: race
//--block-dim=32 --grid-dim=4
// The twins: additions that are no atomics, places that threads share.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

__global__ void half_bad(half *a) {
  a[0] += __float2half(1.0f);
}

__global__ void pair_bad(half2 *a, half *b) {
  atomicAdd(a, __half2half2(1.0f));
  b[threadIdx.x + blockIdx.x * blockDim.x] = __low2half(a[0]);
}

__global__ void bfloat_bad(__nv_bfloat162 *a) {
  a[threadIdx.x] = __hadd2(a[threadIdx.x], __float2bfloat162_rn(1.0f));
}

__global__ void small_bad(__nv_fp8_e4m3 *f, float *o) {
  f[threadIdx.x] = __nv_fp8_e4m3(o[blockIdx.x]);
}

__global__ void place_bad(half *a) {
  a[__half2int_rz(__ushort2half_rn(threadIdx.x & 1))] = __ushort_as_half(blockIdx.x);
}
