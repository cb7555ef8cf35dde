// lockstep_bf16.h: bfloat16, served as <cuda_bf16.h>: the upper half of a float's bits, rounded to nearest even.
#pragma once

LKS_HD unsigned short __lockstep_to_bf16(float x) {
  const unsigned bits = __builtin_bit_cast(unsigned, x);
  if ((bits & 0x7fffffffu) > 0x7f800000u)
    return 0x7fff; // not a number
  return (unsigned short)((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}
struct __nv_bfloat16_raw { unsigned short x; };
struct __align__(4) __nv_bfloat162_raw { unsigned short x, y; };
struct __nv_bfloat16 {
  unsigned short bits;
  __nv_bfloat16() = default;
  LKS_MEMBER __nv_bfloat16(float x) : bits(__lockstep_to_bf16(x)) {}
  LKS_MEMBER __nv_bfloat16(double x) : bits(__lockstep_to_bf16((float)x)) {}
  LKS_MEMBER __nv_bfloat16(int x) : bits(__lockstep_to_bf16((float)x)) {}
  LKS_MEMBER __nv_bfloat16(unsigned x) : bits(__lockstep_to_bf16((float)x)) {}
  LKS_MEMBER __nv_bfloat16(long x) : bits(__lockstep_to_bf16((float)x)) {}
  LKS_MEMBER __nv_bfloat16(unsigned long x) : bits(__lockstep_to_bf16((float)x)) {}
  LKS_MEMBER __nv_bfloat16(long long x) : bits(__lockstep_to_bf16((float)x)) {}
  LKS_MEMBER __nv_bfloat16(unsigned long long x) : bits(__lockstep_to_bf16((float)x)) {}
  LKS_MEMBER constexpr __nv_bfloat16(__nv_bfloat16_raw x) : bits(x.x) {}
  LKS_MEMBER constexpr operator __nv_bfloat16_raw() const { return {bits}; }
  LKS_MEMBER operator float() const { return __builtin_bit_cast(float, (unsigned)bits << 16); }
};
typedef __nv_bfloat16 nv_bfloat16, __hip_bfloat16;
typedef __nv_bfloat16_raw __hip_bfloat16_raw;
struct __align__(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  LKS_MEMBER __nv_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) : x(a), y(b) {}
};
typedef __nv_bfloat162 nv_bfloat162, __hip_bfloat162;
#define LKS_BF16(op, name)                                                                                   \
  LKS_HD __nv_bfloat16 operator op(__nv_bfloat16 a, __nv_bfloat16 b) { return (float)a op (float)b; }        \
  LKS_HD __nv_bfloat16 &operator op##=(__nv_bfloat16 &a, __nv_bfloat16 b) { return a = (float)a op (float)b; } \
  LKS_HD __nv_bfloat16 name(__nv_bfloat16 a, __nv_bfloat16 b) { return (float)a op (float)b; }               \
  LKS_HD __nv_bfloat162 operator op(__nv_bfloat162 a, __nv_bfloat162 b) { return {name(a.x, b.x), name(a.y, b.y)}; } \
  LKS_HD __nv_bfloat162 &operator op##=(__nv_bfloat162 &a, __nv_bfloat162 b) { a = {name(a.x, b.x), name(a.y, b.y)}; return a; } \
  LKS_HD __nv_bfloat162 name##2(__nv_bfloat162 a, __nv_bfloat162 b) { return {name(a.x, b.x), name(a.y, b.y)}; }
LKS_BF16(+, __hadd) LKS_BF16(-, __hsub) LKS_BF16(*, __hmul) LKS_BF16(/, __hdiv)
#undef LKS_BF16
#define LKS_BF16(op, name)                                                                                   \
  LKS_HD bool operator op(__nv_bfloat16 a, __nv_bfloat16 b) { return (float)a op (float)b; }                 \
  LKS_HD bool name(__nv_bfloat16 a, __nv_bfloat16 b) { return (float)a op (float)b; }
LKS_BF16(==, __heq) LKS_BF16(!=, __hne) LKS_BF16(<, __hlt) LKS_BF16(<=, __hle) LKS_BF16(>, __hgt) LKS_BF16(>=, __hge)
#undef LKS_BF16
LKS_HD __nv_bfloat16 operator-(__nv_bfloat16 a) { return -(float)a; }
LKS_HD __nv_bfloat16 __hneg(__nv_bfloat16 a) { return -(float)a; }
LKS_HD float __bfloat162float(__nv_bfloat16 a) { return (float)a; }
LKS_HD __nv_bfloat16 __float2bfloat16(float x) { return x; }
LKS_HD __nv_bfloat16 __double2bfloat16(double x) { return x; }
LKS_HD __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return {x, y}; }
LKS_HD __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return {x, y}; }
LKS_HD __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x) { return {x, x}; }
LKS_HD __nv_bfloat162 __float2bfloat162_rn(float x) { return {__nv_bfloat16(x), __nv_bfloat16(x)}; }
LKS_HD __nv_bfloat162 __floats2bfloat162_rn(float x, float y) { return {__nv_bfloat16(x), __nv_bfloat16(y)}; }
LKS_HD __nv_bfloat162 __float22bfloat162_rn(float2 v) { return {__nv_bfloat16(v.x), __nv_bfloat16(v.y)}; }
LKS_HD float2 __bfloat1622float2(__nv_bfloat162 a) { return {(float)a.x, (float)a.y}; }
LKS_HD __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
LKS_HD __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
LKS_HD unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) { return a.bits; }
LKS_HD __nv_bfloat16 __ushort_as_bfloat16(unsigned short a) { __nv_bfloat16 r; r.bits = a; return r; }
LKS_HD short __bfloat16_as_short(__nv_bfloat16 a) { return (short)a.bits; }
LKS_HD __nv_bfloat16 __short_as_bfloat16(short a) { return __ushort_as_bfloat16((unsigned short)a); }
LKS_HD __nv_bfloat16 __habs(__nv_bfloat16 a) { return __ushort_as_bfloat16(a.bits & 0x7fff); }
LKS_HD __nv_bfloat162 __low2bfloat162(__nv_bfloat162 a) { return {a.x, a.x}; }
LKS_HD __nv_bfloat162 __high2bfloat162(__nv_bfloat162 a) { return {a.y, a.y}; }
LKS_HD __nv_bfloat162 __lows2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return {a.x, b.x}; }
LKS_HD __nv_bfloat162 __highs2bfloat162(__nv_bfloat162 a, __nv_bfloat162 b) { return {a.y, b.y}; }
#define CUDART_INF_BF16 __ushort_as_bfloat16((unsigned short)0x7f80)
#define CUDART_NAN_BF16 __ushort_as_bfloat16((unsigned short)0x7fff)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16((unsigned short)0x7f7f)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16((unsigned short)0)
#define CUDART_ONE_BF16 __ushort_as_bfloat16((unsigned short)0x3f80)

