// lockstep_scopes.h: Clang's atomic operations with a scope, for every language. Their scope is said in front, since Clang
// does not keep it for our targets.
#pragma once

#ifdef __cplusplus
#define __LOCKSTEP_AUTO auto
#else
#define __LOCKSTEP_AUTO __auto_type
#endif

// Clang's scopes: system, device, work group, wave front, single thread. HIP's: single thread 1 ... system 5.
#define __LOCKSTEP_SCOPE(s) __lockstep_scope((s) >= 0 && (s) <= 1 ? 0 : (s) - 1)
#define __LOCKSTEP_HIP_SCOPE(s) __lockstep_scope((s) == 5 ? 0 : 4 - (s))
#ifndef __HIP_MEMORY_SCOPE_SINGLETHREAD
#define __HIP_MEMORY_SCOPE_SINGLETHREAD 1
#define __HIP_MEMORY_SCOPE_WAVEFRONT 2
#define __HIP_MEMORY_SCOPE_WORKGROUP 3
#define __HIP_MEMORY_SCOPE_AGENT 4
#define __HIP_MEMORY_SCOPE_SYSTEM 5
#endif

// What is left of an order where a compare-and-swap does not write.
#define __LOCKSTEP_FAILING(o)                                                                                \
  ((o) == __ATOMIC_RELEASE ? __ATOMIC_RELAXED : (o) == __ATOMIC_ACQ_REL ? __ATOMIC_ACQUIRE : (o))

#define __LOCKSTEP_ATOMIC1(scope, f, p, order)                                                               \
  ({                                                                                                         \
    __LOCKSTEP_AUTO __lks_p = (p);                                                                           \
    scope;                                                                                                   \
    f(__lks_p, order);                                                                                       \
  })
#define __LOCKSTEP_ATOMIC2(scope, f, p, v, order)                                                            \
  ({                                                                                                         \
    __LOCKSTEP_AUTO __lks_p = (p);                                                                           \
    __LOCKSTEP_AUTO __lks_v = (v);                                                                           \
    scope;                                                                                                   \
    f(__lks_p, __lks_v, order);                                                                              \
  })
#define __LOCKSTEP_ATOMIC3(scope, f, p, v, w, order)                                                         \
  ({                                                                                                         \
    __LOCKSTEP_AUTO __lks_p = (p);                                                                           \
    __LOCKSTEP_AUTO __lks_v = (v);                                                                           \
    __LOCKSTEP_AUTO __lks_w = (w);                                                                           \
    scope;                                                                                                   \
    f(__lks_p, __lks_v, __lks_w, order);                                                                     \
  })
// Success and failure have orders of their own.
#define __LOCKSTEP_ATOMIC_CAS(scope, f, p, expected, desired, weak, order, failing)                          \
  ({                                                                                                         \
    __LOCKSTEP_AUTO __lks_p = (p);                                                                           \
    __LOCKSTEP_AUTO __lks_e = (expected);                                                                    \
    __LOCKSTEP_AUTO __lks_d = (desired);                                                                     \
    scope;                                                                                                   \
    f(__lks_p, __lks_e, __lks_d, weak, order, failing);                                                      \
  })

#define __scoped_atomic_load_n(p, o, s) __LOCKSTEP_ATOMIC1(__LOCKSTEP_SCOPE(s), __atomic_load_n, p, o)
#define __scoped_atomic_load(p, to, o, s) __LOCKSTEP_ATOMIC2(__LOCKSTEP_SCOPE(s), __atomic_load, p, to, o)
#define __scoped_atomic_store_n(p, v, o, s) __LOCKSTEP_ATOMIC2(__LOCKSTEP_SCOPE(s), __atomic_store_n, p, v, o)
#define __scoped_atomic_store(p, from, o, s) __LOCKSTEP_ATOMIC2(__LOCKSTEP_SCOPE(s), __atomic_store, p, from, o)
#define __scoped_atomic_exchange_n(p, v, o, s) __LOCKSTEP_ATOMIC2(__LOCKSTEP_SCOPE(s), __atomic_exchange_n, p, v, o)
#define __scoped_atomic_exchange(p, from, to, o, s) __LOCKSTEP_ATOMIC3(__LOCKSTEP_SCOPE(s), __atomic_exchange, p, from, to, o)
#define __scoped_atomic_compare_exchange_n(p, e, d, w, o, f, s)                                              \
  __LOCKSTEP_ATOMIC_CAS(__LOCKSTEP_SCOPE(s), __atomic_compare_exchange_n, p, e, d, w, o, f)
