// lockstep_builtins.h: the functions through which our headers speak to the front end (forced into every source file),
// and the annotations for programmers built on them. Handlers (frontend/lower/builtins/) give each a meaning; a function named __lockstep_*
// without one is refused by name.
//
// NAMES. In CUDA and HIP all have C names. In OpenCL C those marked (o) are overloaded on the pointer's address space, so
// the symbol is mangled (_Z15__lockstep_readPU8CLglobalKv): demangle, then take the base name, as for OpenCL's builtins.
// OpenCL's own builtins stay calls of their mangled names (_Z13get_global_idj, _Z7barrierj, _Z10atomic_addPU8CLglobal...);
// CUDA's and HIP's builtins reach the front end only as below, as LLVM intrinsics (llvm.smin, llvm.ctpop, llvm.memcpy,
// llvm.trap, llvm.assume ...), or as declared mathematical functions (the last paragraph).
//
// PLACES. All wrappers are `nodebug`, so that after inlining every instruction carries the place of the user's call.
//
// 1. Annotations (every language). `e` is a bool; `text` is the annotation as the user wrote it, a constant string.
//   void __lockstep_spec_begin(void)      opens an annotation: up to the matching end, loads are not accesses, they read
//   void __lockstep_spec_end(void)        the current contents. The pass pipeline makes each region straight: begin and
//                                         end stand in one basic block, all between is free of side effects (&&, ||, ?:
//                                         become selects); a region that cannot be made so carries !lockstep.refused.
//   void __lockstep_requires(bool e, const char *text)      assume, at the place where it stands (in an inlined function:
//                                                           the passes turn it into __lockstep_assert)
//   void __lockstep_assume(bool e, const char *text)        assume
//   void __lockstep_assert(bool e, const char *text)        assert (by each thread on its own, if it is enabled)
//   void __lockstep_invariant(bool e, const char *text)     invariant of the loop whose head block it stands in
//   void __lockstep_barrier_invariant(bool e, const char *text)  assert, in front of a barrier; behind it, e is known of
//   void __lockstep_barrier_instance(long id)                    the threads named behind it, by their local ids
//   void __lockstep_barrier_pair(long id, long other)            pairs of them, of a claim about two threads
//   Not modelled by every version, refused by name where not (the same spelling without "lockstep_"; all void(bool e,
//   const char *text)): __lockstep_ global_requires global_assert global_assume ensures global_ensures global_invariant
//   function_wide_invariant candidate_invariant candidate_global_invariant function_wide_candidate_invariant
//   Expressions, refused by name where not modelled:
//   bool __lockstep_enabled(void)          bool __lockstep_dominator_enabled(void)   bool __lockstep_same_group(void)
//   bool __lockstep_all(bool)              bool __lockstep_exclusive(bool)           (over the pair of threads)
//   bool __lockstep_uniform_int(int)  __lockstep_uniform_bool(bool)                  both threads have the same value
//   bool __lockstep_distinct_int(int) __lockstep_distinct_bool(bool)                 they have different values
//   int  __lockstep_other_int(int)  bool __lockstep_other_bool(bool)                 the other thread's value
//   int  __lockstep_old_int(int)    bool __lockstep_old_bool(bool)                   the value at entry
//   T    __lockstep_return_val_T(void), T = int bool int4                            the function's result
//   bool __lockstep_read(p) __lockstep_write(p) __lockstep_no_read(p) __lockstep_no_write(p)              (o)
//   bool __lockstep_read_implies(p, bool) __lockstep_write_implies(p, bool)                               (o)
//   size_t __lockstep_read_offset_bytes(p) __lockstep_write_offset_bytes(p) __lockstep_ptr_offset_bytes(p)(o)
//   void __lockstep_reads_from(p) __lockstep_writes_to(p) __lockstep_requires_fresh_array(p)              (o)
//   void __lockstep_array_snapshot(to, from)                                                              (o)
//   unsigned __lockstep_atomic_has_taken_value(p, unsigned offset, unsigned value)                        (o)
//   __implies __ite __is_pow2 __mod_pow2 __add_noovfl* are defined in lockstep_annotations.h, in plain C.
//   void __lockstep_unsupported(const char *name)   an annotation that is accepted by name only: refuse, citing `name`
//
// 2. Geometry (CUDA, HIP). `dim` is 0, 1 or 2.
//   unsigned __lockstep_local_id(unsigned dim)   __lockstep_group_id   __lockstep_local_size   __lockstep_num_groups
//   unsigned __lockstep_warp_size(void)          unsigned __lockstep_lane_id(void): linear local id modulo warp size
//
// 3. Barriers and fences (CUDA, HIP). scope: 0 warp, 1 group, 2 grid, 3 system; fences: 1 group memory, 2 global memory, 3 both.
//   void __lockstep_barrier(int scope, int fences)   all threads of the scope
//   int  __lockstep_barrier_count(int p) __lockstep_barrier_and(int p) __lockstep_barrier_or(int p)
//                                                    group barrier, both fences; result: reduction over the group's p
//   void __lockstep_barrier_warp(unsigned long long mask, unsigned lanes)   both fences; mask and lanes as in 5.
//   void __lockstep_fence(int scope, int order)      order: a memory_order, as C++ numbers them
//   void __lockstep_copy(to, from, size_t bytes, size_t read, unsigned lanes, int kind)   starts an asynchronous copy; bytes
//      beyond `read` become zeros; lanes: 0 a thread's own, 1 shared out by the block's threads, else by a tile's; kind: 0
//      groups of the hardware, 1 a pipeline of the thread, 2 cooperative groups
//   void __lockstep_copy_commit(int kind)  __lockstep_copy_wait(unsigned prior, int kind, unsigned lanes): all groups but the last
//   void __lockstep_copy_wait_oldest(void) __lockstep_pipeline(void)   of a pipeline
//   void __lockstep_phase_init(void *barrier, threads): of the group's threads
//   token __lockstep_phase_arrive(barrier, threads)  __lockstep_phase_wait(barrier, token)  __lockstep_phase_meet(barrier): both
//   void __lockstep_phase_copy(to, from, bytes, read, lanes, barrier)   a copy that the barrier waits for
//
// 4. Atomics (CUDA, HIP): `T __lockstep_atomic_OP_TY(T *p, T v)` returns the old value; relaxed.
//   OP: add sub exch min max inc dec and or xor, and cas: `T __lockstep_atomic_cas_TY(T *p, T expected, T desired)`
//   TY: i32 u32 i64 u64 f32 f64 f16 u16 (i/u: signedness, for min and max); inc and dec wrap as atomicInc and atomicDec
//   __lockstep_atomic_block_OP_TY: scope of one group (atomicAdd_block ...); the _system forms are the plain ones.
//   void __lockstep_scope(int): the scope of the atomic instruction right behind it: 0 all, 1 group, 2 warp, 3 thread
//   Clang's __atomic_* builtins become atomicrmw, cmpxchg, load atomic and store atomic as usual.
//
// 5. Warp functions (CUDA, HIP). Values exchanged by threads of a warp; no order on memory is promised. The threads are
//    those of an aligned tile of `lanes` (0: a warp) that the mask names; all ones: all of them.
//   unsigned __lockstep_exchange_shuffle_b32(unsigned long long mask, unsigned lanes, unsigned v, unsigned rank), and _b64: v of
//                                                    the thread with this rank in the tile
//   unsigned __lockstep_exchange_{any,all}(mask, lanes, unsigned p)   unsigned long long __lockstep_exchange_ballot
//   unsigned long long __lockstep_exchange_match_b32(mask, lanes, unsigned v), and _b64: who has an equal value
//   unsigned __lockstep_exchange_{add,min,max,and,or,xor}_{u32,i32,u64,i64}(mask, lanes, unsigned v)
//   unsigned __lockstep_exchange_{fadd,fmin,fmax}_{b32,b64}(mask, lanes, unsigned bits)   of floats with these bits
//   unsigned __lockstep_exchange_before_{b32,b64}(mask, lanes, unsigned v)    the sum of those of lower rank
//    lanes plus 2^16: ranks are counted among those that the mask names; plus 2^19: of those that are active instead
//    of a shuffle plus its kind, 1 to 4 (idx, up, down, xor) times 2^20: those of one kind meet, wherever they stand
//   unsigned long long __lockstep_active_mask(void)
//   void __lockstep_known(int)    what our headers know of the values of these: not 0
//
//   const void *__lockstep_incoherent(const void *p)    p; what is loaded from there goes through a cache that nothing
//                                                    keeps up to date
//
// 6. Arbitrary values (CUDA, HIP): clocks, random numbers, textures.
//   T __lockstep_any_TY(void), TY: i8 i16 i32 i64 f16 f32 f64    any value, each call and each thread its own
//
// 7. Others (CUDA, HIP).
//   void __lockstep_assert_fail(const char *text)    C's assert failed here; the thread ends
//   void __lockstep_exit(void)                       the thread ends
//   int  __lockstep_printf(const char *, ...)        printf: reads the strings that it prints
//   void *__lockstep_malloc(size_t)  void __lockstep_free(void *)      device heap
//   void __lockstep_surface_write(...) and whatever else is named __lockstep_*: refuse by name
//   Mathematical functions (sinf, pow, __expf, fmaf, __float2int_rn, __fadd_rn ...): declared with attribute const, so
//   memory(none) in the module, arguments and result scalar: a deterministic function of the arguments. OpenCL's (sin,
//   native_exp, dot ...) likewise, with vectors.
#pragma once

