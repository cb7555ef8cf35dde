// lockstep_cuda_random.h: cuRAND's device interface, served as <curand_kernel.h>.
//
// A number drawn is arbitrary; drawing reads and writes the generator's state, which is what races are about.
#pragma once

typedef int curandStatus_t;
typedef struct curandGenerator_st *curandGenerator_t;
enum curandRngType_t { CURAND_RNG_PSEUDO_DEFAULT = 100, CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A = 121, CURAND_RNG_PSEUDO_MTGP32 = 141, CURAND_RNG_PSEUDO_MT19937, CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161, CURAND_RNG_QUASI_DEFAULT = 200, CURAND_RNG_QUASI_SOBOL32 };
enum curandDirectionVectorSet_t { CURAND_DIRECTION_VECTORS_32_JOEKUO6 = 101, CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6, CURAND_DIRECTION_VECTORS_64_JOEKUO6, CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6 };
#define LKS_ANY(name) template <class... A> __host__ curandStatus_t name(A &&...);
LKS_ANY(curandCreateGenerator) LKS_ANY(curandCreateGeneratorHost) LKS_ANY(curandDestroyGenerator) LKS_ANY(curandSetPseudoRandomGeneratorSeed)
LKS_ANY(curandSetStream) LKS_ANY(curandSetGeneratorOffset) LKS_ANY(curandGenerate) LKS_ANY(curandGenerateUniform) LKS_ANY(curandGenerateUniformDouble)
LKS_ANY(curandGenerateNormal) LKS_ANY(curandGenerateNormalDouble) LKS_ANY(curandGetDirectionVectors32) LKS_ANY(curandGetDirectionVectors64)
LKS_ANY(curandMakeMTGP32Constants) LKS_ANY(curandMakeMTGP32KernelState)
#undef LKS_ANY
typedef unsigned curandDirectionVectors32_t[32];
#define CURAND_STATUS_SUCCESS 0

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
LKS_D void curand_init(const unsigned long long *v, unsigned long long, curandStateSobol64 *s) { __lockstep_initialise(s); s->directions = *(const __lockstep_words<128> *)v; }
LKS_D void curand_init(const unsigned *v, unsigned, unsigned, curandStateScrambledSobol32 *s) { __lockstep_initialise(s); s->directions = *(const __lockstep_words<32> *)v; }
LKS_D void curand_init(const unsigned long long *v, unsigned long long, unsigned long long, curandStateScrambledSobol64 *s) { __lockstep_initialise(s); s->directions = *(const __lockstep_words<128> *)v; }
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
