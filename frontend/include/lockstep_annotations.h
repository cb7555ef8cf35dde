// lockstep_annotations.h: the annotations of GPUVerify's spelling, for every language; forced into every source file
// after lockstep_builtins.h, which says what the functions mean.
#pragma once

// --- statements: evaluated as specifications, where loads are not accesses ----------------------------------------
#define __LOCKSTEP_SPEC(call) (__lockstep_spec_begin(), call, __lockstep_spec_end())
#define __requires(...) __LOCKSTEP_SPEC(__lockstep_requires(__VA_ARGS__, #__VA_ARGS__))
#define __assume(...) __LOCKSTEP_SPEC(__lockstep_assume(__VA_ARGS__, #__VA_ARGS__))
#define __assert(...) __LOCKSTEP_SPEC(__lockstep_assert(__VA_ARGS__, #__VA_ARGS__))
#define __invariant(...) __LOCKSTEP_SPEC(__lockstep_invariant(__VA_ARGS__, #__VA_ARGS__))
#define __global_requires(...) __LOCKSTEP_SPEC(__lockstep_global_requires(__VA_ARGS__, #__VA_ARGS__))
#define __global_assert(...) __LOCKSTEP_SPEC(__lockstep_global_assert(__VA_ARGS__, #__VA_ARGS__))
#define __global_assume(...) __LOCKSTEP_SPEC(__lockstep_global_assume(__VA_ARGS__, #__VA_ARGS__))
#define __ensures(...) __LOCKSTEP_SPEC(__lockstep_ensures(__VA_ARGS__, #__VA_ARGS__))
#define __global_ensures(...) __LOCKSTEP_SPEC(__lockstep_global_ensures(__VA_ARGS__, #__VA_ARGS__))
#define __global_invariant(...) __LOCKSTEP_SPEC(__lockstep_global_invariant(__VA_ARGS__, #__VA_ARGS__))
#define __function_wide_invariant(...) __LOCKSTEP_SPEC(__lockstep_function_wide_invariant(__VA_ARGS__, #__VA_ARGS__))
#define __candidate_invariant(...) __LOCKSTEP_SPEC(__lockstep_candidate_invariant(__VA_ARGS__, #__VA_ARGS__))
#define __candidate_global_invariant(...)                                                                    \
  __LOCKSTEP_SPEC(__lockstep_candidate_global_invariant(__VA_ARGS__, #__VA_ARGS__))
#define __function_wide_candidate_invariant(...)                                                             \
  __LOCKSTEP_SPEC(__lockstep_function_wide_candidate_invariant(__VA_ARGS__, #__VA_ARGS__))
#define __reads_from(p) __LOCKSTEP_SPEC(__lockstep_reads_from(p))
#define __writes_to(p) __LOCKSTEP_SPEC(__lockstep_writes_to(p))
#define __requires_fresh_array(p) __LOCKSTEP_SPEC(__lockstep_requires_fresh_array(p))
#define __array_snapshot(to, from) __LOCKSTEP_SPEC(__lockstep_array_snapshot(to, from))
#define __read_permission(type, cell) ((void)(type)(cell)) // the thread reads it, so that nobody else writes there
#define __write_permission(type, cell) __lockstep_unsupported("__write_permission")

// An assumption about every kernel of the file, at file scope.
#define __LOCKSTEP_JOIN2(a, b) a##b
#define __LOCKSTEP_JOIN(a, b) __LOCKSTEP_JOIN2(a, b)
#define __axiom(...)                                                                                         \
  __LOCKSTEP_AXIOM __LOCKSTEP_JOIN(__lockstep_axiom_, __COUNTER__)(void) {       \
    __assume(__VA_ARGS__);                                                                                   \
  }

// Barrier invariants: what each thread claims in front of a barrier, and the threads (by local id) whose claims are of
// use behind it.
#define __LOCKSTEP_AT_BARRIER(claim, text) __LOCKSTEP_SPEC(__lockstep_barrier_invariant((claim), text))
#define __LOCKSTEP_OF_THREAD(id) __LOCKSTEP_SPEC(__lockstep_barrier_instance(id))
#define __barrier_invariant(...) __LOCKSTEP_SPEC(__lockstep_barrier_invariant(__VA_ARGS__, #__VA_ARGS__))
#define __LOCKSTEP_THREADS_1(id) __LOCKSTEP_OF_THREAD(id)
#define __LOCKSTEP_THREADS_2(id, ...) (__LOCKSTEP_OF_THREAD(id), __LOCKSTEP_THREADS_1(__VA_ARGS__))
#define __LOCKSTEP_THREADS_3(id, ...) (__LOCKSTEP_OF_THREAD(id), __LOCKSTEP_THREADS_2(__VA_ARGS__))
#define __LOCKSTEP_THREADS_4(id, ...) (__LOCKSTEP_OF_THREAD(id), __LOCKSTEP_THREADS_3(__VA_ARGS__))
#define __LOCKSTEP_THREADS_5(id, ...) (__LOCKSTEP_OF_THREAD(id), __LOCKSTEP_THREADS_4(__VA_ARGS__))
#define __LOCKSTEP_THREADS_6(id, ...) (__LOCKSTEP_OF_THREAD(id), __LOCKSTEP_THREADS_5(__VA_ARGS__))
#define __LOCKSTEP_THREADS_7(id, ...) (__LOCKSTEP_OF_THREAD(id), __LOCKSTEP_THREADS_6(__VA_ARGS__))
#define __LOCKSTEP_THREADS_8(id, ...) (__LOCKSTEP_OF_THREAD(id), __LOCKSTEP_THREADS_7(__VA_ARGS__))
#define __LOCKSTEP_THREADS_9(id, ...) (__LOCKSTEP_OF_THREAD(id), __LOCKSTEP_THREADS_8(__VA_ARGS__))
#define __LOCKSTEP_THREADS_10(id, ...) (__LOCKSTEP_OF_THREAD(id), __LOCKSTEP_THREADS_9(__VA_ARGS__))
#define __LOCKSTEP_THREADS_11(id, ...) (__LOCKSTEP_OF_THREAD(id), __LOCKSTEP_THREADS_10(__VA_ARGS__))
#define __LOCKSTEP_THREADS_12(id, ...) (__LOCKSTEP_OF_THREAD(id), __LOCKSTEP_THREADS_11(__VA_ARGS__))
#define __LOCKSTEP_THREADS_13(id, ...) (__LOCKSTEP_OF_THREAD(id), __LOCKSTEP_THREADS_12(__VA_ARGS__))
#define __LOCKSTEP_THREADS_14(id, ...) (__LOCKSTEP_OF_THREAD(id), __LOCKSTEP_THREADS_13(__VA_ARGS__))
#define __LOCKSTEP_THREADS_15(id, ...) (__LOCKSTEP_OF_THREAD(id), __LOCKSTEP_THREADS_14(__VA_ARGS__))
#define __LOCKSTEP_THREADS_16(id, ...) (__LOCKSTEP_OF_THREAD(id), __LOCKSTEP_THREADS_15(__VA_ARGS__))
#define __LOCKSTEP_THREADS_17(id, ...) (__LOCKSTEP_OF_THREAD(id), __LOCKSTEP_THREADS_16(__VA_ARGS__))
#define __LOCKSTEP_THREADS_18(id, ...) (__LOCKSTEP_OF_THREAD(id), __LOCKSTEP_THREADS_17(__VA_ARGS__))
#define __LOCKSTEP_THREADS_19(id, ...) (__LOCKSTEP_OF_THREAD(id), __LOCKSTEP_THREADS_18(__VA_ARGS__))
#define __LOCKSTEP_THREADS_20(id, ...) (__LOCKSTEP_OF_THREAD(id), __LOCKSTEP_THREADS_19(__VA_ARGS__))
#define __barrier_invariant_1(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_THREADS_1(__VA_ARGS__))
#define __barrier_invariant_2(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_THREADS_2(__VA_ARGS__))
#define __barrier_invariant_3(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_THREADS_3(__VA_ARGS__))
#define __barrier_invariant_4(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_THREADS_4(__VA_ARGS__))
#define __barrier_invariant_5(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_THREADS_5(__VA_ARGS__))
#define __barrier_invariant_6(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_THREADS_6(__VA_ARGS__))
#define __barrier_invariant_7(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_THREADS_7(__VA_ARGS__))
#define __barrier_invariant_8(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_THREADS_8(__VA_ARGS__))
#define __barrier_invariant_9(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_THREADS_9(__VA_ARGS__))
#define __barrier_invariant_10(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_THREADS_10(__VA_ARGS__))
#define __barrier_invariant_11(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_THREADS_11(__VA_ARGS__))
#define __barrier_invariant_12(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_THREADS_12(__VA_ARGS__))
#define __barrier_invariant_13(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_THREADS_13(__VA_ARGS__))
#define __barrier_invariant_14(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_THREADS_14(__VA_ARGS__))
#define __barrier_invariant_15(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_THREADS_15(__VA_ARGS__))
#define __barrier_invariant_16(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_THREADS_16(__VA_ARGS__))
#define __barrier_invariant_17(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_THREADS_17(__VA_ARGS__))
#define __barrier_invariant_18(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_THREADS_18(__VA_ARGS__))
#define __barrier_invariant_19(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_THREADS_19(__VA_ARGS__))
#define __barrier_invariant_20(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_THREADS_20(__VA_ARGS__))

// The same of two threads: what each pair of different threads of the group claims, and the pairs (two local ids each)
// whose claims are of use behind it.
#define __LOCKSTEP_OF_PAIR(id, other) __LOCKSTEP_SPEC(__lockstep_barrier_pair(id, other))
#define __barrier_invariant_binary(...) __LOCKSTEP_SPEC(__lockstep_barrier_invariant(__VA_ARGS__, #__VA_ARGS__))
#define __LOCKSTEP_PAIRS_1(id, other) __LOCKSTEP_OF_PAIR(id, other)
#define __LOCKSTEP_PAIRS_2(id, other, ...) (__LOCKSTEP_OF_PAIR(id, other), __LOCKSTEP_PAIRS_1(__VA_ARGS__))
#define __LOCKSTEP_PAIRS_3(id, other, ...) (__LOCKSTEP_OF_PAIR(id, other), __LOCKSTEP_PAIRS_2(__VA_ARGS__))
#define __LOCKSTEP_PAIRS_4(id, other, ...) (__LOCKSTEP_OF_PAIR(id, other), __LOCKSTEP_PAIRS_3(__VA_ARGS__))
#define __LOCKSTEP_PAIRS_5(id, other, ...) (__LOCKSTEP_OF_PAIR(id, other), __LOCKSTEP_PAIRS_4(__VA_ARGS__))
#define __LOCKSTEP_PAIRS_6(id, other, ...) (__LOCKSTEP_OF_PAIR(id, other), __LOCKSTEP_PAIRS_5(__VA_ARGS__))
#define __LOCKSTEP_PAIRS_7(id, other, ...) (__LOCKSTEP_OF_PAIR(id, other), __LOCKSTEP_PAIRS_6(__VA_ARGS__))
#define __LOCKSTEP_PAIRS_8(id, other, ...) (__LOCKSTEP_OF_PAIR(id, other), __LOCKSTEP_PAIRS_7(__VA_ARGS__))
#define __LOCKSTEP_PAIRS_9(id, other, ...) (__LOCKSTEP_OF_PAIR(id, other), __LOCKSTEP_PAIRS_8(__VA_ARGS__))
#define __LOCKSTEP_PAIRS_10(id, other, ...) (__LOCKSTEP_OF_PAIR(id, other), __LOCKSTEP_PAIRS_9(__VA_ARGS__))
#define __LOCKSTEP_PAIRS_11(id, other, ...) (__LOCKSTEP_OF_PAIR(id, other), __LOCKSTEP_PAIRS_10(__VA_ARGS__))
#define __LOCKSTEP_PAIRS_12(id, other, ...) (__LOCKSTEP_OF_PAIR(id, other), __LOCKSTEP_PAIRS_11(__VA_ARGS__))
#define __LOCKSTEP_PAIRS_13(id, other, ...) (__LOCKSTEP_OF_PAIR(id, other), __LOCKSTEP_PAIRS_12(__VA_ARGS__))
#define __LOCKSTEP_PAIRS_14(id, other, ...) (__LOCKSTEP_OF_PAIR(id, other), __LOCKSTEP_PAIRS_13(__VA_ARGS__))
#define __LOCKSTEP_PAIRS_15(id, other, ...) (__LOCKSTEP_OF_PAIR(id, other), __LOCKSTEP_PAIRS_14(__VA_ARGS__))
#define __LOCKSTEP_PAIRS_16(id, other, ...) (__LOCKSTEP_OF_PAIR(id, other), __LOCKSTEP_PAIRS_15(__VA_ARGS__))
#define __LOCKSTEP_PAIRS_17(id, other, ...) (__LOCKSTEP_OF_PAIR(id, other), __LOCKSTEP_PAIRS_16(__VA_ARGS__))
#define __LOCKSTEP_PAIRS_18(id, other, ...) (__LOCKSTEP_OF_PAIR(id, other), __LOCKSTEP_PAIRS_17(__VA_ARGS__))
#define __LOCKSTEP_PAIRS_19(id, other, ...) (__LOCKSTEP_OF_PAIR(id, other), __LOCKSTEP_PAIRS_18(__VA_ARGS__))
#define __LOCKSTEP_PAIRS_20(id, other, ...) (__LOCKSTEP_OF_PAIR(id, other), __LOCKSTEP_PAIRS_19(__VA_ARGS__))
#define __barrier_invariant_binary_1(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_PAIRS_1(__VA_ARGS__))
#define __barrier_invariant_binary_2(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_PAIRS_2(__VA_ARGS__))
#define __barrier_invariant_binary_3(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_PAIRS_3(__VA_ARGS__))
#define __barrier_invariant_binary_4(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_PAIRS_4(__VA_ARGS__))
#define __barrier_invariant_binary_5(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_PAIRS_5(__VA_ARGS__))
#define __barrier_invariant_binary_6(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_PAIRS_6(__VA_ARGS__))
#define __barrier_invariant_binary_7(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_PAIRS_7(__VA_ARGS__))
#define __barrier_invariant_binary_8(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_PAIRS_8(__VA_ARGS__))
#define __barrier_invariant_binary_9(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_PAIRS_9(__VA_ARGS__))
#define __barrier_invariant_binary_10(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_PAIRS_10(__VA_ARGS__))
#define __barrier_invariant_binary_11(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_PAIRS_11(__VA_ARGS__))
#define __barrier_invariant_binary_12(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_PAIRS_12(__VA_ARGS__))
#define __barrier_invariant_binary_13(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_PAIRS_13(__VA_ARGS__))
#define __barrier_invariant_binary_14(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_PAIRS_14(__VA_ARGS__))
#define __barrier_invariant_binary_15(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_PAIRS_15(__VA_ARGS__))
#define __barrier_invariant_binary_16(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_PAIRS_16(__VA_ARGS__))
#define __barrier_invariant_binary_17(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_PAIRS_17(__VA_ARGS__))
#define __barrier_invariant_binary_18(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_PAIRS_18(__VA_ARGS__))
#define __barrier_invariant_binary_19(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_PAIRS_19(__VA_ARGS__))
#define __barrier_invariant_binary_20(claim, ...) (__LOCKSTEP_AT_BARRIER(claim, #claim), __LOCKSTEP_PAIRS_20(__VA_ARGS__))

// --- expressions --------------------------------------------------------------------------------------------------
#define __implies(a, ...) (!(a) || (__VA_ARGS__))
#define __ite(c, t, ...) ((c) ? (t) : (__VA_ARGS__))
#define __is_pow2(x) (((x) & ((x) - 1)) == 0)
#define __mod_pow2(x, y) ((x) & ((y) - 1))

__LOCKSTEP_PURE bool __lockstep_enabled(void);
__LOCKSTEP_PURE bool __lockstep_dominator_enabled(void);
__LOCKSTEP_PURE bool __lockstep_same_group(void);
__LOCKSTEP_PURE bool __lockstep_all(bool);
__LOCKSTEP_PURE bool __lockstep_exclusive(bool);
__LOCKSTEP_PURE bool __lockstep_uniform_int(int);
__LOCKSTEP_PURE bool __lockstep_uniform_bool(bool);
__LOCKSTEP_PURE bool __lockstep_distinct_int(int);
__LOCKSTEP_PURE bool __lockstep_distinct_bool(bool);
__LOCKSTEP_PURE int __lockstep_other_int(int);
__LOCKSTEP_PURE bool __lockstep_other_bool(bool);
__LOCKSTEP_PURE int __lockstep_return_val_int(void);
__LOCKSTEP_PURE bool __lockstep_return_val_bool(void);
#define __enabled() __lockstep_enabled()
#define __dominator_enabled() __lockstep_dominator_enabled()
#define __same_group __lockstep_same_group()
#define __all(e) __lockstep_all(e)
#define __exclusive(e) __lockstep_exclusive(e)
#define __uniform_int(e) __lockstep_uniform_int(e)
#define __uniform_bool(e) __lockstep_uniform_bool(e)
#define __distinct_int(e) __lockstep_distinct_int(e)
#define __distinct_bool(e) __lockstep_distinct_bool(e)
#define __other_int(e) __lockstep_other_int(e)
#define __other_bool(e) __lockstep_other_bool(e)
#define __old_int(e) __lockstep_old_int(e)
#define __old_bool(e) __lockstep_old_bool(e)
#define __return_val_int() __lockstep_return_val_int()
#define __return_val_bool() __lockstep_return_val_bool()
#define __return_val_int4() __lockstep_return_val_int4()
#define __return_val_ptr() __lockstep_return_val_ptr()
#define __return_val_funptr(type) ((type)__lockstep_return_val_ptr())

// Sums that do not overflow: as a value (the sum, assumed not to overflow) and as a predicate.
__LOCKSTEP_INLINE unsigned __add_noovfl_unsigned_int(unsigned x, unsigned y) {
  __assume(x + y >= x);
  return x + y;
}
__LOCKSTEP_INLINE int __add_noovfl_int(int x, int y) {
  __assume((long)x + y == (long)(int)((unsigned)x + (unsigned)y));
  return (int)((unsigned)x + (unsigned)y);
}
#define __LOCKSTEP_SUM2(x, y) ((x) + (y) >= (x))
#define __LOCKSTEP_SUM3(x, y, z) ((x) + (y) >= (x) && (x) + (y) + (z) >= (z))
#define __LOCKSTEP_SUM4(x, y, z, w) (__LOCKSTEP_SUM3(x, y, z) && (x) + (y) + (z) + (w) >= (w))
#define __LOCKSTEP_PICK(a, b, c, d, name, ...) name
#define __add_noovfl(...)                                                                                    \
  __LOCKSTEP_PICK(__VA_ARGS__, __LOCKSTEP_SUM4, __LOCKSTEP_SUM3, __LOCKSTEP_SUM2, )(__VA_ARGS__)

// Functions of which nothing is known but that equal arguments give equal results. Each namespace has its own.
#if defined(__OPENCL_C_VERSION__) || defined(__OPENCL_CPP_VERSION__)
#define __LOCKSTEP_UNINTERPRETED __attribute__((const, annotate("lockstep.function")))
#else
#define __LOCKSTEP_UNINTERPRETED __attribute__((device, const, annotate("lockstep.function")))
#endif
#define DECLARE_UF_UNARY(name, type1, result) __LOCKSTEP_UNINTERPRETED result name(type1)
#define DECLARE_UF_BINARY(name, type1, type2, result) __LOCKSTEP_UNINTERPRETED result name(type1, type2)
#define DECLARE_UF_TERNARY(name, type1, type2, type3, result) __LOCKSTEP_UNINTERPRETED result name(type1, type2, type3)

// Functions of a pointer, in each address space.
#define __LOCKSTEP_ON_POINTER(space)                                                                         \
  __LOCKSTEP_OVERLOADED __attribute__((const)) bool __lockstep_read(const volatile space void *);                     \
  __LOCKSTEP_OVERLOADED __attribute__((const)) bool __lockstep_write(const volatile space void *);                    \
  __LOCKSTEP_OVERLOADED __attribute__((const)) bool __lockstep_no_read(const volatile space void *);                  \
  __LOCKSTEP_OVERLOADED __attribute__((const)) bool __lockstep_no_write(const volatile space void *);                 \
  __LOCKSTEP_OVERLOADED __attribute__((const)) bool __lockstep_read_implies(const volatile space void *, bool);       \
  __LOCKSTEP_OVERLOADED __attribute__((const)) bool __lockstep_write_implies(const volatile space void *, bool);      \
  __LOCKSTEP_OVERLOADED __attribute__((const)) __LOCKSTEP_SIZE __lockstep_read_offset_bytes(const volatile space void *);  \
  __LOCKSTEP_OVERLOADED __attribute__((const)) __LOCKSTEP_SIZE __lockstep_write_offset_bytes(const volatile space void *); \
  __LOCKSTEP_OVERLOADED __attribute__((const)) __LOCKSTEP_SIZE __lockstep_ptr_offset_bytes(const volatile space void *);   \
  __LOCKSTEP_OVERLOADED void __lockstep_reads_from(const volatile space void *);               \
  __LOCKSTEP_OVERLOADED void __lockstep_writes_to(const volatile space void *);                \
  __LOCKSTEP_OVERLOADED void __lockstep_requires_fresh_array(const volatile space void *);     \
  __LOCKSTEP_OVERLOADED void __lockstep_array_snapshot(const volatile space void *, const volatile space void *); \
  __LOCKSTEP_OVERLOADED __attribute__((const)) unsigned __lockstep_atomic_has_taken_value(const volatile space void *, unsigned, unsigned);
#define __read(p) __lockstep_read(p)
#define __write(p) __lockstep_write(p)
#define __no_read(p) __lockstep_no_read(p)
#define __no_write(p) __lockstep_no_write(p)
#define __read_implies(p, ...) __lockstep_read_implies(p, __VA_ARGS__)
#define __write_implies(p, ...) __lockstep_write_implies(p, __VA_ARGS__)
#define __read_offset_bytes(p) __lockstep_read_offset_bytes(p)
#define __write_offset_bytes(p) __lockstep_write_offset_bytes(p)
#define __ptr_offset_bytes(p) __lockstep_ptr_offset_bytes(p)
#define __atomic_has_taken_value(p, o, v) __lockstep_atomic_has_taken_value(p, o, v)