#if defined(__OPENCL_C_VERSION__) || defined(__OPENCL_CPP_VERSION__)
#define __LOCKSTEP_TEXT const __constant char *
#define __LOCKSTEP_SIZE size_t
#ifdef __OPENCL_CPP_VERSION__
#define __LOCKSTEP_DECL extern "C"
#define __LOCKSTEP_OVERLOADED
#else
#define __LOCKSTEP_DECL
#define __LOCKSTEP_OVERLOADED __attribute__((overloadable))
#endif
#if defined(__OPENCL_C_VERSION__) && __OPENCL_C_VERSION__ < 120 // has no static
#define __LOCKSTEP_INLINE inline __attribute__((always_inline, nodebug))
#define __LOCKSTEP_AXIOM void
#else
#define __LOCKSTEP_INLINE static inline __attribute__((always_inline, nodebug))
#define __LOCKSTEP_AXIOM static __attribute__((used)) void
#endif
#else
#define __LOCKSTEP_TEXT const char *
#define __LOCKSTEP_SIZE __SIZE_TYPE__
#define __LOCKSTEP_DECL extern "C" __attribute__((device))
#define __LOCKSTEP_OVERLOADED extern "C" __attribute__((device))
#define __LOCKSTEP_INLINE static inline __attribute__((device, always_inline, nodebug))
#define __LOCKSTEP_AXIOM static __attribute__((device, used)) void
#endif
#define __LOCKSTEP_PURE __LOCKSTEP_DECL __attribute__((const))

