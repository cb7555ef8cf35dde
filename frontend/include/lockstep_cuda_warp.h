// lockstep_cuda_warp.h: shuffles, votes, matches and reductions within a warp. Part of lockstep_cuda.h. The old functions
// without a mask are those of a whole warp, HIP's those of the lanes that are active.
#pragma once

#define LKS_WARP LKS_DECLARE __attribute__((convergent))
#define LKS_EXCHANGE(name, type, value) LKS_WARP type __lockstep_exchange_##name(unsigned long long mask, unsigned lanes, value);
LKS_WARP unsigned __lockstep_exchange_shuffle_b32(unsigned long long mask, unsigned lanes, unsigned v, unsigned rank);
LKS_WARP unsigned long long __lockstep_exchange_shuffle_b64(unsigned long long mask, unsigned lanes, unsigned long long v, unsigned rank);
LKS_EXCHANGE(any, unsigned, unsigned p)
LKS_EXCHANGE(all, unsigned, unsigned p)
LKS_EXCHANGE(ballot, unsigned long long, unsigned p)
LKS_EXCHANGE(match_b32, unsigned long long, unsigned v)
LKS_EXCHANGE(match_b64, unsigned long long, unsigned long long v)
LKS_WARP unsigned long long __lockstep_active_mask(void);
LKS_DECLARE void __lockstep_known(int);

#ifdef __LOCKSTEP_WIDE_MASKS__ // HIP
typedef unsigned long long __lockstep_mask;
#else
typedef unsigned __lockstep_mask;
#endif
constexpr __lockstep_mask __lockstep_all_lanes = ~(__lockstep_mask)0;
#ifdef __LOCKSTEP_WIDE_MASKS__
constexpr unsigned __lockstep_old = 1 << 19; // functions without a mask are those of the lanes that are active
#else
constexpr unsigned __lockstep_old = 0;
#endif
// The kinds of shuffles: those of one kind meet wherever they stand, where threads of a warp are scheduled independently.
// A wave front runs one arm of a branch after the other: HIP's meet at one place.
#ifdef __LOCKSTEP_WIDE_MASKS__
constexpr unsigned __lockstep_kind_idx = 0, __lockstep_kind_up = 0, __lockstep_kind_down = 0, __lockstep_kind_xor = 0;
#else
constexpr unsigned __lockstep_kind_idx = 1 << 20, __lockstep_kind_up = 2 << 20, __lockstep_kind_down = 3 << 20, __lockstep_kind_xor = 4 << 20;
#endif
LKS_D void __syncwarp(__lockstep_mask mask = __lockstep_all_lanes) { __lockstep_barrier_warp(mask, 0); }

// The rank in the warp of the thread that is asked; width 0: the whole warp, else a power of two.
#define LKS_RANK(kind, full, part)                                                                           \
  LKS_D unsigned __lockstep_rank_##kind(unsigned x, unsigned width) {                                        \
    const unsigned lane = __lockstep_lane_id(), last = (width == 0 ? __lockstep_warp_size() : width) - 1;    \
    return width == 0 ? (full) : (part);                                                                     \
  }
LKS_RANK(idx, x &last, (lane & ~last) | (x & last))
LKS_RANK(up, lane >= x ? lane - x : lane, (lane & last) >= x ? lane - x : lane)
LKS_RANK(down, x <= last - lane ? lane + x : lane, x <= last - (lane & last) ? lane + x : lane)
LKS_RANK(xor, (lane ^ x) & last, ((lane ^ x) & ~last) <= (lane & ~last) ? lane ^ x : lane)
#undef LKS_RANK

template <unsigned From, unsigned N> LKS_D void __lockstep_shuffle_words(__lockstep_mask mask, unsigned lanes, __lockstep_words<N> &v, unsigned rank) {
  if constexpr (From < N) {
    v.w[From] = __lockstep_exchange_shuffle_b32(mask, lanes, v.w[From], rank);
    __lockstep_shuffle_words<From + 1>(mask, lanes, v, rank);
  }
}
template <class T> LKS_D T __lockstep_shuffled(__lockstep_mask mask, unsigned lanes, T v, unsigned rank) {
  if constexpr (sizeof(T) == 4) {
    return __builtin_bit_cast(T, __lockstep_exchange_shuffle_b32(mask, lanes, __builtin_bit_cast(unsigned, v), rank));
  } else if constexpr (sizeof(T) == 8) {
    return __builtin_bit_cast(T, __lockstep_exchange_shuffle_b64(mask, lanes, __builtin_bit_cast(unsigned long long, v), rank));
  } else if constexpr (sizeof(T) < 4) {
    unsigned word = 0;
    __builtin_memcpy(&word, &v, sizeof(T));
    word = __lockstep_exchange_shuffle_b32(mask, lanes, word, rank);
    __builtin_memcpy(&v, &word, sizeof(T));
    return v;
  } else {
    auto words = __builtin_bit_cast(__lockstep_words<sizeof(T) / 4>, v);
    __lockstep_shuffle_words<0>(mask, lanes, words, rank);
    return __builtin_bit_cast(T, words);
  }
}