#define __scoped_atomic_compare_exchange(p, e, d, w, o, f, s)                                                \
  __LOCKSTEP_ATOMIC_CAS(__LOCKSTEP_SCOPE(s), __atomic_compare_exchange, p, e, d, w, o, f)
#define __scoped_atomic_fetch_add(p, v, o, s) __LOCKSTEP_ATOMIC2(__LOCKSTEP_SCOPE(s), __atomic_fetch_add, p, v, o)
#define __scoped_atomic_fetch_sub(p, v, o, s) __LOCKSTEP_ATOMIC2(__LOCKSTEP_SCOPE(s), __atomic_fetch_sub, p, v, o)
#define __scoped_atomic_fetch_and(p, v, o, s) __LOCKSTEP_ATOMIC2(__LOCKSTEP_SCOPE(s), __atomic_fetch_and, p, v, o)
#define __scoped_atomic_fetch_or(p, v, o, s) __LOCKSTEP_ATOMIC2(__LOCKSTEP_SCOPE(s), __atomic_fetch_or, p, v, o)
#define __scoped_atomic_fetch_xor(p, v, o, s) __LOCKSTEP_ATOMIC2(__LOCKSTEP_SCOPE(s), __atomic_fetch_xor, p, v, o)
#define __scoped_atomic_fetch_nand(p, v, o, s) __LOCKSTEP_ATOMIC2(__LOCKSTEP_SCOPE(s), __atomic_fetch_nand, p, v, o)
#define __scoped_atomic_fetch_min(p, v, o, s) __LOCKSTEP_ATOMIC2(__LOCKSTEP_SCOPE(s), __atomic_fetch_min, p, v, o)
#define __scoped_atomic_fetch_max(p, v, o, s) __LOCKSTEP_ATOMIC2(__LOCKSTEP_SCOPE(s), __atomic_fetch_max, p, v, o)
#define __scoped_atomic_add_fetch(p, v, o, s) __LOCKSTEP_ATOMIC2(__LOCKSTEP_SCOPE(s), __atomic_add_fetch, p, v, o)
#define __scoped_atomic_sub_fetch(p, v, o, s) __LOCKSTEP_ATOMIC2(__LOCKSTEP_SCOPE(s), __atomic_sub_fetch, p, v, o)
#define __scoped_atomic_and_fetch(p, v, o, s) __LOCKSTEP_ATOMIC2(__LOCKSTEP_SCOPE(s), __atomic_and_fetch, p, v, o)
#define __scoped_atomic_or_fetch(p, v, o, s) __LOCKSTEP_ATOMIC2(__LOCKSTEP_SCOPE(s), __atomic_or_fetch, p, v, o)
#define __scoped_atomic_xor_fetch(p, v, o, s) __LOCKSTEP_ATOMIC2(__LOCKSTEP_SCOPE(s), __atomic_xor_fetch, p, v, o)
#define __scoped_atomic_nand_fetch(p, v, o, s) __LOCKSTEP_ATOMIC2(__LOCKSTEP_SCOPE(s), __atomic_nand_fetch, p, v, o)
#define __scoped_atomic_min_fetch(p, v, o, s) __LOCKSTEP_ATOMIC2(__LOCKSTEP_SCOPE(s), __atomic_min_fetch, p, v, o)
#define __scoped_atomic_max_fetch(p, v, o, s) __LOCKSTEP_ATOMIC2(__LOCKSTEP_SCOPE(s), __atomic_max_fetch, p, v, o)

#define __hip_atomic_load(p, o, s) __LOCKSTEP_ATOMIC1(__LOCKSTEP_HIP_SCOPE(s), __atomic_load_n, p, o)
#define __hip_atomic_store(p, v, o, s) __LOCKSTEP_ATOMIC2(__LOCKSTEP_HIP_SCOPE(s), __atomic_store_n, p, v, o)
#define __hip_atomic_exchange(p, v, o, s) __LOCKSTEP_ATOMIC2(__LOCKSTEP_HIP_SCOPE(s), __atomic_exchange_n, p, v, o)
#define __hip_atomic_compare_exchange_weak(p, e, d, o, f, s)                                                 \
  __LOCKSTEP_ATOMIC_CAS(__LOCKSTEP_HIP_SCOPE(s), __atomic_compare_exchange_n, p, e, d, 1, o, f)
#define __hip_atomic_compare_exchange_strong(p, e, d, o, f, s)                                               \
  __LOCKSTEP_ATOMIC_CAS(__LOCKSTEP_HIP_SCOPE(s), __atomic_compare_exchange_n, p, e, d, 0, o, f)
