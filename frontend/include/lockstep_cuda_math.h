// lockstep_cuda_math.h: mathematical functions and integer intrinsics. Part of lockstep_cuda.h.
//
// A function that Clang knows becomes its LLVM intrinsic (llvm.sin.f32, llvm.sqrt.f64); others are declared `const`.
#pragma once

template <bool, class T = void> struct __lockstep_enable {};
template <class T> struct __lockstep_enable<true, T> { typedef T type; };
#define LKS_IF_INTEGER(T) class = typename __lockstep_enable<__is_integral(T)>::type

// double f(double), float ff(float), and C++'s f(float) and f(integer).
#define LKS_MATH1(F)                                                                                         \
  LKS_MATH double F(double);                                                                                 \
  LKS_MATH float F##f(float);                                                                                \
  LKS_HD float F(float x) { return __builtin_##F##f(x); }                                                    \
  template <class T, LKS_IF_INTEGER(T)> LKS_HD double F(T x) { return __builtin_##F((double)x); }
#define LKS_MATH2(F)                                                                                         \
  LKS_MATH double F(double, double);                                                                         \
  LKS_MATH float F##f(float, float);                                                                         \
  LKS_HD float F(float x, float y) { return __builtin_##F##f(x, y); }                                        \
  template <class T, class U, class = typename __lockstep_enable<__is_arithmetic(T) && __is_arithmetic(U)>::type> \
  LKS_HD double F(T x, U y) { return __builtin_##F((double)x, (double)y); }
LKS_MATH1(acos) LKS_MATH1(acosh) LKS_MATH1(asin) LKS_MATH1(asinh) LKS_MATH1(atan) LKS_MATH1(atanh) LKS_MATH1(cbrt)
LKS_MATH1(ceil) LKS_MATH1(cos) LKS_MATH1(cosh) LKS_MATH1(erf) LKS_MATH1(erfc) LKS_MATH1(exp) LKS_MATH1(exp2)
LKS_MATH1(expm1) LKS_MATH1(fabs) LKS_MATH1(floor) LKS_MATH1(lgamma) LKS_MATH1(log) LKS_MATH1(log10) LKS_MATH1(log1p)
LKS_MATH1(log2) LKS_MATH1(logb) LKS_MATH1(nearbyint) LKS_MATH1(rint) LKS_MATH1(round) LKS_MATH1(sin) LKS_MATH1(sinh)
LKS_MATH1(sqrt) LKS_MATH1(tan) LKS_MATH1(tanh) LKS_MATH1(tgamma) LKS_MATH1(trunc)
LKS_MATH2(atan2) LKS_MATH2(copysign) LKS_MATH2(fdim) LKS_MATH2(fmax) LKS_MATH2(fmin) LKS_MATH2(fmod) LKS_MATH2(hypot)
LKS_MATH2(nextafter) LKS_MATH2(pow) LKS_MATH2(remainder)
#undef LKS_MATH1
#undef LKS_MATH2

// Those without a builtin, or of other types.
#define LKS_PLAIN1(F) LKS_MATH double F(double); LKS_MATH float F##f(float);
LKS_PLAIN1(cospi) LKS_PLAIN1(cyl_bessel_i0) LKS_PLAIN1(cyl_bessel_i1) LKS_PLAIN1(erfcinv) LKS_PLAIN1(erfcx) LKS_PLAIN1(erfinv)
LKS_PLAIN1(exp10) LKS_PLAIN1(j0) LKS_PLAIN1(j1) LKS_PLAIN1(normcdf) LKS_PLAIN1(normcdfinv) LKS_PLAIN1(rcbrt)
LKS_PLAIN1(rsqrt) LKS_PLAIN1(sinpi) LKS_PLAIN1(y0) LKS_PLAIN1(y1)
#undef LKS_PLAIN1
LKS_MATH double fma(double, double, double);
LKS_MATH float fmaf(float, float, float);
LKS_HD float fma(float x, float y, float z) { return __builtin_fmaf(x, y, z); }
LKS_MATH double fdivide(double, double);
LKS_MATH float fdividef(float, float);
LKS_HD float rsqrt(float x) { return rsqrtf(x); }
LKS_MATH double rhypot(double, double);
LKS_MATH float rhypotf(float, float);
LKS_MATH double norm3d(double, double, double);
LKS_MATH float norm3df(float, float, float);
LKS_MATH double ldexp(double, int);
LKS_MATH float ldexpf(float, int);
LKS_MATH double scalbn(double, int);
LKS_MATH float scalbnf(float, int);
LKS_MATH double jn(int, double);
LKS_MATH float jnf(int, float);
LKS_MATH int ilogb(double);
LKS_MATH int ilogbf(float);
LKS_MATH long lround(double);
LKS_MATH long lroundf(float);
LKS_MATH long lrint(double);
LKS_MATH long lrintf(float);
LKS_MATH long long llround(double);
LKS_MATH long long llroundf(float);
LKS_MATH long long llrint(double);
LKS_MATH long long llrintf(float);
LKS_MATH double nan(const char *);
LKS_MATH float nanf(const char *);
// Results through pointers are written here, so that the accesses are seen.
LKS_HD void sincos(double x, double *s, double *c) { *s = __builtin_sin(x); *c = __builtin_cos(x); }
LKS_HD void sincosf(float x, float *s, float *c) { *s = __builtin_sinf(x); *c = __builtin_cosf(x); }
LKS_HD void sincospif(float x, float *s, float *c) { *s = sinpif(x); *c = cospif(x); }
LKS_HD void sincospi(double x, double *s, double *c) { *s = sinpi(x); *c = cospi(x); }
LKS_HD double modf(double x, double *i) { *i = __builtin_trunc(x); return x - *i; }
LKS_HD float modff(float x, float *i) { *i = __builtin_truncf(x); return x - *i; }
LKS_MATH int __lockstep_frexp_exponent(double);
LKS_MATH double __lockstep_frexp_fraction(double);
LKS_HD double frexp(double x, int *e) { *e = __lockstep_frexp_exponent(x); return __lockstep_frexp_fraction(x); }
LKS_HD float frexpf(float x, int *e) { *e = __lockstep_frexp_exponent(x); return (float)__lockstep_frexp_fraction(x); }
LKS_HD float frexp(float x, int *e) { return frexpf(x, e); }
LKS_HD float modf(float x, float *i) { return modff(x, i); }
LKS_MATH int __lockstep_remquo_quotient(double, double);
LKS_HD double remquo(double x, double y, int *q) { *q = __lockstep_remquo_quotient(x, y); return remainder(x, y); }
LKS_HD float remquof(float x, float y, int *q) { *q = __lockstep_remquo_quotient(x, y); return remainderf(x, y); }
LKS_HD float remquo(float x, float y, int *q) { return remquof(x, y, q); }
#define LKS_CLASSIFY(name, expression)                                                                       \
  LKS_HD bool name(float x) { return expression; }                                                           \
  LKS_HD bool name(double x) { return expression; }
LKS_CLASSIFY(isnan, x != x)
LKS_CLASSIFY(isinf, __builtin_isinf(x))
LKS_CLASSIFY(isfinite, __builtin_isfinite(x))
LKS_CLASSIFY(signbit, __builtin_signbit(x))
#undef LKS_CLASSIFY
#ifndef INFINITY
#define INFINITY __builtin_huge_valf()
#define NAN __builtin_nanf("")
#define HUGE_VAL __builtin_huge_val()
#define HUGE_VALF __builtin_huge_valf()
#endif

// --- minimum, maximum, absolute value -------------------------------------------------------------------------------
#define LKS_MINMAX(T, U, R)                                                                                  \
  LKS_HD R min(T a, U b) { return __builtin_elementwise_min((R)a, (R)b); }                                   \
  LKS_HD R max(T a, U b) { return __builtin_elementwise_max((R)a, (R)b); }
LKS_MINMAX(int, int, int) LKS_MINMAX(unsigned, unsigned, unsigned) LKS_MINMAX(int, unsigned, unsigned)
LKS_MINMAX(unsigned, int, unsigned) LKS_MINMAX(long, long, long) LKS_MINMAX(unsigned long, unsigned long, unsigned long)
LKS_MINMAX(long, unsigned long, unsigned long) LKS_MINMAX(unsigned long, long, unsigned long)
LKS_MINMAX(long long, long long, long long) LKS_MINMAX(unsigned long long, unsigned long long, unsigned long long)
LKS_MINMAX(long long, unsigned long long, unsigned long long) LKS_MINMAX(unsigned long long, long long, unsigned long long)
LKS_MINMAX(float, float, float) LKS_MINMAX(double, double, double) LKS_MINMAX(float, double, double) LKS_MINMAX(double, float, double)
#undef LKS_MINMAX
LKS_HD unsigned umin(unsigned a, unsigned b) { return __builtin_elementwise_min(a, b); }
LKS_HD unsigned umax(unsigned a, unsigned b) { return __builtin_elementwise_max(a, b); }
extern "C" __attribute__((host, device, const, nothrow)) int abs(int);
extern "C" __attribute__((host, device, const, nothrow)) long labs(long);
extern "C" __attribute__((host, device, const, nothrow)) long long llabs(long long);
LKS_HD long abs(long x) { return __builtin_labs(x); }
LKS_HD long long abs(long long x) { return __builtin_llabs(x); }
LKS_HD float abs(float x) { return __builtin_fabsf(x); }
LKS_HD double abs(double x) { return __builtin_fabs(x); }

// --- integer intrinsics ---------------------------------------------------------------------------------------------
LKS_HD int __mul24(int a, int b) { return (int)((unsigned)((a << 8) >> 8) * (unsigned)((b << 8) >> 8)); }
LKS_HD unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffffu) * (b & 0xffffffu); }
LKS_HD int __mulhi(int a, int b) { return (int)(((long long)a * b) >> 32); }
LKS_HD unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a * b) >> 32); }
LKS_MATH long long __mul64hi(long long, long long);
LKS_MATH unsigned long long __umul64hi(unsigned long long, unsigned long long);
LKS_HD unsigned __sad(int a, int b, unsigned c) { return (a > b ? (unsigned)a - b : (unsigned)b - a) + c; }
LKS_HD unsigned __usad(unsigned a, unsigned b, unsigned c) { return (a > b ? a - b : b - a) + c; }
LKS_HD int __hadd(int a, int b) { return (int)(((long long)a + b) >> 1); }
LKS_HD int __rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
LKS_HD unsigned __uhadd(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a + b) >> 1); }
LKS_HD unsigned __urhadd(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a + b + 1) >> 1); }
LKS_HD int __popc(unsigned x) { return __builtin_popcount(x); }
LKS_HD int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
LKS_HD int __clz(int x) { return __builtin_clzg((unsigned)x, 32); }
LKS_HD int __clzll(long long x) { return __builtin_clzg((unsigned long long)x, 64); }
LKS_HD int __ffs(int x) { return x == 0 ? 0 : __builtin_ctz(x) + 1; }
LKS_HD int __ffsll(long long x) { return x == 0 ? 0 : __builtin_ctzll(x) + 1; }
LKS_HD unsigned __brev(unsigned x) { return __builtin_bitreverse32(x); }
LKS_HD unsigned long long __brevll(unsigned long long x) { return __builtin_bitreverse64(x); }
LKS_HD unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned s) {
  return (unsigned)(((((unsigned long long)hi << 32) | lo) << (s & 31)) >> 32);
}
LKS_HD unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned s) {
  return (unsigned)((((unsigned long long)hi << 32) | lo) >> (s & 31));
}
LKS_HD unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned s) {
  return s >= 32 ? lo : (unsigned)(((((unsigned long long)hi << 32) | lo) << s) >> 32);
}
LKS_HD unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned s) {
  return s >= 32 ? hi : (unsigned)((((unsigned long long)hi << 32) | lo) >> s);
}
LKS_HD unsigned __lockstep_byte(unsigned long long bytes, unsigned k) { return (unsigned)(bytes >> 8 * (k & 7)) & 255; }
LKS_HD unsigned __byte_perm(unsigned x, unsigned y, unsigned s) {
  unsigned long long bytes = ((unsigned long long)y << 32) | x;
  return __lockstep_byte(bytes, s) | __lockstep_byte(bytes, s >> 4) << 8 | __lockstep_byte(bytes, s >> 8) << 16 |
         __lockstep_byte(bytes, s >> 12) << 24;
}

