// lockstep_fp8.h: floats of 8, 6 and 4 bits, served as <cuda_fp8.h>, <cuda_fp6.h>, <cuda_fp4.h> and <hip/hip_fp8.h>. Of
// conversions only that equal arguments give equal results is known.
#pragma once
#include "lockstep_half.h"
#include "lockstep_bf16.h"

enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };
enum __nv_fp4_interpretation_t { __NV_E2M1 };
enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 };
typedef unsigned char __nv_fp8_storage_t, __nv_fp6_storage_t, __nv_fp4_storage_t, __nv_fp4x2_storage_t;
typedef unsigned short __nv_fp8x2_storage_t, __nv_fp4x4_storage_t;
typedef unsigned __nv_fp8x4_storage_t;
LKS_MATH unsigned char lks_small_float(double x, int kind, int saturation);
LKS_MATH float lks_float_of_small(unsigned char x, int kind);

LKS_HD __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t s, __nv_fp8_interpretation_t k) { return lks_small_float(x, k, s); }
LKS_HD __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t s, __nv_fp8_interpretation_t k) { return lks_small_float(x, k, s); }
LKS_HD __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t s, __nv_fp8_interpretation_t k) {
  return lks_small_float((float)__half(x), k, s); }
LKS_HD __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x, __nv_saturation_t s, __nv_fp8_interpretation_t k) {
  return lks_small_float((float)__nv_bfloat16(x), k, s); }
LKS_HD __nv_fp8x2_storage_t lks_fp8x2(float x, float y, int s, int k) { return (unsigned short)(lks_small_float(x, k, s) | lks_small_float(y, k, s) << 8); }
LKS_HD __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 x, __nv_saturation_t s, __nv_fp8_interpretation_t k) { return lks_fp8x2(x.x, x.y, s, k); }
LKS_HD __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 x, __nv_saturation_t s, __nv_fp8_interpretation_t k) {
  return (unsigned short)(lks_small_float(x.x, k, s) | lks_small_float(x.y, k, s) << 8); }
LKS_HD __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw x, __nv_saturation_t s, __nv_fp8_interpretation_t k) {
  return lks_fp8x2((float)__half2(x).x, (float)__half2(x).y, s, k); }
LKS_HD __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t k) { return __half(lks_float_of_small(x, k)); }
LKS_HD __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x, __nv_fp8_interpretation_t k) {
  return {__nv_cvt_fp8_to_halfraw((unsigned char)x, k).x, __nv_cvt_fp8_to_halfraw((unsigned char)(x >> 8), k).x};
}

// T: the number, N: how the compiler knows its kind.
#define LKS_SMALL(T, kind)                                                                                   \
  struct T {                                                                                                 \
    unsigned char __x;                                                                                       \
    T() = default;                                                                                           \
    LKS_MEMBER explicit T(float x) : __x(lks_small_float(x, kind, 1)) {}                                     \
    LKS_MEMBER explicit T(double x) : __x(lks_small_float(x, kind, 1)) {}                                    \
    LKS_MEMBER explicit T(__half x) : __x(lks_small_float((float)x, kind, 1)) {}                             \
    LKS_MEMBER explicit T(__nv_bfloat16 x) : __x(lks_small_float((float)x, kind, 1)) {}                      \
    LKS_MEMBER explicit T(int x) : __x(lks_small_float(x, kind, 1)) {}                                       \
    LKS_MEMBER explicit T(unsigned x) : __x(lks_small_float(x, kind, 1)) {}                                  \
    LKS_MEMBER explicit T(long x) : __x(lks_small_float((double)x, kind, 1)) {}                              \
    LKS_MEMBER explicit T(long long x) : __x(lks_small_float((double)x, kind, 1)) {}                         \
    LKS_MEMBER explicit T(unsigned long x) : __x(lks_small_float((double)x, kind, 1)) {}                     \
    LKS_MEMBER explicit T(unsigned long long x) : __x(lks_small_float((double)x, kind, 1)) {}                \
    LKS_MEMBER explicit operator float() const { return lks_float_of_small(__x, kind); }                     \
    LKS_MEMBER explicit operator double() const { return lks_float_of_small(__x, kind); }                    \
    LKS_MEMBER explicit operator __half() const { return __half(lks_float_of_small(__x, kind)); }            \
    LKS_MEMBER explicit operator __nv_bfloat16() const { return __nv_bfloat16(lks_float_of_small(__x, kind)); } \
    LKS_MEMBER explicit operator int() const { return (int)lks_float_of_small(__x, kind); }                  \
    LKS_MEMBER explicit operator bool() const { return lks_float_of_small(__x, kind) != 0; }                 \
  };
LKS_SMALL(__nv_fp8_e4m3, __NV_E4M3) LKS_SMALL(__nv_fp8_e5m2, __NV_E5M2) LKS_SMALL(__nv_fp8_e8m0, 7) LKS_SMALL(__nv_fp6_e2m3, 2)
LKS_SMALL(__nv_fp6_e3m2, 3) LKS_SMALL(__nv_fp4_e2m1, 4)
#undef LKS_SMALL
#define LKS_SMALLS(name, kind)                                                                               \
  struct __align__(2) name##x2##kind {                                                                       \
    unsigned short __x;                                                                                      \
    name##x2##kind() = default;                                                                              \
    LKS_MEMBER explicit name##x2##kind(float2 v) : __x(lks_fp8x2(v.x, v.y, 1, LKS_KIND)) {}                  \
    LKS_MEMBER explicit name##x2##kind(__half2 v) : __x(lks_fp8x2((float)v.x, (float)v.y, 1, LKS_KIND)) {}   \
    LKS_MEMBER explicit name##x2##kind(__nv_bfloat162 v) : __x(lks_fp8x2((float)v.x, (float)v.y, 1, LKS_KIND)) {} \
    LKS_MEMBER explicit operator float2() const { return {lks_float_of_small((unsigned char)__x, LKS_KIND), \
    lks_float_of_small((unsigned char)(__x >> 8), LKS_KIND)}; } \
    LKS_MEMBER explicit operator __half2() const { float2 v = float2(*this); return __half2(__half(v.x), __half(v.y)); } \
  };                                                                                                         \
  struct __align__(4) name##x4##kind {                                                                       \
    unsigned __x;                                                                                            \
    name##x4##kind() = default;                                                                              \
    LKS_MEMBER explicit name##x4##kind(float4 v) : __x(lks_fp8x2(v.x, v.y, 1, LKS_KIND) | (unsigned)lks_fp8x2(v.z, v.w, 1, LKS_KIND) << 16) {} \
    LKS_MEMBER explicit operator float4() const {                                                            \
      return {lks_float_of_small((unsigned char)__x, LKS_KIND), lks_float_of_small((unsigned char)(__x >> 8), LKS_KIND), \
              lks_float_of_small((unsigned char)(__x >> 16), LKS_KIND), lks_float_of_small((unsigned char)(__x >> 24), LKS_KIND)}; \
    }                                                                                                        \
  };
#define LKS_KIND __NV_E4M3
LKS_SMALLS(__nv_fp8, _e4m3)
#undef LKS_KIND
#define LKS_KIND __NV_E5M2
LKS_SMALLS(__nv_fp8, _e5m2)
#undef LKS_KIND
#undef LKS_SMALLS
typedef __nv_fp8_e4m3 __hip_fp8_e4m3, __hip_fp8_e4m3_fnuz;
typedef __nv_fp8_e5m2 __hip_fp8_e5m2, __hip_fp8_e5m2_fnuz;