// A width that is the warp's is none: then ranks do not depend on the lane.
#define LKS_SHUFFLE(name, kind)                                                                              \
  template <class T> LKS_D T name##_sync(__lockstep_mask mask, T v, unsigned lane, int width = 0) {          \
    const unsigned part = width == 8 * (int)sizeof(__lockstep_mask) ? 0 : width;                             \
    return __lockstep_shuffled(mask, __lockstep_kind_##kind, v, __lockstep_rank_##kind(lane, part));                              \
  }                                                                                                          \
  template <class T> LKS_D T name(T v, unsigned lane, int width = 0) {                                       \
    const unsigned part = width == 8 * (int)sizeof(__lockstep_mask) ? 0 : width;                             \
    return __lockstep_shuffled(__lockstep_all_lanes, __lockstep_old, v, __lockstep_rank_##kind(lane, part)); \
  }
LKS_SHUFFLE(__shfl, idx)
LKS_SHUFFLE(__shfl_up, up)
LKS_SHUFFLE(__shfl_down, down)
LKS_SHUFFLE(__shfl_xor, xor)

LKS_D int __any_sync(__lockstep_mask mask, int p) { return (int)__lockstep_exchange_any(mask, 0, p != 0); }
LKS_D int __all_sync(__lockstep_mask mask, int p) { return (int)__lockstep_exchange_all(mask, 0, p != 0); }
LKS_D int __uni_sync(__lockstep_mask mask, int p) {
  const __lockstep_mask yes = __lockstep_exchange_ballot(mask, 0, p != 0), no = __lockstep_exchange_ballot(mask, 0, p == 0);
  return yes == 0 || no == 0;
}
LKS_D __lockstep_mask __ballot_sync(__lockstep_mask mask, int p) { return __lockstep_exchange_ballot(mask, 0, p != 0); }
LKS_D int __any(int p) { return (int)__lockstep_exchange_any(__lockstep_all_lanes, __lockstep_old, p != 0); }
LKS_D int __all(int p) { return (int)__lockstep_exchange_all(__lockstep_all_lanes, __lockstep_old, p != 0); }
LKS_D __lockstep_mask __ballot(int p) { return __lockstep_exchange_ballot(__lockstep_all_lanes, __lockstep_old, p != 0); }
LKS_D __lockstep_mask __activemask() { return __lockstep_active_mask(); }

template <class T> LKS_D __lockstep_mask __match_any_sync(__lockstep_mask mask, T v) {
  if constexpr (sizeof(T) == 4)
    return __lockstep_exchange_match_b32(mask, 0, __builtin_bit_cast(unsigned, v));
  else
    return __lockstep_exchange_match_b64(mask, 0, __builtin_bit_cast(unsigned long long, v));
}
template <class T> LKS_D __lockstep_mask __match_all_sync(__lockstep_mask mask, T v, int *pred) {
  *pred = __all_sync(mask, __match_any_sync(mask, v) == mask);
  return *pred ? mask : 0;
}

#define LKS_REDUCE(op)                                                                                       \
  LKS_EXCHANGE(op##_u32, unsigned, unsigned v)                                                               \
  LKS_EXCHANGE(op##_i32, int, int v)                                                                         \
  LKS_EXCHANGE(op##_u64, unsigned long long, unsigned long long v)                                           \
  LKS_EXCHANGE(op##_i64, long long, long long v)                                                             \
  LKS_D unsigned __reduce_##op##_sync(__lockstep_mask mask, unsigned v) { return __lockstep_exchange_##op##_u32(mask, 0, v); } \
  LKS_D int __reduce_##op##_sync(__lockstep_mask mask, int v) { return __lockstep_exchange_##op##_i32(mask, 0, v); }
LKS_REDUCE(add)
LKS_REDUCE(min)
LKS_REDUCE(max)
LKS_REDUCE(and)
LKS_REDUCE(or)
LKS_REDUCE(xor)
#undef LKS_REDUCE
#define LKS_BITS(op)                                                                                         \
  LKS_EXCHANGE(op##_b32, unsigned, unsigned v)                                                               \
  LKS_EXCHANGE(op##_b64, unsigned long long, unsigned long long v)
LKS_BITS(fadd)
LKS_BITS(fmin)
LKS_BITS(fmax)
LKS_BITS(before)
#undef LKS_BITS
