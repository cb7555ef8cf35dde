// lockstep_std_cpp.h: the part of C++'s library that kernels and simple host code use. Part of lockstep_std.h.
#pragma once

namespace std {

using ::size_t;
using ::ptrdiff_t;
typedef decltype(nullptr) nullptr_t;
using ::int8_t; using ::int16_t; using ::int32_t; using ::int64_t;
using ::uint8_t; using ::uint16_t; using ::uint32_t; using ::uint64_t;
using ::abs; using ::acos; using ::asin; using ::atan; using ::atan2; using ::ceil; using ::cos; using ::cosh; using ::exp;
using ::fabs; using ::floor; using ::fmod; using ::fmin; using ::fmax; using ::fma; using ::isnan; using ::isinf;
using ::isfinite; using ::log; using ::log10; using ::log2; using ::pow; using ::round; using ::sin; using ::sinh;
using ::sqrt; using ::tan; using ::tanh; using ::trunc; using ::hypot; using ::cbrt; using ::exp2; using ::erf;
using ::printf; using ::fprintf; using ::memcpy; using ::memmove; using ::memset; using ::malloc; using ::free;
using ::calloc; using ::exit; using ::abort; using ::atoi; using ::atof; using ::rand; using ::srand; using ::strlen;
using ::strcmp; using ::getenv; using ::time; using ::FILE; using ::fopen; using ::fclose; using ::sprintf;

// type_traits
template <class T, T V> struct integral_constant { static constexpr T value = V; typedef T value_type; constexpr operator T() const { return V; } };
typedef integral_constant<bool, true> true_type;
typedef integral_constant<bool, false> false_type;
template <bool B, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { typedef T type; };
template <bool B, class T = void> using enable_if_t = typename enable_if<B, T>::type;
template <bool B, class T, class F> struct conditional { typedef T type; };
template <class T, class F> struct conditional<false, T, F> { typedef F type; };
template <bool B, class T, class F> using conditional_t = typename conditional<B, T, F>::type;
template <class T, class U> struct is_same : integral_constant<bool, __is_same(T, U)> {};
template <class T, class U> inline constexpr bool is_same_v = __is_same(T, U);
#define LKS_TRAIT(name)                                                                                      \
  template <class T> struct name : integral_constant<bool, __##name(T)> {};                                  \
  template <class T> inline constexpr bool name##_v = __##name(T);
LKS_TRAIT(is_integral) LKS_TRAIT(is_floating_point) LKS_TRAIT(is_arithmetic) LKS_TRAIT(is_signed) LKS_TRAIT(is_unsigned)
LKS_TRAIT(is_pointer) LKS_TRAIT(is_enum) LKS_TRAIT(is_class) LKS_TRAIT(is_const) LKS_TRAIT(is_void) LKS_TRAIT(is_reference)
LKS_TRAIT(is_array) LKS_TRAIT(is_trivially_copyable)
#undef LKS_TRAIT
template <class T> struct remove_reference { typedef __remove_reference_t(T) type; };
template <class T> using remove_reference_t = typename remove_reference<T>::type;
template <class T> struct remove_cv { typedef __remove_cv(T) type; };
template <class T> using remove_cv_t = typename remove_cv<T>::type;
template <class T> struct remove_const { typedef __remove_const(T) type; };
template <class T> using remove_const_t = typename remove_const<T>::type;
template <class T> struct remove_pointer { typedef __remove_pointer(T) type; };
template <class T> using remove_pointer_t = typename remove_pointer<T>::type;
template <class T> struct decay { typedef __decay(T) type; };
template <class T> using decay_t = typename decay<T>::type;
template <class T> struct make_unsigned { typedef __make_unsigned(T) type; };
template <class T> using make_unsigned_t = typename make_unsigned<T>::type;
template <class T> struct make_signed { typedef __make_signed(T) type; };
template <class T> using make_signed_t = typename make_signed<T>::type;

// utility, algorithm, array
template <class T> LKS_HD constexpr remove_reference_t<T> &&move(T &&v) { return static_cast<remove_reference_t<T> &&>(v); }
template <class T> LKS_HD constexpr T &&forward(remove_reference_t<T> &v) { return static_cast<T &&>(v); }
template <class T> LKS_HD constexpr const T &min(const T &a, const T &b) { return b < a ? b : a; }
template <class T> LKS_HD constexpr const T &max(const T &a, const T &b) { return a < b ? b : a; }
template <class T> LKS_HD constexpr void swap(T &a, T &b) { T t = a; a = b; b = t; }
template <class A, class B> struct pair {
  A first;
  B second;
  LKS_MEMBER constexpr pair() : first(), second() {}
  LKS_MEMBER constexpr pair(const A &a, const B &b) : first(a), second(b) {}
};
template <class A, class B> LKS_HD constexpr pair<A, B> make_pair(A a, B b) { return pair<A, B>(a, b); }
template <class T, size_t N> struct array {
  T elements[N];
  LKS_MEMBER constexpr T &operator[](size_t i) { return elements[i]; }
  LKS_MEMBER constexpr const T &operator[](size_t i) const { return elements[i]; }
  LKS_MEMBER constexpr size_t size() const { return N; }
  LKS_MEMBER constexpr T *data() { return elements; }
  LKS_MEMBER constexpr T *begin() { return elements; }
  LKS_MEMBER constexpr T *end() { return elements + N; }
  LKS_MEMBER constexpr const T *data() const { return elements; }
  LKS_MEMBER constexpr const T *begin() const { return elements; }
  LKS_MEMBER constexpr const T *end() const { return elements + N; }
  LKS_MEMBER constexpr T &front() { return elements[0]; }
  LKS_MEMBER constexpr T &back() { return elements[N - 1]; }
  LKS_MEMBER constexpr const T &front() const { return elements[0]; }
  LKS_MEMBER constexpr const T &back() const { return elements[N - 1]; }
  LKS_MEMBER constexpr bool empty() const { return N == 0; }
  LKS_MEMBER constexpr void fill(const T &v) {
    for (size_t i = 0; i < N; ++i)
      elements[i] = v;
  }
};

// limits
template <class T> struct numeric_limits { static constexpr bool is_specialized = false; };
#define LKS_LIMITS(T, lo, hi, low, integer, ...)                                                             \
  template <> struct numeric_limits<T> {                                                                     \
    static constexpr bool is_specialized = true, is_integer = integer, is_signed = (T)-1 < (T)0, is_exact = integer; \
    static constexpr bool has_infinity = !integer, has_quiet_NaN = !integer, has_signaling_NaN = !integer, is_iec559 = !integer; \
    static constexpr int radix = 2, digits = integer ? sizeof(T) * 8 - is_signed : sizeof(T) == 4 ? 24 : 53; \
    static constexpr int digits10 = integer ? digits * 3 / 10 : sizeof(T) == 4 ? 6 : 15;                     \
    LKS_MEMBER static constexpr T min() { return lo; }                                                       \
    LKS_MEMBER static constexpr T max() { return hi; }                                                       \
    LKS_MEMBER static constexpr T lowest() { return low; }                                                   \
    __VA_ARGS__                                                                                              \
  };
#define LKS_INTEGER_LIMITS(T, lo, hi) LKS_LIMITS(T, lo, hi, lo, true)
LKS_INTEGER_LIMITS(bool, false, true)
LKS_INTEGER_LIMITS(char, CHAR_MIN, CHAR_MAX)
LKS_INTEGER_LIMITS(signed char, SCHAR_MIN, SCHAR_MAX)
LKS_INTEGER_LIMITS(unsigned char, 0, UCHAR_MAX)
LKS_INTEGER_LIMITS(short, SHRT_MIN, SHRT_MAX)
LKS_INTEGER_LIMITS(unsigned short, 0, USHRT_MAX)
LKS_INTEGER_LIMITS(int, INT_MIN, INT_MAX)
LKS_INTEGER_LIMITS(unsigned, 0, UINT_MAX)
LKS_INTEGER_LIMITS(long, LONG_MIN, LONG_MAX)
LKS_INTEGER_LIMITS(unsigned long, 0, ULONG_MAX)
LKS_INTEGER_LIMITS(long long, LLONG_MIN, LLONG_MAX)
LKS_INTEGER_LIMITS(unsigned long long, 0, ULLONG_MAX)
#define LKS_FLOAT_LIMITS(eps, inf, nan)                                                                      \
  LKS_MEMBER static constexpr auto epsilon() { return eps; }                                                 \
  LKS_MEMBER static constexpr auto infinity() { return inf; }                                                \
  LKS_MEMBER static constexpr auto quiet_NaN() { return nan; }
LKS_LIMITS(float, FLT_MIN, FLT_MAX, -FLT_MAX, false, LKS_FLOAT_LIMITS(FLT_EPSILON, __builtin_huge_valf(), __builtin_nanf("")))
LKS_LIMITS(double, DBL_MIN, DBL_MAX, -DBL_MAX, false, LKS_FLOAT_LIMITS(DBL_EPSILON, __builtin_huge_val(), __builtin_nan("")))
#undef LKS_LIMITS

} // namespace std

#include "lockstep_std_traits.h"
#include "lockstep_std_host.h"
