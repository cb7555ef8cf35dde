// lockstep_cuda.h: CUDA's language as far as device code needs it, forced into every CUDA and HIP source file in place
// of a toolkit's headers. What each __lockstep_* function means: lockstep_builtins.h.
#pragma once

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __managed__ __attribute__((device))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __grid_constant__
#define __cluster_dims__(...)
#define __maxnreg__(n)
#define __device_builtin__
#define __cudart_builtin__
#define CUDARTAPI
#define CUDART_CB
#define __nv_pure__ __attribute__((pure))

// How our own functions are declared: LKS_D device, LKS_HD host and device; with a body; or declared, pure and known by name.
#define LKS_D static __inline__ __attribute__((device, always_inline, nodebug, unused))
#define LKS_HD static __inline__ __attribute__((host, device, always_inline, nodebug, unused))
#define LKS_MEMBER __attribute__((host, device, always_inline, nodebug))
#define LKS_DECLARE extern "C" __attribute__((device, nothrow))
#define LKS_MATH extern "C" __attribute__((host, device, const, nothrow))

typedef __SIZE_TYPE__ size_t;
#ifndef NULL
#define NULL __null
#endif

#include "lockstep_cuda_types.h"

// --- geometry ---------------------------------------------------------------------------------------------------
LKS_DECLARE __attribute__((const)) unsigned __lockstep_local_id(unsigned dim);
LKS_DECLARE __attribute__((const)) unsigned __lockstep_group_id(unsigned dim);
LKS_DECLARE __attribute__((const)) unsigned __lockstep_local_size(unsigned dim);
LKS_DECLARE __attribute__((const)) unsigned __lockstep_num_groups(unsigned dim);
LKS_DECLARE __attribute__((const)) unsigned __lockstep_warp_size(void);
LKS_DECLARE __attribute__((const)) unsigned __lockstep_lane_id(void);

#define LKS_COORDINATES(type, function)                                                                      \
  struct type {                                                                                              \
    __declspec(property(get = get_x)) unsigned x;                                                            \
    __declspec(property(get = get_y)) unsigned y;                                                            \
    __declspec(property(get = get_z)) unsigned z;                                                            \
    __attribute__((device, always_inline, nodebug, const)) static unsigned get_x() { return function(0); }   \
    __attribute__((device, always_inline, nodebug, const)) static unsigned get_y() { return function(1); }   \
    __attribute__((device, always_inline, nodebug, const)) static unsigned get_z() { return function(2); }   \
    __attribute__((device, always_inline, nodebug)) operator uint3() const { return {get_x(), get_y(), get_z()}; } \
    __attribute__((device, always_inline, nodebug)) operator dim3() const { return dim3(get_x(), get_y(), get_z()); } \
  };
LKS_COORDINATES(__lockstep_thread_idx_t, __lockstep_local_id)
LKS_COORDINATES(__lockstep_block_idx_t, __lockstep_group_id)
LKS_COORDINATES(__lockstep_block_dim_t, __lockstep_local_size)
LKS_COORDINATES(__lockstep_grid_dim_t, __lockstep_num_groups)
struct __lockstep_warp_size_t {
  LKS_MEMBER constexpr __lockstep_warp_size_t() {}
  __attribute__((device, always_inline, nodebug)) operator int() const { return (int)__lockstep_warp_size(); }
};
extern const __device__ __lockstep_thread_idx_t threadIdx;
extern const __device__ __lockstep_block_idx_t blockIdx;
extern const __device__ __lockstep_block_dim_t blockDim;
extern const __device__ __lockstep_grid_dim_t gridDim;
extern const __device__ __lockstep_warp_size_t warpSize;

// --- barriers and fences ------------------------------------------------------------------------------------------
LKS_DECLARE __attribute__((convergent)) void __lockstep_barrier(int scope, int fences);
LKS_DECLARE __attribute__((convergent)) void __lockstep_barrier_warp(unsigned long long mask, unsigned lanes);
LKS_DECLARE __attribute__((convergent)) int __lockstep_barrier_count(int p);
LKS_DECLARE __attribute__((convergent)) int __lockstep_barrier_and(int p);
LKS_DECLARE __attribute__((convergent)) int __lockstep_barrier_or(int p);
LKS_DECLARE void __lockstep_fence(int scope, int order);
LKS_DECLARE __attribute__((convergent)) void __lockstep_copy(void *to, const void *from, size_t bytes, size_t read, unsigned lanes, int kind);
LKS_DECLARE void __lockstep_copy_commit(int kind);
LKS_DECLARE void __lockstep_copy_wait(unsigned prior, int kind, unsigned lanes);
LKS_DECLARE void __lockstep_copy_wait_oldest();
LKS_DECLARE void __lockstep_pipeline();
LKS_DECLARE __attribute__((convergent)) void __lockstep_phase_copy(void *to, const void *from, size_t bytes, size_t read, unsigned lanes, void *barrier);
LKS_DECLARE void __lockstep_phase_init(void *barrier, unsigned long long threads);
LKS_DECLARE __attribute__((convergent)) unsigned long long __lockstep_phase_arrive(void *barrier, unsigned long long threads);
LKS_DECLARE __attribute__((convergent)) void __lockstep_phase_wait(void *barrier, unsigned long long arrival);
LKS_DECLARE __attribute__((convergent)) void __lockstep_phase_meet(void *barrier);