// --- loads with a cache hint ------------------------------------------------------------------------------------------
template <class T> LKS_D T __ldg(const T *p) { return *(const T *)__lockstep_incoherent(p); }
template <class T> LKS_D T __ldcg(const T *p) { return *p; }
template <class T> LKS_D T __ldca(const T *p) { return *p; }
template <class T> LKS_D T __ldcs(const T *p) { return *p; }
template <class T> LKS_D T __ldlu(const T *p) { return *p; }
template <class T> LKS_D T __ldcv(const T *p) { return *p; }
template <class T> LKS_D void __stwb(T *p, T v) { *p = v; }
template <class T> LKS_D void __stcg(T *p, T v) { *p = v; }
template <class T> LKS_D void __stcs(T *p, T v) { *p = v; }
template <class T> LKS_D void __stwt(T *p, T v) { *p = v; }

// --- fast and rounded floating point, conversions -----------------------------------------------------------------------
#define LKS_FAST1(f) LKS_MATH float f(float);
LKS_FAST1(__sinf) LKS_FAST1(__cosf) LKS_FAST1(__tanf) LKS_FAST1(__expf) LKS_FAST1(__exp10f) LKS_FAST1(__logf) LKS_FAST1(__log2f)
LKS_FAST1(__log10f) LKS_FAST1(__saturatef) LKS_FAST1(__frsqrt_rn)
#undef LKS_FAST1
LKS_MATH float __powf(float, float);
LKS_MATH float __fdividef(float, float);
LKS_HD void __sincosf(float x, float *s, float *c) { *s = __sinf(x); *c = __cosf(x); }
#define LKS_ROUNDED(r)                                                                                       \
  LKS_MATH float __fadd_##r(float, float);                                                                   \
  LKS_MATH float __fsub_##r(float, float);                                                                   \
  LKS_MATH float __fmul_##r(float, float);                                                                   \
  LKS_MATH float __fdiv_##r(float, float);                                                                   \
  LKS_MATH float __fmaf_##r(float, float, float);                                                            \
  LKS_MATH float __frcp_##r(float);                                                                          \
  LKS_MATH float __fsqrt_##r(float);                                                                         \
  LKS_MATH double __dadd_##r(double, double);                                                                \
  LKS_MATH double __dsub_##r(double, double);                                                                \
  LKS_MATH double __dmul_##r(double, double);                                                                \
  LKS_MATH double __ddiv_##r(double, double);                                                                \
  LKS_MATH double __fma_##r(double, double, double);                                                         \
  LKS_MATH double __drcp_##r(double);                                                                        \
  LKS_MATH double __dsqrt_##r(double);                                                                       \
  LKS_MATH int __float2int_##r(float);                                                                       \
  LKS_MATH unsigned __float2uint_##r(float);                                                                 \
  LKS_MATH long long __float2ll_##r(float);                                                                  \
  LKS_MATH unsigned long long __float2ull_##r(float);                                                        \
  LKS_MATH int __double2int_##r(double);                                                                     \
  LKS_MATH unsigned __double2uint_##r(double);                                                               \
  LKS_MATH long long __double2ll_##r(double);                                                                \
  LKS_MATH unsigned long long __double2ull_##r(double);                                                      \
  LKS_MATH float __double2float_##r(double);                                                                 \
  LKS_MATH float __int2float_##r(int);                                                                       \
  LKS_MATH float __uint2float_##r(unsigned);                                                                 \
  LKS_MATH float __ll2float_##r(long long);                                                                  \
  LKS_MATH float __ull2float_##r(unsigned long long);                                                        \
  LKS_MATH double __ll2double_##r(long long);                                                                \
  LKS_MATH double __ull2double_##r(unsigned long long);
