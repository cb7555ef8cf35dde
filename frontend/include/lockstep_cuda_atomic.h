// lockstep_cuda_atomic.h: libcu++'s atomics, served as <cuda/atomic>. Its memory orders are numbered as C++'s.
#pragma once
#include "lockstep_cuda_std.h"

namespace cuda {

enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };
namespace std {
enum memory_order { memory_order_relaxed, memory_order_consume, memory_order_acquire, memory_order_release, memory_order_acq_rel, memory_order_seq_cst };
}
using std::memory_order; using std::memory_order_relaxed; using std::memory_order_consume; using std::memory_order_acquire;
using std::memory_order_release; using std::memory_order_acq_rel; using std::memory_order_seq_cst;

#define LKS_CLANG_SCOPE (S == thread_scope_thread ? 4 : (int)S)
#define LKS_ATOMIC_OPERATIONS(place)                                                                         \
  typedef T value_type;                                                                                      \
  LKS_MEMBER T load(memory_order o = memory_order_seq_cst) const { return __scoped_atomic_load_n(place, (int)o, LKS_CLANG_SCOPE); } \
  LKS_MEMBER void store(T v, memory_order o = memory_order_seq_cst) { __scoped_atomic_store_n(place, v, (int)o, LKS_CLANG_SCOPE); } \
  LKS_MEMBER T exchange(T v, memory_order o = memory_order_seq_cst) { return __scoped_atomic_exchange_n(place, v, (int)o, LKS_CLANG_SCOPE); } \
  LKS_MEMBER T fetch_add(T v, memory_order o = memory_order_seq_cst) { return __scoped_atomic_fetch_add(place, v, (int)o, LKS_CLANG_SCOPE); } \
  LKS_MEMBER T fetch_sub(T v, memory_order o = memory_order_seq_cst) { return __scoped_atomic_fetch_sub(place, v, (int)o, LKS_CLANG_SCOPE); } \
  LKS_MEMBER T fetch_and(T v, memory_order o = memory_order_seq_cst) { return __scoped_atomic_fetch_and(place, v, (int)o, LKS_CLANG_SCOPE); } \
  LKS_MEMBER T fetch_or(T v, memory_order o = memory_order_seq_cst) { return __scoped_atomic_fetch_or(place, v, (int)o, LKS_CLANG_SCOPE); } \
  LKS_MEMBER T fetch_xor(T v, memory_order o = memory_order_seq_cst) { return __scoped_atomic_fetch_xor(place, v, (int)o, LKS_CLANG_SCOPE); } \
  LKS_MEMBER T fetch_min(T v, memory_order o = memory_order_seq_cst) { return __scoped_atomic_fetch_min(place, v, (int)o, LKS_CLANG_SCOPE); } \
  LKS_MEMBER T fetch_max(T v, memory_order o = memory_order_seq_cst) { return __scoped_atomic_fetch_max(place, v, (int)o, LKS_CLANG_SCOPE); } \
  LKS_MEMBER bool compare_exchange_strong(T &e, T v, memory_order o, memory_order failing) {                  \
    return __scoped_atomic_compare_exchange_n(place, &e, v, false, (int)o, (int)failing, LKS_CLANG_SCOPE);     \
  }                                                                                                          \
  LKS_MEMBER bool compare_exchange_strong(T &e, T v, memory_order o = memory_order_seq_cst) {                 \
    return compare_exchange_strong(e, v, o, (memory_order)__LOCKSTEP_FAILING((int)o));                         \
  }                                                                                                          \
  LKS_MEMBER bool compare_exchange_weak(T &e, T v, memory_order o, memory_order failing) {                  \
    return __scoped_atomic_compare_exchange_n(place, &e, v, true, (int)o, (int)failing, LKS_CLANG_SCOPE);     \
  }                                                                                                          \
  LKS_MEMBER bool compare_exchange_weak(T &e, T v, memory_order o = memory_order_seq_cst) {                 \
    return compare_exchange_weak(e, v, o, (memory_order)__LOCKSTEP_FAILING((int)o));                         \
  }                                                                                                          \
  LKS_MEMBER T operator=(T v) { store(v); return v; }                                                        \
  LKS_MEMBER operator T() const { return load(); }                                                           \
  LKS_MEMBER T operator++() { return fetch_add(1) + 1; }                                                     \
  LKS_MEMBER T operator++(int) { return fetch_add(1); }                                                      \
  LKS_MEMBER T operator--() { return fetch_sub(1) - 1; }                                                     \
  LKS_MEMBER T operator--(int) { return fetch_sub(1); }                                                      \
  LKS_MEMBER T operator+=(T v) { return fetch_add(v) + v; }                                                  \
  LKS_MEMBER T operator-=(T v) { return fetch_sub(v) - v; }                                                  \
  __device__ void wait(T, memory_order = memory_order_seq_cst) const;                                        \
  __device__ void notify_one();                                                                              \
  __device__ void notify_all();

template <class T, thread_scope S = thread_scope_system> struct atomic {
  T value;
  atomic() = default;
  LKS_MEMBER constexpr atomic(T v) : value(v) {}
  LKS_ATOMIC_OPERATIONS(&value)
};
template <class T, thread_scope S = thread_scope_system> struct atomic_ref {
  T *place;
  LKS_MEMBER explicit atomic_ref(T &v) : place(&v) {}
  LKS_ATOMIC_OPERATIONS(place)
};
namespace std {
template <class T> using atomic = ::cuda::atomic<T, ::cuda::thread_scope_system>;
template <class T> using atomic_ref = ::cuda::atomic_ref<T, ::cuda::thread_scope_system>;
}
LKS_D void atomic_thread_fence(memory_order o, thread_scope s = thread_scope_system) {
  if (s != thread_scope_thread)
    __lockstep_fence(3 - (int)s, (int)o);
}

} // namespace cuda
