// lockstep_cuda_std.h: libcu++'s cuda::std, served as <cuda/std/*>: the names of lockstep_std.h, all of which kernels may use.
#pragma once
#include "lockstep_std.h"

namespace std {

// functional
#define LKS_OPERATION(name, op)                                                                              \
  template <class T = void> struct name {                                                                    \
    LKS_MEMBER constexpr auto operator()(const T &a, const T &b) const { return a op b; }                    \
  };                                                                                                         \
  template <> struct name<void> {                                                                            \
    template <class A, class B> LKS_MEMBER constexpr auto operator()(const A &a, const B &b) const { return a op b; } \
  };
LKS_OPERATION(plus, +) LKS_OPERATION(minus, -) LKS_OPERATION(multiplies, *) LKS_OPERATION(less, <) LKS_OPERATION(greater, >)
LKS_OPERATION(equal_to, ==) LKS_OPERATION(bit_and, &) LKS_OPERATION(bit_or, |) LKS_OPERATION(bit_xor, ^)
#undef LKS_OPERATION
struct identity {
  template <class T> LKS_MEMBER constexpr T &&operator()(T &&v) const { return static_cast<T &&>(v); }
};

// tuple
template <class... T> struct tuple {};
template <class H, class... R> struct tuple<H, R...> {
  H head;
  tuple<R...> rest;
  LKS_MEMBER constexpr tuple() : head(), rest() {}
  LKS_MEMBER constexpr tuple(const H &h, const R &...r) : head(h), rest(r...) {}
};
template <size_t I, class T> struct tuple_element;
template <class H, class... R> struct tuple_element<0, tuple<H, R...>> { typedef H type; };
template <size_t I, class H, class... R> struct tuple_element<I, tuple<H, R...>> : tuple_element<I - 1, tuple<R...>> {};
template <size_t I, class T> using tuple_element_t = typename tuple_element<I, T>::type;
template <class T> struct tuple_size;
template <class... T> struct tuple_size<tuple<T...>> : integral_constant<size_t, sizeof...(T)> {};
template <size_t I, class H, class... R> LKS_HD constexpr tuple_element_t<I, tuple<H, R...>> &get(tuple<H, R...> &t) {
  if constexpr (I == 0)
    return t.head;
  else
    return get<I - 1>(t.rest);
}
template <size_t I, class H, class... R> LKS_HD constexpr const tuple_element_t<I, tuple<H, R...>> &get(const tuple<H, R...> &t) {
  if constexpr (I == 0)
    return t.head;
  else
    return get<I - 1>(t.rest);
}
template <class... T> LKS_HD constexpr tuple<T...> make_tuple(T... v) { return tuple<T...>(v...); }

} // namespace std

namespace cuda {
namespace std {
using namespace ::std;
}
} // namespace cuda
