// lockstep_mma.h: warp matrix operations, served as <mma.h>. Only declared: what a kernel calls of it is refused by name.
#pragma once
#include "lockstep_half.h"

namespace nvcuda {
namespace wmma {

struct row_major {};
struct col_major {};
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32 {};
}
namespace experimental {
namespace precision {
struct u4 {};
struct s4 {};
struct b1 {};
}
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
}
template <class T> struct __lockstep_element { typedef T type; };
template <> struct __lockstep_element<precision::tf32> { typedef float type; };
template <> struct __lockstep_element<experimental::precision::u4> { typedef unsigned type; };
template <> struct __lockstep_element<experimental::precision::s4> { typedef int type; };
template <> struct __lockstep_element<experimental::precision::b1> { typedef unsigned type; };

template <class Use, int M, int N, int K, class T, class Layout = void> struct fragment {
  typedef typename __lockstep_element<T>::type element_type;
  static constexpr int num_elements = 16;
  element_type x[num_elements];
  __device__ fragment();
};
template <class F, class T> __device__ void fill_fragment(F &f, const T &v);
template <class F, class T> __device__ void load_matrix_sync(F &f, const T *from, unsigned ldm);
template <class F, class T> __device__ void load_matrix_sync(F &f, const T *from, unsigned ldm, layout_t layout);
template <class F, class T> __device__ void store_matrix_sync(T *to, const F &f, unsigned ldm, layout_t layout);
template <class D, class A, class B, class C> __device__ void mma_sync(D &d, const A &a, const B &b, const C &c, bool saturate = false);
template <class D, class A, class B, class C>
__device__ void bmma_sync(D &d, const A &a, const B &b, const C &c, experimental::bmmaBitOp = experimental::bmmaBitOpXOR, experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC);
__device__ float __float_to_tf32(float v);

} // namespace wmma
} // namespace nvcuda
