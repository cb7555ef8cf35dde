// lockstep_cuda_random.h: cuRAND's device interface, a part of <curand_kernel.h>. The host's: lockstep_lib_rand.h.
//
// A number drawn is arbitrary; drawing reads and writes the generator's state, which is what races are about.
#pragma once

typedef unsigned curandDirectionVectors32_t[32];

// 48 bytes, as cuRAND's; all uses of one state meet in its first word.
struct __lockstep_generator { unsigned word, rest[11]; };
struct curandStateXORWOW : __lockstep_generator {};
struct curandStatePhilox4_32_10 : __lockstep_generator {};
struct curandStateMRG32k3a : __lockstep_generator {};
typedef curandStateXORWOW curandState, curandState_t, curandStateXORWOW_t;
typedef curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef curandStateMRG32k3a curandStateMRG32k3a_t;
typedef unsigned long long curandDirectionVectors64_t[64];
struct curandStateSobol32 : __lockstep_generator { __lockstep_words<32> directions; };
struct curandStateSobol64 : __lockstep_generator { __lockstep_words<128> directions; };
struct curandStateScrambledSobol32 : curandStateSobol32 {};
struct curandStateScrambledSobol64 : curandStateSobol64 {};
typedef curandStateSobol32 curandStateSobol32_t;
typedef curandStateSobol64 curandStateSobol64_t;
typedef curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef curandStateScrambledSobol64 curandStateScrambledSobol64_t;

LKS_D void __lockstep_advance(__lockstep_generator *s) { s->word = s->word + __lockstep_any_i32(); }
LKS_D void __lockstep_initialise(__lockstep_generator *s) { s->word = __lockstep_any_i32(); }

// The Mersenne twister's state is shared by the threads of one block, at most 256 of them, each with a word of its own.
// Threads of different blocks must not share one: they write different numbers into `owner`.
struct curandStateMtgp32 { unsigned owner, word[256]; };
typedef curandStateMtgp32 curandStateMtgp32_t;
LKS_D void __lockstep_advance(curandStateMtgp32 *s) {
  s->owner = __lockstep_group_id(0) + __lockstep_num_groups(0) * (__lockstep_group_id(1) + __lockstep_num_groups(1) * __lockstep_group_id(2));
  unsigned t = __lockstep_local_id(0) + __lockstep_local_size(0) * (__lockstep_local_id(1) + __lockstep_local_size(1) * __lockstep_local_id(2));
  s->word[t & 255] = __lockstep_any_i32();
}

template <class S> LKS_D void curand_init(unsigned long long, unsigned long long, unsigned long long, S *s) { __lockstep_initialise(s); }
LKS_D void curand_init(const unsigned *v, unsigned, curandStateSobol32 *s) { __lockstep_initialise(s); s->directions = *(const __lockstep_words<32> *)v; }
LKS_D void curand_init(const unsigned long long *v, unsigned long long, curandStateSobol64 *s) { __lockstep_initialise(s);
  s->directions = *(const __lockstep_words<128> *)v; }
LKS_D void curand_init(const unsigned *v, unsigned, unsigned, curandStateScrambledSobol32 *s) { __lockstep_initialise(s);
  s->directions = *(const __lockstep_words<32> *)v; }
LKS_D void curand_init(const unsigned long long *v, unsigned long long, unsigned long long, curandStateScrambledSobol64 *s) {
  __lockstep_initialise(s); s->directions = *(const __lockstep_words<128> *)v; }
template <class S> LKS_D void skipahead(unsigned long long, S *s) { __lockstep_advance(s); }
template <class S> LKS_D void skipahead_sequence(unsigned long long, S *s) { __lockstep_advance(s); }
#define LKS_DRAW(name, type)                                                                                 \
  template <class S> LKS_D type name(S *s) {                                                                 \
    __lockstep_advance(s);                                                                                   \
    return __lockstep_any<type>();                                                                           \
  }
LKS_DRAW(curand, unsigned)
LKS_DRAW(curand4, uint4)
LKS_DRAW(curand_uniform, float)
LKS_DRAW(curand_uniform2, float2)
LKS_DRAW(curand_uniform4, float4)
LKS_DRAW(curand_normal, float)
LKS_DRAW(curand_normal2, float2)
LKS_DRAW(curand_normal4, float4)
LKS_DRAW(curand_uniform_double, double)
LKS_DRAW(curand_normal_double, double)
LKS_DRAW(curand_uniform2_double, double2)
LKS_DRAW(curand_normal2_double, double2)
#undef LKS_DRAW
template <class S> LKS_D float curand_log_normal(S *s, float, float) { return curand_normal(s); }
template <class S> LKS_D double curand_log_normal_double(S *s, double, double) { return curand_normal_double(s); }
template <class S> LKS_D unsigned curand_poisson(S *s, double) { return curand(s); }
