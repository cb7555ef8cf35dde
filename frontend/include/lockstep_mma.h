// lockstep_mma.h: warp matrix operations, served as <mma.h>.
//
// Which threads hold, read and write which elements of a matrix is not specified. A load reads one row of the matrix in
// each thread, nobody knows which; a store writes each row in one thread, nobody knows in which. Elements have any value.
// Sound because for whatever thread accesses an element, and whoever else meets it there, some choice of the rows lets a
// thread meet it that is ordered with it no better. Elements of less than a byte are refused.
#pragma once
#include "lockstep_half.h"
#include "lockstep_bf16.h"

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
// Of a type that memory holds as another: that, and how many elements one of it holds.
template <class T> struct __lockstep_element { typedef T type; static constexpr int in_one = 1; };
template <> struct __lockstep_element<precision::tf32> { typedef float type; static constexpr int in_one = 1; };
template <> struct __lockstep_element<experimental::precision::u4> { typedef unsigned type; static constexpr int in_one = 8; };
template <> struct __lockstep_element<experimental::precision::s4> { typedef int type; static constexpr int in_one = 8; };
template <> struct __lockstep_element<experimental::precision::b1> { typedef unsigned type; static constexpr int in_one = 32; };
template <class T> struct __lockstep_loaded { typedef typename __lockstep_element<T>::type type; };
template <> struct __lockstep_loaded<experimental::precision::u4> {};
template <> struct __lockstep_loaded<experimental::precision::s4> {};
template <> struct __lockstep_loaded<experimental::precision::b1> {};

template <class Use, int lks_m, int lks_n, int lks_k> struct __lockstep_matrix;
template <int lks_m, int lks_n, int lks_k> struct __lockstep_matrix<matrix_a, lks_m, lks_n, lks_k> { static constexpr int rows = lks_m, columns = lks_k; };
template <int lks_m, int lks_n, int lks_k> struct __lockstep_matrix<matrix_b, lks_m, lks_n, lks_k> { static constexpr int rows = lks_k, columns = lks_n; };
template <int lks_m, int lks_n, int lks_k> struct __lockstep_matrix<accumulator, lks_m, lks_n, lks_k> { static constexpr int rows = lks_m, columns = lks_n; };

template <class Use, int lks_m, int lks_n, int lks_k, class T, class Layout = void> struct fragment {
  typedef __lockstep_matrix<Use, lks_m, lks_n, lks_k> __lockstep_shape;
  typedef typename __lockstep_element<T>::type element_type;
  typedef element_type storage_element_type;
  static constexpr bool __lockstep_doubled = !__is_same(Use, accumulator) && __is_same(T, __half);
  static constexpr int num_elements =
      __lockstep_doubled ? 16 : __lockstep_shape::rows * __lockstep_shape::columns / 32 / __lockstep_element<T>::in_one;
  static constexpr int num_storage_elements = num_elements;
  element_type x[num_elements];
  LKS_D_MEMBER void __lockstep_compute() {
    for (int i = 0; i < num_elements; ++i)
      x[i] = __lockstep_any<element_type>();
  }
};
template <class Use, int lks_m, int lks_n, int lks_k, class T, class L, class V> LKS_D void fill_fragment(fragment<Use, lks_m, lks_n, lks_k, T, L> &f, const V &v) {
  for (int i = 0; i < f.num_elements; ++i)
    f.x[i] = (typename fragment<Use, lks_m, lks_n, lks_k, T, L>::element_type)v;
}

