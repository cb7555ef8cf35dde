// lockstep_cuda_vectors.h: arithmetic of CUDA's vector types, as many programs expect it of a header that they bring, or
// of GPUVerify's. Part of lockstep_cuda.h.
//
// Every parameter is reached by a conversion only, so that whatever a program defines itself goes first, and its
// definitions of the same names clash with none of these.
#pragma once

template <typename T> struct lks_given {
  T v;
  LKS_MEMBER lks_given(T v) : v(v) {}
};
template <typename T, typename U> struct lks_same {};
template <typename T> struct lks_same<T, T> { typedef int yes; };
struct lks_real { // not an integer, which may have a function of its own
  float v;
  template <typename U, typename lks_same<U, float>::yes = 0> LKS_MEMBER lks_real(U v) : v(v) {}
  template <typename U, typename lks_same<U, double>::yes = 0, int = 0>
  LKS_MEMBER lks_real(U v) : v(static_cast<float>(v)) {}
};

// Component by component: two vectors, a vector and a number, a number and a vector.
#define LKS_VV2(op) {a.v.x op b.v.x, a.v.y op b.v.y}
#define LKS_VV3(op) {a.v.x op b.v.x, a.v.y op b.v.y, a.v.z op b.v.z}
#define LKS_VV4(op) {a.v.x op b.v.x, a.v.y op b.v.y, a.v.z op b.v.z, a.v.w op b.v.w}
#define LKS_VS2(op) {a.v.x op b.v, a.v.y op b.v}
#define LKS_VS3(op) {a.v.x op b.v, a.v.y op b.v, a.v.z op b.v}
#define LKS_VS4(op) {a.v.x op b.v, a.v.y op b.v, a.v.z op b.v, a.v.w op b.v}
#define LKS_SV2(op) {a.v op b.v.x, a.v op b.v.y}
#define LKS_SV3(op) {a.v op b.v.x, a.v op b.v.y, a.v op b.v.z}
#define LKS_SV4(op) {a.v op b.v.x, a.v op b.v.y, a.v op b.v.z, a.v op b.v.w}
#define LKS_OPERATOR(V, T, n, op)                                                                            \
  LKS_HD V operator op(lks_given<V> a, lks_given<V> b) { return LKS_VV##n(op); }                             \
  LKS_HD V operator op(lks_given<V> a, lks_given<T> b) { return LKS_VS##n(op); }                             \
  LKS_HD V operator op(lks_given<T> a, lks_given<V> b) { return LKS_SV##n(op); }                             \
  LKS_HD V &operator op##=(V &a, lks_given<V> b) { return a = lks_given<V>(a) op b; }                        \
  LKS_HD V &operator op##=(V &a, lks_given<T> b) { return a = lks_given<V>(a) op b; }
#define LKS_DOT2 a.v.x *b.v.x + a.v.y *b.v.y
#define LKS_DOT3 LKS_DOT2 + a.v.z *b.v.z
#define LKS_DOT4 LKS_DOT3 + a.v.w *b.v.w
#define LKS_ARITHMETIC(V, T, n)                                                                              \
  LKS_OPERATOR(V, T, n, +)                                                                                   \
  LKS_OPERATOR(V, T, n, -)                                                                                   \
  LKS_OPERATOR(V, T, n, *)                                                                                   \
  LKS_OPERATOR(V, T, n, /)                                                                                   \
  LKS_HD T dot(lks_given<V> a, lks_given<V> b) { return LKS_DOT##n; }
#define LKS_FAMILY(name, T)                                                                                  \
  LKS_ARITHMETIC(name##2, T, 2)                                                                              \
  LKS_ARITHMETIC(name##3, T, 3)                                                                              \
  LKS_ARITHMETIC(name##4, T, 4)                                                                              \
  LKS_HD name##2 make_##name##2(lks_given<T> s) { return {s.v, s.v}; }                                       \
  LKS_HD name##2 make_##name##2(lks_given<name##3> a) { return {a.v.x, a.v.y}; }                             \
  LKS_HD name##3 make_##name##3(lks_given<T> s) { return {s.v, s.v, s.v}; }                                  \
  LKS_HD name##3 make_##name##3(lks_given<name##2> a, lks_given<T> z) { return {a.v.x, a.v.y, z.v}; }        \
  LKS_HD name##3 make_##name##3(lks_given<name##4> a) { return {a.v.x, a.v.y, a.v.z}; }                      \
  LKS_HD name##4 make_##name##4(lks_given<T> s) { return {s.v, s.v, s.v, s.v}; }                             \
  LKS_HD name##4 make_##name##4(lks_given<name##3> a) { return {a.v.x, a.v.y, a.v.z, 0}; }                   \
  LKS_HD name##4 make_##name##4(lks_given<name##3> a, lks_given<T> w) { return {a.v.x, a.v.y, a.v.z, w.v}; }
LKS_FAMILY(float, float)
LKS_FAMILY(int, int)
LKS_FAMILY(uint, unsigned)

#define LKS_CONVERSION(to, from, T)                                                                          \
  LKS_HD to##2 make_##to##2(lks_given<from##2> a) { return {T(a.v.x), T(a.v.y)}; }                           \
  LKS_HD to##3 make_##to##3(lks_given<from##3> a) { return {T(a.v.x), T(a.v.y), T(a.v.z)}; }                 \
  LKS_HD to##4 make_##to##4(lks_given<from##4> a) { return {T(a.v.x), T(a.v.y), T(a.v.z), T(a.v.w)}; }
LKS_CONVERSION(float, int, float)
LKS_CONVERSION(float, uint, float)
LKS_CONVERSION(int, float, int)
LKS_CONVERSION(int, uint, int)
LKS_CONVERSION(uint, int, unsigned)

LKS_HD float clamp(lks_real a, lks_real lo, lks_real hi) { return fmaxf(lo.v, fminf(a.v, hi.v)); }
LKS_HD float lerp(lks_real a, lks_real b, lks_real t) { return a.v + t.v * (b.v - a.v); }
LKS_HD float saturate(lks_real a) { return fmaxf(0.0f, fminf(a.v, 1.0f)); }
#define LKS_FLOATS2(f) {f(x), f(y)}
#define LKS_FLOATS3(f) {f(x), f(y), f(z)}
#define LKS_FLOATS4(f) {f(x), f(y), f(z), f(w)}
#define LKS_CLAMPED(m) fmaxf(lo.v, fminf(a.v.m, hi.v))
#define LKS_CLAMPED_EACH(m) fmaxf(lo.v.m, fminf(a.v.m, hi.v.m))
#define LKS_GEOMETRY(V, n)                                                                                   \
  LKS_HD V operator-(lks_given<V> a) { return a * lks_given<float>(-1.0f); }                                 \
  LKS_HD float length(lks_given<V> a) { return sqrtf(dot(a, a)); }                                           \
  LKS_HD V normalize(lks_given<V> a) { return a * lks_given<float>(rsqrtf(dot(a, a))); }                     \
  LKS_HD V lerp(lks_given<V> a, lks_given<V> b, lks_given<float> t) {                                        \
    return a + lks_given<V>(t * lks_given<V>(b - a));                                                        \
  }                                                                                                          \
  LKS_HD V clamp(lks_given<V> a, lks_given<float> lo, lks_given<float> hi) { return LKS_FLOATS##n(LKS_CLAMPED); } \
  LKS_HD V clamp(lks_given<V> a, lks_given<V> lo, lks_given<V> hi) { return LKS_FLOATS##n(LKS_CLAMPED_EACH); }
LKS_GEOMETRY(float2, 2)
LKS_GEOMETRY(float3, 3)
LKS_GEOMETRY(float4, 4)
LKS_HD float3 cross(lks_given<float3> a, lks_given<float3> b) {
  return {a.v.y * b.v.z - a.v.z * b.v.y, a.v.z * b.v.x - a.v.x * b.v.z, a.v.x * b.v.y - a.v.y * b.v.x};
}
LKS_HD float3 reflect(lks_given<float3> i, lks_given<float3> n) {
  return i - lks_given<float3>(lks_given<float3>(lks_given<float>(2.0f) * n) * lks_given<float>(dot(n, i)));
}

#undef LKS_VV2
#undef LKS_VV3
#undef LKS_VV4
#undef LKS_VS2
#undef LKS_VS3
#undef LKS_VS4
#undef LKS_SV2
#undef LKS_SV3
#undef LKS_SV4
#undef LKS_OPERATOR
#undef LKS_DOT2
#undef LKS_DOT3
#undef LKS_DOT4
#undef LKS_ARITHMETIC
#undef LKS_FAMILY
#undef LKS_CONVERSION
#undef LKS_FLOATS2
#undef LKS_FLOATS3
#undef LKS_FLOATS4
#undef LKS_CLAMPED
#undef LKS_CLAMPED_EACH
#undef LKS_GEOMETRY