#define __hip_atomic_fetch_add(p, v, o, s) __LOCKSTEP_ATOMIC2(__LOCKSTEP_HIP_SCOPE(s), __atomic_fetch_add, p, v, o)
#define __hip_atomic_fetch_sub(p, v, o, s) __LOCKSTEP_ATOMIC2(__LOCKSTEP_HIP_SCOPE(s), __atomic_fetch_sub, p, v, o)
#define __hip_atomic_fetch_and(p, v, o, s) __LOCKSTEP_ATOMIC2(__LOCKSTEP_HIP_SCOPE(s), __atomic_fetch_and, p, v, o)
#define __hip_atomic_fetch_or(p, v, o, s) __LOCKSTEP_ATOMIC2(__LOCKSTEP_HIP_SCOPE(s), __atomic_fetch_or, p, v, o)
#define __hip_atomic_fetch_xor(p, v, o, s) __LOCKSTEP_ATOMIC2(__LOCKSTEP_HIP_SCOPE(s), __atomic_fetch_xor, p, v, o)
#define __hip_atomic_fetch_min(p, v, o, s) __LOCKSTEP_ATOMIC2(__LOCKSTEP_HIP_SCOPE(s), __atomic_fetch_min, p, v, o)
#define __hip_atomic_fetch_max(p, v, o, s) __LOCKSTEP_ATOMIC2(__LOCKSTEP_HIP_SCOPE(s), __atomic_fetch_max, p, v, o)

// CUDA's, whose scope may be left out: thread 0, block 1, cluster 2 (which holds the block: a smaller one orders less),
// device 3, system 4.
#ifdef __CUDA__
#define __NV_ATOMIC_RELAXED __ATOMIC_RELAXED
#define __NV_ATOMIC_CONSUME __ATOMIC_CONSUME
#define __NV_ATOMIC_ACQUIRE __ATOMIC_ACQUIRE
#define __NV_ATOMIC_RELEASE __ATOMIC_RELEASE
#define __NV_ATOMIC_ACQ_REL __ATOMIC_ACQ_REL
#define __NV_ATOMIC_SEQ_CST __ATOMIC_SEQ_CST
#define __NV_THREAD_SCOPE_THREAD 0
#define __NV_THREAD_SCOPE_BLOCK 1
#define __NV_THREAD_SCOPE_CLUSTER 2
#define __NV_THREAD_SCOPE_DEVICE 3
#define __NV_THREAD_SCOPE_SYSTEM 4
#define __LOCKSTEP_FIRST(a, ...) a
#define __LOCKSTEP_NV_SCOPE(s) __lockstep_scope((s) == 0 ? 3 : (s) <= 2 ? 1 : 0)
#define __LOCKSTEP_NV(...) __LOCKSTEP_NV_SCOPE(__LOCKSTEP_FIRST(__VA_ARGS__ __VA_OPT__(,) 4, 4))
#define __nv_atomic_load_n(p, o, ...) __LOCKSTEP_ATOMIC1(__LOCKSTEP_NV(__VA_ARGS__), __atomic_load_n, p, o)
#define __nv_atomic_load(p, to, o, ...) __LOCKSTEP_ATOMIC2(__LOCKSTEP_NV(__VA_ARGS__), __atomic_load, p, to, o)
#define __nv_atomic_store_n(p, v, o, ...) __LOCKSTEP_ATOMIC2(__LOCKSTEP_NV(__VA_ARGS__), __atomic_store_n, p, v, o)
#define __nv_atomic_store(p, from, o, ...) __LOCKSTEP_ATOMIC2(__LOCKSTEP_NV(__VA_ARGS__), __atomic_store, p, from, o)
#define __nv_atomic_exchange_n(p, v, o, ...) __LOCKSTEP_ATOMIC2(__LOCKSTEP_NV(__VA_ARGS__), __atomic_exchange_n, p, v, o)
#define __nv_atomic_exchange(p, from, to, o, ...) __LOCKSTEP_ATOMIC3(__LOCKSTEP_NV(__VA_ARGS__), __atomic_exchange, p, from, to, o)
// It is as strong as the stronger of the two orders; of a release and an acquire the first counts.
#define __LOCKSTEP_NV_STRONGER(o, f) ((o) == __ATOMIC_RELAXED || (f) == __ATOMIC_SEQ_CST ? (f) : (o))
#define __nv_atomic_compare_exchange_n(p, e, d, w, o, f, ...)                                                  \
  __LOCKSTEP_ATOMIC_CAS(__LOCKSTEP_NV(__VA_ARGS__), __atomic_compare_exchange_n, p, e, d, w, __LOCKSTEP_NV_STRONGER(o, f), \
                        __LOCKSTEP_FAILING(__LOCKSTEP_NV_STRONGER(o, f)))