constexpr unsigned __lockstep_alike = 1 << 18; // that the arguments are the same for the warp's threads is an assumption
template <int Bytes> struct __lockstep_bytes;
template <> struct __lockstep_bytes<1> { typedef unsigned char type; };
template <> struct __lockstep_bytes<2> { typedef unsigned short type; };
template <> struct __lockstep_bytes<4> { typedef unsigned type; };
template <> struct __lockstep_bytes<8> { typedef unsigned long long type; };
template <int Count, class T> LKS_D void __lockstep_read_row(const volatile T *row) {
  if constexpr (Count > 0) {
    __lockstep_read_row<Count - 1>(row);
    (void)row[Count - 1];
  }
}
template <int Count, class T> LKS_D void __lockstep_write_row(T *row, T v) {
  if constexpr (Count > 0) {
    __lockstep_write_row<Count - 1>(row, v);
    row[Count - 1] = v;
  }
}
template <int Rows, int Columns, class T> LKS_D void __lockstep_read(const T *from, unsigned ldm) {
  (void)__lockstep_exchange_any(__lockstep_all_lanes, __lockstep_alike, 0);
  const T *row = from + (unsigned long long)(__lockstep_any_i32() % Rows) * ldm;
  __lockstep_read_row<Columns>((const typename __lockstep_bytes<sizeof(T)>::type *)row);
}
template <int Rows, int Columns, class T> LKS_D void __lockstep_write(T *to, unsigned ldm) {
  const unsigned first = __lockstep_exchange_add_u32(__lockstep_all_lanes, __lockstep_alike, __lockstep_any_i32());
  const unsigned row = (__lockstep_lane_id() + first % __lockstep_warp_size()) % __lockstep_warp_size();
  if (row < Rows)
    __lockstep_write_row<Columns>(to + (unsigned long long)row * ldm, __lockstep_any<T>());
}

template <class Use, int lks_m, int lks_n, int lks_k, class T, class L>
LKS_D void load_matrix_sync(fragment<Use, lks_m, lks_n, lks_k, T, L> &f, const typename __lockstep_loaded<T>::type *from, unsigned ldm) {
  typedef __lockstep_matrix<Use, lks_m, lks_n, lks_k> shape;
  if constexpr (__is_same(L, row_major))
    __lockstep_read<shape::rows, shape::columns>(from, ldm);
  else
    __lockstep_read<shape::columns, shape::rows>(from, ldm);
  f.__lockstep_compute();
}
template <int lks_m, int lks_n, int lks_k, class T>
LKS_D void load_matrix_sync(fragment<accumulator, lks_m, lks_n, lks_k, T> &f, const T *from, unsigned ldm, layout_t layout) {
  if (layout == mem_row_major)
    __lockstep_read<lks_m, lks_n>(from, ldm);
  else
    __lockstep_read<lks_n, lks_m>(from, ldm);
  f.__lockstep_compute();
}
template <int lks_m, int lks_n, int lks_k, class T>
LKS_D void store_matrix_sync(T *to, const fragment<accumulator, lks_m, lks_n, lks_k, T> &, unsigned ldm, layout_t layout) {
  if (layout == mem_row_major)
    __lockstep_write<lks_m, lks_n>(to, ldm);
  else
    __lockstep_write<lks_n, lks_m>(to, ldm);
}
template <int lks_m, int lks_n, int lks_k, class D, class A, class LA, class B, class LB, class C>
LKS_D void mma_sync(fragment<accumulator, lks_m, lks_n, lks_k, D> &d, const fragment<matrix_a, lks_m, lks_n, lks_k, A, LA> &,
                    const fragment<matrix_b, lks_m, lks_n, lks_k, B, LB> &, const fragment<accumulator, lks_m, lks_n, lks_k, C> &, bool = false) {
  (void)__lockstep_exchange_any(__lockstep_all_lanes, 0, 0);
  d.__lockstep_compute();
}
LKS_D float __float_to_tf32(float v) {
  return __builtin_bit_cast(float, (__builtin_bit_cast(unsigned, v) + 0x1000u) & 0xffffe000u);
}

// Of elements that are less than a byte.
#define LKS_SMALL(type)                                                                                      \
  template <class Use, int lks_m, int lks_n, int lks_k, class L>                                                         \
  __device__ void load_matrix_sync(fragment<Use, lks_m, lks_n, lks_k, experimental::precision::type, L> &f, const void *from, unsigned ldm);
LKS_SMALL(u4) LKS_SMALL(s4) LKS_SMALL(b1)
#undef LKS_SMALL
template <class D, class A, class B, class C>
__device__ void bmma_sync(D &d, const A &a, const B &b, const C &c, experimental::bmmaBitOp = experimental::bmmaBitOpXOR, experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC);

} // namespace wmma
} // namespace nvcuda