LKS_D size_t __cvta_generic_to_shared(const void *p) { return (size_t)(__attribute__((address_space(3))) const void *)p; }
LKS_D size_t __cvta_generic_to_global(const void *p) { return (size_t)(__attribute__((address_space(1))) const void *)p; }
#define __syncthreads() __lockstep_barrier(1, 3) // Clang has a builtin of this name
LKS_D int __syncthreads_count(int p) { return __lockstep_barrier_count(p); }
LKS_D int __syncthreads_and(int p) { return __lockstep_barrier_and(p); }
LKS_D int __syncthreads_or(int p) { return __lockstep_barrier_or(p); }
LKS_D void __threadfence_block() { __lockstep_fence(1, 4); }
LKS_D void __threadfence() { __lockstep_fence(2, 4); }
LKS_D void __threadfence_system() { __lockstep_fence(3, 4); }

// --- atomics ------------------------------------------------------------------------------------------------------
#define LKS_ATOMIC(name, op, type, suffix)                                                                   \
  __device__ type name(type *p, type v) __asm__("__lockstep_atomic_" #op "_" #suffix);                       \
  __device__ type name##_system(type *p, type v) __asm__("__lockstep_atomic_" #op "_" #suffix);              \
  __device__ type name##_block(type *p, type v) __asm__("__lockstep_atomic_block_" #op "_" #suffix);
#define LKS_ATOMIC_32(name, op) LKS_ATOMIC(name, op, int, i32) LKS_ATOMIC(name, op, unsigned, u32)
#define LKS_ATOMIC_64(name, op)                                                                              \
  LKS_ATOMIC(name, op, long long, i64) LKS_ATOMIC(name, op, unsigned long long, u64) LKS_ATOMIC(name, op, unsigned long, u64)
LKS_ATOMIC_32(atomicAdd, add)
LKS_ATOMIC_64(atomicAdd, add)
LKS_ATOMIC(atomicAdd, add, float, f32)
LKS_ATOMIC(atomicAdd, add, double, f64)
LKS_ATOMIC_32(atomicSub, sub)
LKS_ATOMIC_32(atomicExch, exch)
LKS_ATOMIC_64(atomicExch, exch)
LKS_ATOMIC(atomicExch, exch, float, f32)
LKS_ATOMIC_32(atomicMin, min)
LKS_ATOMIC_64(atomicMin, min)
LKS_ATOMIC_32(atomicMax, max)
LKS_ATOMIC_64(atomicMax, max)
LKS_ATOMIC(atomicInc, inc, unsigned, u32)
LKS_ATOMIC(atomicDec, dec, unsigned, u32)
LKS_ATOMIC_32(atomicAnd, and)
LKS_ATOMIC_64(atomicAnd, and)
LKS_ATOMIC_32(atomicOr, or)
LKS_ATOMIC_64(atomicOr, or)
LKS_ATOMIC_32(atomicXor, xor)
LKS_ATOMIC_64(atomicXor, xor)
#define LKS_CAS(type, suffix)                                                                                \
  __device__ type atomicCAS(type *p, type expected, type desired) __asm__("__lockstep_atomic_cas_" #suffix);        \
  __device__ type atomicCAS_system(type *p, type expected, type desired) __asm__("__lockstep_atomic_cas_" #suffix); \
  __device__ type atomicCAS_block(type *p, type expected, type desired) __asm__("__lockstep_atomic_block_cas_" #suffix);
LKS_CAS(int, i32)
LKS_CAS(unsigned, u32)
LKS_CAS(long long, i64)
LKS_CAS(unsigned long long, u64)
LKS_CAS(unsigned short, u16)

// --- values that nothing is known about -----------------------------------------------------------------------------
LKS_DECLARE unsigned char __lockstep_any_i8(void);
LKS_DECLARE unsigned short __lockstep_any_i16(void);
LKS_DECLARE unsigned __lockstep_any_i32(void);
LKS_DECLARE unsigned long long __lockstep_any_i64(void);
LKS_DECLARE float __lockstep_any_f32(void);
LKS_DECLARE double __lockstep_any_f64(void);
template <unsigned N> struct __lockstep_words { unsigned w[N]; };
template <class T> LKS_D T __lockstep_any() {
  if constexpr (sizeof(T) == 1)
    return __builtin_bit_cast(T, __lockstep_any_i8());
  else if constexpr (sizeof(T) == 2)
    return __builtin_bit_cast(T, __lockstep_any_i16());
  else if constexpr (sizeof(T) == 4)
    return __builtin_bit_cast(T, __lockstep_any_i32());
  else if constexpr (sizeof(T) == 8)
    return __builtin_bit_cast(T, __lockstep_any_i64());
  else if constexpr (sizeof(T) == 12)
    return __builtin_bit_cast(T, __lockstep_words<3>{__lockstep_any_i32(), __lockstep_any_i32(), __lockstep_any_i32()});
  else {
    static_assert(sizeof(T) == 16, "a value of at most 16 bytes");
    return __builtin_bit_cast(T, __lockstep_words<4>{__lockstep_any_i32(), __lockstep_any_i32(), __lockstep_any_i32(), __lockstep_any_i32()});
  }
}
LKS_D long long clock64() { return (long long)__lockstep_any_i64(); }
LKS_D int clock() { return (int)__lockstep_any_i32(); }
LKS_D long long __clock64() { return (long long)__lockstep_any_i64(); }
LKS_D int __clock() { return (int)__lockstep_any_i32(); }
LKS_D unsigned long long globaltimer() { return __lockstep_any_i64(); }
LKS_D void __nanosleep(unsigned) {}

// --- the C library ------------------------------------------------------------------------------------------------
extern "C" __host__ __device__ void __lockstep_assert_fail(const char *text) __attribute__((nothrow));
LKS_DECLARE __attribute__((noreturn)) void __lockstep_exit(void);
LKS_DECLARE __attribute__((const)) const void *__lockstep_incoherent(const void *p);
LKS_DECLARE void *__lockstep_malloc(size_t n);
LKS_DECLARE void __lockstep_free(void *p);
extern "C" {
__host__ __device__ int printf(const char *, ...) __asm__("__lockstep_printf");
__host__ __device__ void *memcpy(void *, const void *, size_t);
__host__ __device__ void *memmove(void *, const void *, size_t);
__host__ __device__ void *memset(void *, int, size_t);
__host__ void *malloc(size_t);
__host__ void free(void *);
__host__ __attribute__((noreturn)) void exit(int);
}
__device__ void *malloc(size_t n) __asm__("__lockstep_malloc");
__device__ void free(void *p) __asm__("__lockstep_free");
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Winline-new-delete"
#define LKS_NEW __device__ __inline__ __attribute__((always_inline, nodebug))
LKS_NEW void *operator new(size_t n) { return __lockstep_malloc(n); }
LKS_NEW void *operator new[](size_t n) { return __lockstep_malloc(n); }
LKS_NEW void *operator new(size_t, void *p) noexcept { return p; }
LKS_NEW void *operator new[](size_t, void *p) noexcept { return p; }
LKS_NEW void operator delete(void *p) noexcept { __lockstep_free(p); }
LKS_NEW void operator delete[](void *p) noexcept { __lockstep_free(p); }
LKS_NEW void operator delete(void *p, size_t) noexcept { __lockstep_free(p); }
LKS_NEW void operator delete[](void *p, size_t) noexcept { __lockstep_free(p); }
#undef LKS_NEW
#pragma clang diagnostic pop
LKS_D void __trap() { __builtin_trap(); }
LKS_D void __brkpt() {}
#define assert(...) ((__VA_ARGS__) ? (void)0 : __lockstep_assert_fail(#__VA_ARGS__)) // see also <assert.h>

#include "lockstep_cuda_math.h"
#include "lockstep_cuda_vectors.h"
#include "lockstep_cuda_warp.h"
#include "lockstep_cuda_texture.h"
#include "lockstep_cuda_runtime.h"

// --- annotations on pointers ----------------------------------------------------------------------------------------
__LOCKSTEP_ON_POINTER()
LKS_DECLARE __attribute__((const)) int4 __lockstep_return_val_int4(void);
LKS_DECLARE __attribute__((const)) void *__lockstep_return_val_ptr(void);
LKS_DECLARE __attribute__((const)) int __lockstep_old_int(int);
LKS_DECLARE __attribute__((const)) bool __lockstep_old_bool(bool);
