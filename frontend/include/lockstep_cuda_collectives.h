// lockstep_cuda_collectives.h: what cooperative groups compute together, served as <cooperative_groups/reduce.h>, scan.h and
// memcpy_async.h. Sums, extrema and bitwise combinations of numbers are one exchange; other operations combine values that
// are shuffled. What is only declared is refused by name.
#pragma once

namespace cooperative_groups {

#define LKS_OPERATION(name, word, expression)                                                                \
  template <class T> struct name {                                                                           \
    LKS_MEMBER T operator()(T a, T b) const { return expression; }                                           \
  };                                                                                                         \
  template <class T> struct __lockstep_exchanged<name<T>> {                                                  \
    static constexpr int integers = 1, floats = 0 LKS_FLOATS_##word;                                         \
    LKS_MEMBER static unsigned of(__lockstep_mask m, unsigned n, unsigned v) { return __lockstep_exchange_##word##_u32(m, n, v); } \
    LKS_MEMBER static int of(__lockstep_mask m, unsigned n, int v) { return __lockstep_exchange_##word##_i32(m, n, v); } \
    LKS_MEMBER static unsigned long long of(__lockstep_mask m, unsigned n, unsigned long long v) { return __lockstep_exchange_##word##_u64(m, n, v); } \
    LKS_MEMBER static long long of(__lockstep_mask m, unsigned n, long long v) { return __lockstep_exchange_##word##_i64(m, n, v); } \
    LKS_OF_FLOATS_##word                                                                                     \
  };
#define LKS_OF_FLOATS(word)                                                                                  \
  LKS_MEMBER static float of(__lockstep_mask m, unsigned n, float v) {                                       \
    return __builtin_bit_cast(float, __lockstep_exchange_##word##_b32(m, n, __builtin_bit_cast(unsigned, v))); \
  }                                                                                                          \
  LKS_MEMBER static double of(__lockstep_mask m, unsigned n, double v) {                                     \
    return __builtin_bit_cast(double, __lockstep_exchange_##word##_b64(m, n, __builtin_bit_cast(unsigned long long, v))); \
  }
#define LKS_FLOATS_add +1
#define LKS_FLOATS_min +1
#define LKS_FLOATS_max +1
#define LKS_FLOATS_and
#define LKS_FLOATS_or
#define LKS_FLOATS_xor
#define LKS_OF_FLOATS_add LKS_OF_FLOATS(fadd)
#define LKS_OF_FLOATS_min LKS_OF_FLOATS(fmin)
#define LKS_OF_FLOATS_max LKS_OF_FLOATS(fmax)
#define LKS_OF_FLOATS_and
#define LKS_OF_FLOATS_or
#define LKS_OF_FLOATS_xor
template <class Op> struct __lockstep_exchanged { static constexpr int integers = 0, floats = 0; };
LKS_OPERATION(plus, add, a + b) LKS_OPERATION(less, min, b < a ? b : a) LKS_OPERATION(greater, max, a < b ? b : a)
LKS_OPERATION(bit_and, and, a & b) LKS_OPERATION(bit_or, or, a | b) LKS_OPERATION(bit_xor, xor, a ^ b)
#undef LKS_OPERATION

// The exchange's type for a number; void: it has none.
template <class T> struct __lockstep_number { typedef void type; };
#define LKS_NUMBER(from, to) template <> struct __lockstep_number<from> { typedef to type; };
LKS_NUMBER(char, int) LKS_NUMBER(signed char, int) LKS_NUMBER(unsigned char, unsigned) LKS_NUMBER(short, int)
LKS_NUMBER(unsigned short, unsigned) LKS_NUMBER(int, int) LKS_NUMBER(unsigned, unsigned)
LKS_NUMBER(long long, long long) LKS_NUMBER(unsigned long long, unsigned long long)
LKS_NUMBER(float, float) LKS_NUMBER(double, double)
template <> struct __lockstep_number<long> { typedef long long type; };
template <> struct __lockstep_number<unsigned long> { typedef unsigned long long type; };
#undef LKS_NUMBER
template <class T, class Op> constexpr bool __lockstep_one_exchange =
    __is_integral(typename __lockstep_number<T>::type) ? __lockstep_exchanged<Op>::integers != 0
    : __is_floating_point(typename __lockstep_number<T>::type) && __lockstep_exchanged<Op>::floats != 0;
template <class T, class Op> constexpr bool __lockstep_sums =
    __is_integral(typename __lockstep_number<T>::type) && __is_same(Op, plus<T>);

// What the first of a tile has, as a combination: that is one value for all, whoever of them has ended.
template <unsigned From, unsigned Words> LKS_D void __lockstep_words_of_first(unsigned lanes, unsigned rank, __lockstep_words<Words> &v) {
  if constexpr (From < Words) {
    v.w[From] = __lockstep_exchange_or_u32(__lockstep_all_lanes, lanes, rank == 0 ? v.w[From] : 0);
    __lockstep_words_of_first<From + 1>(lanes, rank, v);
  }
}
template <class T> LKS_D T __lockstep_of_first(unsigned lanes, unsigned rank, T v) {
  __lockstep_words<(sizeof(T) + 3) / 4> all{};
  __builtin_memcpy(&all, &v, sizeof(T));
  __lockstep_words_of_first<0>(lanes, rank, all);
  __builtin_memcpy(&v, &all, sizeof(T));
  return v;
}
template <unsigned By, unsigned Size, class T, class Op> LKS_D T __lockstep_folded(unsigned rank, T v, Op op) {
  if constexpr (By < Size)
    return __lockstep_folded<2 * By, Size>(rank, (T)op(v, __lockstep_shuffled(__lockstep_all_lanes, Size, v, rank ^ By)), op);
  else
    return __lockstep_of_first(Size, rank, v);
}
template <unsigned Size, class Parent, class T, class Op>
LKS_D T reduce(const thread_block_tile<Size, Parent> &t, T v, Op op) {
  if constexpr (__lockstep_one_exchange<T, Op>)
    return (T)__lockstep_exchanged<Op>::of(__lockstep_all_lanes, Size, (typename __lockstep_number<T>::type)v);
  else
    return __lockstep_folded<1, Size>(t.thread_rank(), v, op);
}
template <class T, class Op> LKS_D T reduce(const coalesced_group &g, T v, Op op) {
  if constexpr (__lockstep_one_exchange<T, Op>) {
    return (T)__lockstep_exchanged<Op>::of(g.lockstep_members(), 1 << 16, (typename __lockstep_number<T>::type)v);
  } else {
    T all = g.shfl(v, 0);
    for (unsigned i = 1; i < g.size(); ++i)
      all = op(all, g.shfl(v, i));
    return all;
  }
}
template <class Group, class T, class Op> __device__ T reduce(const Group &, T v, Op op);
template <class Group, class A, class T, class Op> __device__ void reduce_update_async(const Group &, A &to, T v, Op op);
template <class Group, class A, class T, class Op> __device__ void reduce_store_async(const Group &, A *to, T v, Op op);

template <class T> LKS_D T __lockstep_before(__lockstep_mask mask, unsigned lanes, T v) {
  if constexpr (sizeof(T) == 8)
    return (T)__lockstep_exchange_before_b64(mask, lanes, (unsigned long long)v);
  else
    return (T)__lockstep_exchange_before_b32(mask, lanes, (unsigned)v);
}
template <unsigned By, unsigned Size, class T, class Op> LKS_D T __lockstep_scanned(unsigned rank, T v, Op op) {
  if constexpr (By < Size) {
    const T other = __lockstep_shuffled(__lockstep_all_lanes, Size, v, rank >= By ? rank - By : rank);
    if (rank >= By)
      v = op(other, v);
    return __lockstep_scanned<2 * By, Size>(rank, v, op);
  } else {
    return v;
  }
}
template <unsigned Size, class Parent, class T, class Op = plus<T>>
LKS_D T inclusive_scan(const thread_block_tile<Size, Parent> &t, T v, Op op = Op()) {
  if constexpr (__lockstep_sums<T, Op>)
    return (T)(__lockstep_before(__lockstep_all_lanes, Size, v) + v);
  else
    return __lockstep_scanned<1, Size>(t.thread_rank(), v, op);
}
template <class T, class Op = plus<T>> LKS_D T inclusive_scan(const coalesced_group &g, T v, Op op = Op()) {
  if constexpr (__lockstep_sums<T, Op>) {
    return (T)(__lockstep_before(g.lockstep_members(), 1 << 16, v) + v);
  } else {
    T all = g.shfl(v, 0);
    for (unsigned i = 1; i < g.size(); ++i) {
      const T next = g.shfl(v, i);
      if (i <= g.thread_rank())
        all = op(all, next);
    }
    return all;
  }
}
// The first gets zero, where that is what a sum or a combination of nothing is; else any value.
template <class T, class Op> LKS_D T __lockstep_of_none() {
  if constexpr (__is_same(Op, plus<T>) || __is_same(Op, bit_or<T>) || __is_same(Op, bit_xor<T>))
    return T();
  else
    return __lockstep_any<T>();
}
template <unsigned Size, class Parent, class T, class Op = plus<T>>
LKS_D T exclusive_scan(const thread_block_tile<Size, Parent> &t, T v, Op op = Op()) {
  if constexpr (__lockstep_sums<T, Op>) {
    return __lockstep_before(__lockstep_all_lanes, Size, v);
  } else {
    const T before = t.shfl_up(inclusive_scan(t, v, op), 1);
    return t.thread_rank() == 0 ? __lockstep_of_none<T, Op>() : before;
  }
}
template <class T, class Op = plus<T>> LKS_D T exclusive_scan(const coalesced_group &g, T v, Op op = Op()) {
  if constexpr (__lockstep_sums<T, Op>) {
    return __lockstep_before(g.lockstep_members(), 1 << 16, v);
  } else {
    const T before = g.shfl_up(inclusive_scan(g, v, op), 1);
    return g.thread_rank() == 0 ? __lockstep_of_none<T, Op>() : before;
  }
}
template <class Group, class T, class Op> __device__ T inclusive_scan(const Group &, T v, Op op);
template <class Group, class T> __device__ T inclusive_scan(const Group &, T v);
template <class Group, class T, class Op> __device__ T exclusive_scan(const Group &, T v, Op op);
template <class Group, class T> __device__ T exclusive_scan(const Group &, T v);
template <class Group, class A, class T, class Op> __device__ T inclusive_scan_update(const Group &, A &to, T v, Op op);
template <class Group, class A, class T, class Op> __device__ T exclusive_scan_update(const Group &, A &to, T v, Op op);

// Copies that the group's threads share out, each a group of the hardware; a wait is a barrier of them, too. Other groups:
// only declared.
template <class Group> struct __lockstep_lanes;
template <> struct __lockstep_lanes<thread_block> { static constexpr unsigned n = 1; };
template <unsigned Size, class Parent> struct __lockstep_lanes<thread_block_tile<Size, Parent>> {
  static constexpr unsigned n = Size == 1 ? 0 : Size;
};
template <class Group, class To, class From, class Shape> __device__ void memcpy_async(const Group &, To *to, const From *from, Shape size);
template <class Group, class To, class ToShape, class From, class FromShape>
__device__ void memcpy_async(const Group &, To *to, ToShape room, const From *from, FromShape size);
template <class Group> __device__ void wait(const Group &);
template <unsigned Stages, class Group> __device__ void wait_prior(const Group &);
#define LKS_COPIES(parameters, group)                                                                        \
  template <parameters class To, class From, class Shape> LKS_D void memcpy_async(const group &, To *to, const From *from, Shape size) { \
    __lockstep_copy(to, from, (size_t)size, (size_t)size, __lockstep_lanes<group>::n, 2);                    \
    __lockstep_copy_commit(2);                                                                               \
  }                                                                                                          \
  template <parameters class To, class ToShape, class From, class FromShape>                                 \
  LKS_D void memcpy_async(const group &, To *to, ToShape room, const From *from, FromShape size) {           \
    const size_t there = (size_t)room * sizeof(To), here = (size_t)size * sizeof(From), bytes = here < there ? here : there; \
    __lockstep_copy(to, from, bytes, bytes, __lockstep_lanes<group>::n, 2);                                  \
    __lockstep_copy_commit(2);                                                                               \
  }
#define LKS_COMMA ,
LKS_COPIES(, thread_block)
LKS_COPIES(unsigned Size LKS_COMMA class Parent LKS_COMMA, thread_block_tile<Size LKS_COMMA Parent>)
#undef LKS_COMMA
#undef LKS_COPIES
LKS_D void wait(const thread_block &g) {
  __lockstep_copy_wait(0, 2, 1);
  g.sync();
}
template <unsigned Size, class Parent> LKS_D void wait(const thread_block_tile<Size, Parent> &g) {
  __lockstep_copy_wait(0, 2, __lockstep_lanes<thread_block_tile<Size, Parent>>::n);
  g.sync();
}
template <unsigned Stages> LKS_D void wait_prior(const thread_block &g) {
  __lockstep_copy_wait(Stages, 2, 1);
  g.sync();
}
template <unsigned Stages, unsigned Size, class Parent> LKS_D void wait_prior(const thread_block_tile<Size, Parent> &g) {
  __lockstep_copy_wait(Stages, 2, __lockstep_lanes<thread_block_tile<Size, Parent>>::n);
  g.sync();
}

// One of the group runs it, nobody knows which.
template <class Group, class F> LKS_D void invoke_one(const Group &g, F f) {
  if (g.thread_rank() == g.lockstep_any() % g.size())
    f();
}
template <class Group, class F> LKS_D auto invoke_one_broadcast(const Group &g, F f) -> decltype(f()) {
  const unsigned who = g.lockstep_any() % g.size();
  decltype(f()) out{};
  if (g.thread_rank() == who)
    out = f();
  return g.shfl(out, who);
}
template <class F> __device__ void invoke_one(const thread_block &, F f);
template <class F> __device__ auto invoke_one_broadcast(const thread_block &, F f) -> decltype(f());

} // namespace cooperative_groups
