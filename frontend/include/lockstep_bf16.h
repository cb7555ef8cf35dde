// lockstep_bf16.h: bfloat16, served as <cuda_bf16.h>: the upper half of a float's bits, rounded to nearest even.
#pragma once

LKS_HD unsigned short __lockstep_to_bf16(float x) {
  const unsigned bits = __builtin_bit_cast(unsigned, x);
  if ((bits & 0x7fffffffu) > 0x7f800000u)
    return 0x7fff; // not a number
  return (unsigned short)((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}
struct __nv_bfloat16 {
  unsigned short bits;
  __nv_bfloat16() = default;
  LKS_MEMBER __nv_bfloat16(float x) : bits(__lockstep_to_bf16(x)) {}
  LKS_MEMBER __nv_bfloat16(double x) : bits(__lockstep_to_bf16((float)x)) {}
  LKS_MEMBER __nv_bfloat16(int x) : bits(__lockstep_to_bf16((float)x)) {}
  LKS_MEMBER operator float() const { return __builtin_bit_cast(float, (unsigned)bits << 16); }
};
typedef __nv_bfloat16 nv_bfloat16;
struct __align__(4) __nv_bfloat162 {
  __nv_bfloat16 x, y;
  __nv_bfloat162() = default;
  LKS_MEMBER __nv_bfloat162(__nv_bfloat16 a, __nv_bfloat16 b) : x(a), y(b) {}
};
typedef __nv_bfloat162 nv_bfloat162;
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
LKS_HD __nv_bfloat16 __hmax(__nv_bfloat16 a, __nv_bfloat16 b) { return __builtin_fmaxf((float)a, (float)b); }
LKS_HD __nv_bfloat16 __hmin(__nv_bfloat16 a, __nv_bfloat16 b) { return __builtin_fminf((float)a, (float)b); }
LKS_HD __nv_bfloat16 __hfma(__nv_bfloat16 a, __nv_bfloat16 b, __nv_bfloat16 c) { return __builtin_fmaf((float)a, (float)b, (float)c); }
LKS_HD __nv_bfloat162 __hfma2(__nv_bfloat162 a, __nv_bfloat162 b, __nv_bfloat162 c) { return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)}; }
LKS_HD float __bfloat162float(__nv_bfloat16 a) { return (float)a; }
LKS_HD __nv_bfloat16 __float2bfloat16(float x) { return x; }
LKS_HD __nv_bfloat16 __float2bfloat16_rn(float x) { return x; }
LKS_HD __nv_bfloat16 __double2bfloat16(double x) { return x; }
LKS_HD __nv_bfloat16 __int2bfloat16_rn(int x) { return x; }
LKS_HD __nv_bfloat162 make_bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return {x, y}; }
LKS_HD __nv_bfloat162 __halves2bfloat162(__nv_bfloat16 x, __nv_bfloat16 y) { return {x, y}; }
LKS_HD __nv_bfloat162 __bfloat162bfloat162(__nv_bfloat16 x) { return {x, x}; }
LKS_HD __nv_bfloat162 __float2bfloat162_rn(float x) { return {__nv_bfloat16(x), __nv_bfloat16(x)}; }
LKS_HD __nv_bfloat162 __floats2bfloat162_rn(float x, float y) { return {__nv_bfloat16(x), __nv_bfloat16(y)}; }
LKS_HD __nv_bfloat162 __float22bfloat162_rn(float2 v) { return {__nv_bfloat16(v.x), __nv_bfloat16(v.y)}; }
LKS_HD float2 __bfloat1622float2(__nv_bfloat162 a) { return {(float)a.x, (float)a.y}; }
LKS_HD float __low2float(__nv_bfloat162 a) { return (float)a.x; }
LKS_HD float __high2float(__nv_bfloat162 a) { return (float)a.y; }
LKS_HD __nv_bfloat16 __low2bfloat16(__nv_bfloat162 a) { return a.x; }
LKS_HD __nv_bfloat16 __high2bfloat16(__nv_bfloat162 a) { return a.y; }
LKS_HD unsigned short __bfloat16_as_ushort(__nv_bfloat16 a) { return a.bits; }
LKS_HD __nv_bfloat16 __ushort_as_bfloat16(unsigned short a) { __nv_bfloat16 r; r.bits = a; return r; }
