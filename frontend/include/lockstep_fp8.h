// lockstep_fp8.h: 8-bit floats, served as <cuda_fp8.h>. They can be stored and copied; conversions are only declared.
#pragma once
#include "lockstep_half.h"
#include "lockstep_bf16.h"

enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };
typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned __nv_fp8x4_storage_t;
#define LKS_FP8(name)                                                                                        \
  struct name {                                                                                              \
    __nv_fp8_storage_t __x;                                                                                  \
    name() = default;                                                                                        \
    __host__ __device__ explicit name(float);                                                                \
    __host__ __device__ explicit name(double);                                                               \
    __host__ __device__ explicit name(__half);                                                               \
    __host__ __device__ explicit name(__nv_bfloat16);                                                        \
    __host__ __device__ explicit operator float() const;                                                     \
    __host__ __device__ explicit operator __half() const;                                                    \
    __host__ __device__ explicit operator __nv_bfloat16() const;                                             \
  };
LKS_FP8(__nv_fp8_e4m3)
LKS_FP8(__nv_fp8_e5m2)
#undef LKS_FP8
__host__ __device__ __nv_fp8_storage_t __nv_cvt_float_to_fp8(float, __nv_saturation_t, __nv_fp8_interpretation_t);
__host__ __device__ __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2, __nv_saturation_t, __nv_fp8_interpretation_t);
