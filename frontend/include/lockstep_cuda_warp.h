// lockstep_cuda_warp.h: shuffles, votes, matches and reductions within a warp. Part of lockstep_cuda.h.
#pragma once

#define LKS_WARP LKS_DECLARE __attribute__((convergent))
#define LKS_SHUFFLE_DECL(kind)                                                                               \
  LKS_WARP unsigned __lockstep_shuffle_##kind##_b32(unsigned mask, unsigned v, unsigned lane, unsigned width); \
  LKS_WARP unsigned long long __lockstep_shuffle_##kind##_b64(unsigned mask, unsigned long long v, unsigned lane, unsigned width);
LKS_SHUFFLE_DECL(idx)
LKS_SHUFFLE_DECL(up)
LKS_SHUFFLE_DECL(down)
LKS_SHUFFLE_DECL(xor)
LKS_WARP unsigned __lockstep_vote_any(unsigned mask, bool p);
LKS_WARP unsigned __lockstep_vote_all(unsigned mask, bool p);
LKS_WARP unsigned __lockstep_vote_uni(unsigned mask, bool p);
LKS_WARP unsigned __lockstep_vote_ballot(unsigned mask, bool p);
LKS_WARP unsigned __lockstep_active_mask(void);
LKS_WARP unsigned __lockstep_match_any_b32(unsigned mask, unsigned v);
LKS_WARP unsigned __lockstep_match_any_b64(unsigned mask, unsigned long long v);
LKS_WARP unsigned __lockstep_match_all_b32(unsigned mask, unsigned v);
LKS_WARP unsigned __lockstep_match_all_b64(unsigned mask, unsigned long long v);

#define LKS_SHUFFLE(name, kind)                                                                              \
  template <class T> LKS_D T name##_sync(unsigned mask, T v, unsigned lane, int width = 32) {                \
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "values of 4 or 8 bytes can be shuffled");               \
    if constexpr (sizeof(T) == 4)                                                                            \
      return __builtin_bit_cast(T, __lockstep_shuffle_##kind##_b32(mask, __builtin_bit_cast(unsigned, v), lane, width)); \
    else                                                                                                     \
      return __builtin_bit_cast(T, __lockstep_shuffle_##kind##_b64(mask, __builtin_bit_cast(unsigned long long, v), lane, width)); \
  }                                                                                                          \
  template <class T> LKS_D T name(T v, unsigned lane, int width = 32) { return name##_sync(0xffffffffu, v, lane, width); }
LKS_SHUFFLE(__shfl, idx)
LKS_SHUFFLE(__shfl_up, up)
LKS_SHUFFLE(__shfl_down, down)
LKS_SHUFFLE(__shfl_xor, xor)

LKS_D int __any_sync(unsigned mask, int p) { return (int)__lockstep_vote_any(mask, p != 0); }
LKS_D int __all_sync(unsigned mask, int p) { return (int)__lockstep_vote_all(mask, p != 0); }
LKS_D int __uni_sync(unsigned mask, int p) { return (int)__lockstep_vote_uni(mask, p != 0); }
LKS_D unsigned __ballot_sync(unsigned mask, int p) { return __lockstep_vote_ballot(mask, p != 0); }
LKS_D int __any(int p) { return (int)__lockstep_vote_any(0xffffffffu, p != 0); }
LKS_D unsigned __ballot(int p) { return __lockstep_vote_ballot(0xffffffffu, p != 0); }
LKS_D unsigned __activemask() { return __lockstep_active_mask(); }

template <class T> LKS_D unsigned __match_any_sync(unsigned mask, T v) {
  if constexpr (sizeof(T) == 4)
    return __lockstep_match_any_b32(mask, __builtin_bit_cast(unsigned, v));
  else
    return __lockstep_match_any_b64(mask, __builtin_bit_cast(unsigned long long, v));
}
template <class T> LKS_D unsigned __match_all_sync(unsigned mask, T v, int *pred) {
  unsigned all;
  if constexpr (sizeof(T) == 4)
    all = __lockstep_match_all_b32(mask, __builtin_bit_cast(unsigned, v));
  else
    all = __lockstep_match_all_b64(mask, __builtin_bit_cast(unsigned long long, v));
  *pred = all != 0;
  return all;
}

#define LKS_REDUCE(op)                                                                                       \
  LKS_WARP unsigned __lockstep_reduce_##op##_u32(unsigned mask, unsigned v);                                 \
  LKS_WARP int __lockstep_reduce_##op##_i32(unsigned mask, int v);                                           \
  LKS_D unsigned __reduce_##op##_sync(unsigned mask, unsigned v) { return __lockstep_reduce_##op##_u32(mask, v); } \
  LKS_D int __reduce_##op##_sync(unsigned mask, int v) { return __lockstep_reduce_##op##_i32(mask, v); }
LKS_REDUCE(add)
LKS_REDUCE(min)
LKS_REDUCE(max)
LKS_REDUCE(and)
LKS_REDUCE(or)
LKS_REDUCE(xor)
#undef LKS_REDUCE
