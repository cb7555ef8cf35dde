// lockstep_half.h: half precision, served as <cuda_fp16.h>. A __half is a _Float16 with CUDA's names around it.
#pragma once

struct __half {
  _Float16 v;
  __half() = default;
  LKS_MEMBER constexpr __half(float x) : v((_Float16)x) {}
  LKS_MEMBER constexpr __half(double x) : v((_Float16)x) {}
  LKS_MEMBER constexpr __half(int x) : v((_Float16)x) {}
  LKS_MEMBER constexpr __half(unsigned x) : v((_Float16)x) {}
  LKS_MEMBER constexpr __half(long long x) : v((_Float16)x) {}
  LKS_MEMBER constexpr __half(unsigned long long x) : v((_Float16)x) {}
  LKS_MEMBER constexpr __half(_Float16 x) : v(x) {}
  LKS_MEMBER constexpr operator float() const { return (float)v; }
};
typedef __half half;
struct __align__(4) __half2 {
  __half x, y;
  __half2() = default;
  LKS_MEMBER constexpr __half2(__half a, __half b) : x(a), y(b) {}
};
typedef __half2 half2;
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
LKS_HD __half __hmax(__half a, __half b) { return (_Float16)__builtin_fmaxf((float)a.v, (float)b.v); }
LKS_HD __half __hmin(__half a, __half b) { return (_Float16)__builtin_fminf((float)a.v, (float)b.v); }
LKS_HD __half __hfma(__half a, __half b, __half c) { return (_Float16)__builtin_fmaf((float)a.v, (float)b.v, (float)c.v); }
LKS_HD __half2 __hfma2(__half2 a, __half2 b, __half2 c) { return {__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y)}; }
LKS_HD __half hsqrt(__half a) { return (_Float16)__builtin_sqrtf((float)a.v); }
LKS_HD __half hexp(__half a) { return (_Float16)__builtin_expf((float)a.v); }
LKS_HD __half hlog(__half a) { return (_Float16)__builtin_logf((float)a.v); }
LKS_HD __half hrcp(__half a) { return (_Float16)(1.0f / (float)a.v); }
LKS_HD float __half2float(__half a) { return (float)a.v; }
LKS_HD __half __float2half(float x) { return (_Float16)x; }
LKS_HD __half __float2half_rn(float x) { return (_Float16)x; }
LKS_HD __half __int2half_rn(int x) { return (_Float16)x; }
LKS_HD int __half2int_rn(__half x) { return (int)(float)x.v; }
LKS_HD __half2 make_half2(__half x, __half y) { return {x, y}; }
LKS_HD __half2 __halves2half2(__half x, __half y) { return {x, y}; }
LKS_HD __half2 __half2half2(__half x) { return {x, x}; }
LKS_HD __half2 __float2half2_rn(float x) { return {__half(x), __half(x)}; }
LKS_HD __half2 __floats2half2_rn(float x, float y) { return {__half(x), __half(y)}; }
LKS_HD __half __low2half(__half2 a) { return a.x; }
LKS_HD __half __high2half(__half2 a) { return a.y; }
LKS_HD float __low2float(__half2 a) { return (float)a.x.v; }
LKS_HD float __high2float(__half2 a) { return (float)a.y.v; }
LKS_HD __half2 __float22half2_rn(float2 v) { return {__half(v.x), __half(v.y)}; }
LKS_HD __half __double2half(double x) { return (_Float16)x; }
LKS_HD __half2 __hneg2(__half2 a) { return {__hneg(a.x), __hneg(a.y)}; }
LKS_HD __half2 __low2half2(__half2 a) { return {a.x, a.x}; }
LKS_HD __half2 __high2half2(__half2 a) { return {a.y, a.y}; }
LKS_HD __half2 __lowhigh2highlow(__half2 a) { return {a.y, a.x}; }
LKS_HD float2 __half22float2(__half2 a) { return {(float)a.x.v, (float)a.y.v}; }
LKS_HD unsigned short __half_as_ushort(__half a) { return __builtin_bit_cast(unsigned short, a.v); }
LKS_HD __half __ushort_as_half(unsigned short a) { return __builtin_bit_cast(_Float16, a); }
__device__ __half atomicAdd(__half *p, __half v) __asm__("__lockstep_atomic_add_f16");
