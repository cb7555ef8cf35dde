// lockstep_half.h: half precision, served as <cuda_fp16.h>. A __half is a _Float16 with CUDA's names around it.
#pragma once

struct __half_raw { unsigned short x; };
struct __align__(4) __half2_raw { unsigned short x, y; };
struct __half {
  _Float16 v;
  __half() = default;
  LKS_MEMBER constexpr __half(float x) : v((_Float16)x) {}
  LKS_MEMBER constexpr __half(double x) : v((_Float16)x) {}
  LKS_MEMBER constexpr __half(int x) : v((_Float16)x) {}
  LKS_MEMBER constexpr __half(unsigned x) : v((_Float16)x) {}
  LKS_MEMBER constexpr __half(long x) : v((_Float16)x) {}
  LKS_MEMBER constexpr __half(unsigned long x) : v((_Float16)x) {}
  LKS_MEMBER constexpr __half(long long x) : v((_Float16)x) {}
  LKS_MEMBER constexpr __half(unsigned long long x) : v((_Float16)x) {}
  LKS_MEMBER constexpr __half(_Float16 x) : v(x) {}
  LKS_MEMBER constexpr __half(__half_raw x) : v(__builtin_bit_cast(_Float16, x.x)) {}
  LKS_MEMBER constexpr operator __half_raw() const { return {__builtin_bit_cast(unsigned short, v)}; }
  LKS_MEMBER constexpr operator float() const { return (float)v; }
};
typedef __half half, __nv_half, nv_half;
struct __align__(4) __half2 {
  __half x, y;
  __half2() = default;
  LKS_MEMBER constexpr __half2(__half a, __half b) : x(a), y(b) {}
  LKS_MEMBER constexpr __half2(__half2_raw a) : x(__half_raw{a.x}), y(__half_raw{a.y}) {}
};
typedef __half2 half2, __nv_half2, nv_half2;
#define LKS_HALF(op, name)                                                                                   \
  LKS_HD __half operator op(__half a, __half b) { return (_Float16)(a.v op b.v); }                           \
  LKS_HD __half &operator op##=(__half &a, __half b) { a.v = (_Float16)(a.v op b.v); return a; }             \
  LKS_HD __half name(__half a, __half b) { return (_Float16)(a.v op b.v); }                                  \
  LKS_HD __half2 operator op(__half2 a, __half2 b) { return {name(a.x, b.x), name(a.y, b.y)}; }              \
  LKS_HD __half2 &operator op##=(__half2 &a, __half2 b) { a = {name(a.x, b.x), name(a.y, b.y)}; return a; }  \
  LKS_HD __half2 name##2(__half2 a, __half2 b) { return {name(a.x, b.x), name(a.y, b.y)}; }
LKS_HALF(+, __hadd) LKS_HALF(-, __hsub) LKS_HALF(*, __hmul) LKS_HALF(/, __hdiv)
#undef LKS_HALF
#define LKS_HALF(op, name)                                                                                   \
  LKS_HD bool operator op(__half a, __half b) { return a.v op b.v; }                                         \
  LKS_HD bool name(__half a, __half b) { return a.v op b.v; }
LKS_HALF(==, __heq) LKS_HALF(!=, __hne) LKS_HALF(<, __hlt) LKS_HALF(<=, __hle) LKS_HALF(>, __hgt) LKS_HALF(>=, __hge)
#undef LKS_HALF
LKS_HD __half operator-(__half a) { return (_Float16)-a.v; }
LKS_HD __half __hneg(__half a) { return (_Float16)-a.v; }
LKS_HD __half __habs(__half a) { return (_Float16)__builtin_fabsf((float)a.v); }
LKS_HD float __half2float(__half a) { return (float)a.v; }
LKS_HD __half __float2half(float x) { return (_Float16)x; }
LKS_HD __half2 make_half2(__half x, __half y) { return {x, y}; }
LKS_HD __half2 __halves2half2(__half x, __half y) { return {x, y}; }
LKS_HD __half2 __half2half2(__half x) { return {x, x}; }
LKS_HD __half2 __float2half2_rn(float x) { return {__half(x), __half(x)}; }
LKS_HD __half2 __floats2half2_rn(float x, float y) { return {__half(x), __half(y)}; }
LKS_HD __half __low2half(__half2 a) { return a.x; }
LKS_HD __half __high2half(__half2 a) { return a.y; }
LKS_HD __half2 __float22half2_rn(float2 v) { return {__half(v.x), __half(v.y)}; }
LKS_HD __half __double2half(double x) { return (_Float16)x; }
LKS_HD __half2 __low2half2(__half2 a) { return {a.x, a.x}; }
LKS_HD __half2 __high2half2(__half2 a) { return {a.y, a.y}; }
LKS_HD float2 __half22float2(__half2 a) { return {(float)a.x.v, (float)a.y.v}; }
LKS_HD unsigned short __half_as_ushort(__half a) { return __builtin_bit_cast(unsigned short, a.v); }
LKS_HD __half __ushort_as_half(unsigned short a) { return __builtin_bit_cast(_Float16, a); }
LKS_HD short __half_as_short(__half a) { return __builtin_bit_cast(short, a.v); }
LKS_HD __half __short_as_half(short a) { return __builtin_bit_cast(_Float16, a); }
LKS_HD __half2 __lows2half2(__half2 a, __half2 b) { return {a.x, b.x}; }
LKS_HD __half2 __highs2half2(__half2 a, __half2 b) { return {a.y, b.y}; }
LKS_HD __half2 __ushort2half2(unsigned short x, unsigned short y) { return {__ushort_as_half(x), __ushort_as_half(y)}; }
#define CUDART_INF_FP16 __ushort_as_half((unsigned short)0x7c00)
#define CUDART_NAN_FP16 __ushort_as_half((unsigned short)0x7fff)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half((unsigned short)1)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half((unsigned short)0x7bff)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half((unsigned short)0x8000)
#define CUDART_ZERO_FP16 __ushort_as_half((unsigned short)0)
#define CUDART_ONE_FP16 __ushort_as_half((unsigned short)0x3c00)

// Rounded otherwise than to the nearest: of which only that equal arguments give equal results is known.
#define LKS_ROUNDED(r) lks_half_##r
#define LKS_ROUND(r)                                                                                         \
  LKS_MATH unsigned short lks_bits_of_half_##r(double);                                                      \
  template <class T> LKS_HD __half lks_half_##r(T x) { return __ushort_as_half(lks_bits_of_half_##r((double)x)); }
LKS_ROUND(rz) LKS_ROUND(rd) LKS_ROUND(ru)
#undef LKS_ROUND
__device__ _Float16 lks_atomic_add(_Float16 *p, _Float16 v) __asm__("__lockstep_atomic_add_f16");
#define LKS_N __half
#define LKS_N2 __half2
#define LKS_FROM(type, r) __##type##2half_##r
#define LKS_TO(type, r) __half2##type##_##r
#define LKS_ATOMIC_ADD(p, value) lks_atomic_add(&(p)->v, (value).v)
#include "lockstep_half_functions.h"
#include "lockstep_half_conversions.h"
#undef LKS_N
#undef LKS_N2
#undef LKS_FROM
#undef LKS_TO
#undef LKS_ROUNDED
#undef LKS_ATOMIC_ADD