LKS_ROUNDED(rn) LKS_ROUNDED(rz) LKS_ROUNDED(ru) LKS_ROUNDED(rd)
#undef LKS_ROUNDED
LKS_HD double __int2double_rn(int x) { return x; }
LKS_HD double __uint2double_rn(unsigned x) { return x; }
LKS_HD int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
LKS_HD unsigned __float_as_uint(float x) { return __builtin_bit_cast(unsigned, x); }
LKS_HD float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
LKS_HD float __uint_as_float(unsigned x) { return __builtin_bit_cast(float, x); }
LKS_HD long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
LKS_HD double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
LKS_HD int __double2hiint(double x) { return (int)(__builtin_bit_cast(unsigned long long, x) >> 32); }
LKS_HD int __double2loint(double x) { return (int)__builtin_bit_cast(unsigned long long, x); }
LKS_HD double __hiloint2double(int hi, int lo) {
  return __builtin_bit_cast(double, ((unsigned long long)(unsigned)hi << 32) | (unsigned)lo);
}

// --- address spaces -------------------------------------------------------------------------------------------------
LKS_DECLARE unsigned __lockstep_is_shared(const void *p);
LKS_DECLARE unsigned __lockstep_is_global(const void *p);
LKS_D unsigned __isShared(const void *p) { return __lockstep_is_shared(p); }
LKS_D unsigned __isGlobal(const void *p) { return __lockstep_is_global(p); }