#define __nv_atomic_compare_exchange(p, e, d, w, o, f, ...)                                                  \
  __LOCKSTEP_ATOMIC_CAS(__LOCKSTEP_NV(__VA_ARGS__), __atomic_compare_exchange, p, e, d, w, __LOCKSTEP_NV_STRONGER(o, f), \
                        __LOCKSTEP_FAILING(__LOCKSTEP_NV_STRONGER(o, f)))
#define __nv_atomic_fetch_add(p, v, o, ...) __LOCKSTEP_ATOMIC2(__LOCKSTEP_NV(__VA_ARGS__), __atomic_fetch_add, p, v, o)
#define __nv_atomic_fetch_sub(p, v, o, ...) __LOCKSTEP_ATOMIC2(__LOCKSTEP_NV(__VA_ARGS__), __atomic_fetch_sub, p, v, o)
#define __nv_atomic_fetch_and(p, v, o, ...) __LOCKSTEP_ATOMIC2(__LOCKSTEP_NV(__VA_ARGS__), __atomic_fetch_and, p, v, o)
#define __nv_atomic_fetch_or(p, v, o, ...) __LOCKSTEP_ATOMIC2(__LOCKSTEP_NV(__VA_ARGS__), __atomic_fetch_or, p, v, o)
#define __nv_atomic_fetch_xor(p, v, o, ...) __LOCKSTEP_ATOMIC2(__LOCKSTEP_NV(__VA_ARGS__), __atomic_fetch_xor, p, v, o)
#define __nv_atomic_fetch_min(p, v, o, ...) __LOCKSTEP_ATOMIC2(__LOCKSTEP_NV(__VA_ARGS__), __atomic_fetch_min, p, v, o)
#define __nv_atomic_fetch_max(p, v, o, ...) __LOCKSTEP_ATOMIC2(__LOCKSTEP_NV(__VA_ARGS__), __atomic_fetch_max, p, v, o)
#define __nv_atomic_add(...) ((void)__nv_atomic_fetch_add(__VA_ARGS__))
#define __nv_atomic_sub(...) ((void)__nv_atomic_fetch_sub(__VA_ARGS__))
#define __nv_atomic_and(...) ((void)__nv_atomic_fetch_and(__VA_ARGS__))
#define __nv_atomic_or(...) ((void)__nv_atomic_fetch_or(__VA_ARGS__))
#define __nv_atomic_xor(...) ((void)__nv_atomic_fetch_xor(__VA_ARGS__))
#define __nv_atomic_min(...) ((void)__nv_atomic_fetch_min(__VA_ARGS__))
#define __nv_atomic_max(...) ((void)__nv_atomic_fetch_max(__VA_ARGS__))
#define __LOCKSTEP_NV_FENCE(o, s) ((s) == 0 ? (void)0 : __lockstep_fence((s) <= 2 ? 1 : (s) - 1, o))
#define __nv_atomic_thread_fence(o, ...) __LOCKSTEP_NV_FENCE(o, __LOCKSTEP_FIRST(__VA_ARGS__ __VA_OPT__(,) 4, 4))
#endif

// OpenCL's functions are calls, with their scope; the builtins that other compilers' headers make them of are not.
#if defined(__OPENCL_C_VERSION__) && __OPENCL_C_VERSION__ >= 200
#define __opencl_atomic_load(p, o, s) atomic_load_explicit(p, o, s)
#define __opencl_atomic_store(p, v, o, s) atomic_store_explicit(p, v, o, s)
#define __opencl_atomic_exchange(p, v, o, s) atomic_exchange_explicit(p, v, o, s)
#define __opencl_atomic_compare_exchange_strong(p, e, d, o, f, s) atomic_compare_exchange_strong_explicit(p, e, d, o, f, s)
#define __opencl_atomic_compare_exchange_weak(p, e, d, o, f, s) atomic_compare_exchange_weak_explicit(p, e, d, o, f, s)
#define __opencl_atomic_fetch_add(p, v, o, s) atomic_fetch_add_explicit(p, v, o, s)
#define __opencl_atomic_fetch_sub(p, v, o, s) atomic_fetch_sub_explicit(p, v, o, s)
#define __opencl_atomic_fetch_and(p, v, o, s) atomic_fetch_and_explicit(p, v, o, s)
#define __opencl_atomic_fetch_or(p, v, o, s) atomic_fetch_or_explicit(p, v, o, s)
#define __opencl_atomic_fetch_xor(p, v, o, s) atomic_fetch_xor_explicit(p, v, o, s)
#define __opencl_atomic_fetch_min(p, v, o, s) atomic_fetch_min_explicit(p, v, o, s)
#define __opencl_atomic_fetch_max(p, v, o, s) atomic_fetch_max_explicit(p, v, o, s)
#endif
