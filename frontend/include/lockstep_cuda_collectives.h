// lockstep_cuda_collectives.h: what cooperative groups compute together, served as <cooperative_groups/reduce.h>, scan.h and
// memcpy_async.h. Only declared but for the operations: what a kernel calls of it is refused by name.
#pragma once

namespace cooperative_groups {

#define LKS_OPERATION(name, expression)                                                                      \
  template <class T> struct name {                                                                           \
    LKS_MEMBER T operator()(T a, T b) const { return expression; }                                           \
  };
LKS_OPERATION(plus, a + b) LKS_OPERATION(less, b < a ? b : a) LKS_OPERATION(greater, a < b ? b : a)
LKS_OPERATION(bit_and, a & b) LKS_OPERATION(bit_or, a | b) LKS_OPERATION(bit_xor, a ^ b)
#undef LKS_OPERATION

template <class Group, class T, class Op> __device__ T reduce(const Group &, T v, Op op);
template <class Group, class A, class T, class Op> __device__ void reduce_update_async(const Group &, A &to, T v, Op op);
template <class Group, class A, class T, class Op> __device__ void reduce_store_async(const Group &, A *to, T v, Op op);
template <class Group, class T, class Op> __device__ T inclusive_scan(const Group &, T v, Op op);
template <class Group, class T> __device__ T inclusive_scan(const Group &, T v);
template <class Group, class T, class Op> __device__ T exclusive_scan(const Group &, T v, Op op);
template <class Group, class T> __device__ T exclusive_scan(const Group &, T v);
template <class Group, class A, class T, class Op> __device__ T inclusive_scan_update(const Group &, A &to, T v, Op op);
template <class Group, class A, class T, class Op> __device__ T exclusive_scan_update(const Group &, A &to, T v, Op op);

template <class Group, class To, class From, class Shape> __device__ void memcpy_async(const Group &, To *to, const From *from, Shape size);
template <class Group, class To, class ToShape, class From, class FromShape>
__device__ void memcpy_async(const Group &, To *to, ToShape room, const From *from, FromShape size);
template <class Group> __device__ void wait(const Group &);
template <unsigned Stages, class Group> __device__ void wait_prior(const Group &);

template <class Group, class F> __device__ void invoke_one(const Group &, F f);
template <class Group, class F> __device__ auto invoke_one_broadcast(const Group &, F f) -> decltype(f());

} // namespace cooperative_groups