// Rounded otherwise than to the nearest: of which only that equal arguments give equal results is known. So does an atomic
// addition leave any value.
#define LKS_ROUNDED(r) lks_bf16_##r
#define LKS_ROUND(r)                                                                                         \
  LKS_MATH unsigned short lks_bits_of_bf16_##r(double);                                                      \
  template <class T> LKS_HD __nv_bfloat16 lks_bf16_##r(T x) { return __ushort_as_bfloat16(lks_bits_of_bf16_##r((double)x)); }
LKS_ROUND(rz) LKS_ROUND(rd) LKS_ROUND(ru)
#undef LKS_ROUND
__device__ unsigned short lks_atomic_exchange(unsigned short *p, unsigned short v) __asm__("__lockstep_atomic_exch_u16");
#define LKS_N __nv_bfloat16
#define LKS_N2 __nv_bfloat162
#define LKS_FROM(type, r) __##type##2bfloat16_##r
#define LKS_TO(type, r) __bfloat162##type##_##r
#define LKS_ATOMIC_ADD(p, value) lks_atomic_exchange(&(p)->bits, __lockstep_any_i16())
#include "lockstep_half_functions.h"
#include "lockstep_half_conversions.h"
#undef LKS_N
#undef LKS_N2
#undef LKS_FROM
#undef LKS_TO
#undef LKS_ROUNDED
#undef LKS_ATOMIC_ADD

// HIP's older type.
struct hip_bfloat16 {
  unsigned short data;
  hip_bfloat16() = default;
  LKS_MEMBER explicit hip_bfloat16(float x) : data(__lockstep_to_bf16(x)) {}
  LKS_MEMBER static hip_bfloat16 round_to_bfloat16(float x) { return hip_bfloat16(x); }
  LKS_MEMBER operator float() const { return __builtin_bit_cast(float, (unsigned)data << 16); }
};
#define LKS_BF16(op)                                                                                         \
  LKS_HD hip_bfloat16 operator op(hip_bfloat16 a, hip_bfloat16 b) { return hip_bfloat16((float)a op (float)b); } \
  LKS_HD hip_bfloat16 &operator op##=(hip_bfloat16 &a, hip_bfloat16 b) { return a = a op b; }
LKS_BF16(+) LKS_BF16(-) LKS_BF16(*) LKS_BF16(/)
#undef LKS_BF16