__LOCKSTEP_DECL void __lockstep_scope(int scope);
__LOCKSTEP_DECL void __lockstep_spec_begin(void);
__LOCKSTEP_DECL void __lockstep_spec_end(void);
__LOCKSTEP_DECL void __lockstep_unsupported(__LOCKSTEP_TEXT name);

#define __LOCKSTEP_STATEMENT(name) __LOCKSTEP_DECL void name(bool e, __LOCKSTEP_TEXT text);
__LOCKSTEP_STATEMENT(__lockstep_requires)
__LOCKSTEP_STATEMENT(__lockstep_assume)
__LOCKSTEP_STATEMENT(__lockstep_assert)
__LOCKSTEP_STATEMENT(__lockstep_invariant)
__LOCKSTEP_STATEMENT(__lockstep_barrier_invariant)
__LOCKSTEP_DECL void __lockstep_barrier_instance(long id);
__LOCKSTEP_DECL void __lockstep_barrier_pair(long id, long other);
__LOCKSTEP_STATEMENT(__lockstep_global_requires)
__LOCKSTEP_STATEMENT(__lockstep_global_assert)
__LOCKSTEP_STATEMENT(__lockstep_global_assume)
__LOCKSTEP_STATEMENT(__lockstep_ensures)
__LOCKSTEP_STATEMENT(__lockstep_global_ensures)
__LOCKSTEP_STATEMENT(__lockstep_global_invariant)
__LOCKSTEP_STATEMENT(__lockstep_function_wide_invariant)
__LOCKSTEP_STATEMENT(__lockstep_candidate_invariant)
__LOCKSTEP_STATEMENT(__lockstep_candidate_global_invariant)
__LOCKSTEP_STATEMENT(__lockstep_function_wide_candidate_invariant)
