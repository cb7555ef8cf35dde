// lockstep_lib_hip_rand.h: hipRAND and rocRAND, served as <hiprand/*> and <rocrand/*>. The device's functions are cuRAND's
// (lockstep_cuda_random.h).
#pragma once
extern "C++" {
#include "lockstep_hip.h"
#include "lockstep_cuda_random.h"

enum hiprandStatus {
  HIPRAND_STATUS_SUCCESS = 0, HIPRAND_STATUS_VERSION_MISMATCH = 100, HIPRAND_STATUS_NOT_INITIALIZED = 101,
  HIPRAND_STATUS_ALLOCATION_FAILED = 102, HIPRAND_STATUS_TYPE_ERROR = 103, HIPRAND_STATUS_OUT_OF_RANGE = 104,
  HIPRAND_STATUS_LENGTH_NOT_MULTIPLE = 105, HIPRAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106, HIPRAND_STATUS_LAUNCH_FAILURE = 201,
  HIPRAND_STATUS_PREEXISTING_FAILURE = 202, HIPRAND_STATUS_INITIALIZATION_FAILED = 203, HIPRAND_STATUS_ARCH_MISMATCH = 204,
  HIPRAND_STATUS_INTERNAL_ERROR = 999, HIPRAND_STATUS_NOT_IMPLEMENTED = 1000,
};
typedef hiprandStatus hiprandStatus_t;
enum hiprandRngType {
  HIPRAND_RNG_TEST = 0, HIPRAND_RNG_PSEUDO_DEFAULT = 400, HIPRAND_RNG_PSEUDO_XORWOW = 401, HIPRAND_RNG_PSEUDO_MRG32K3A = 402,
  HIPRAND_RNG_PSEUDO_MTGP32 = 403, HIPRAND_RNG_PSEUDO_MT19937 = 404, HIPRAND_RNG_PSEUDO_PHILOX4_32_10 = 405,
  HIPRAND_RNG_QUASI_DEFAULT = 500, HIPRAND_RNG_QUASI_SOBOL32 = 501, HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 502,
  HIPRAND_RNG_QUASI_SOBOL64 = 503, HIPRAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 504,
};
typedef hiprandRngType hiprandRngType_t;
enum hiprandOrdering { HIPRAND_ORDERING_PSEUDO_BEST = 100, HIPRAND_ORDERING_PSEUDO_DEFAULT = 101, HIPRAND_ORDERING_QUASI_DEFAULT = 201 };
typedef hiprandOrdering hiprandOrdering_t;
typedef struct hiprandGenerator_st *hiprandGenerator_t;
typedef struct hiprandDiscreteDistribution_st *hiprandDiscreteDistribution_t;
#define LKS_RAND(name) LKS_LIB(hiprandStatus_t, hiprand##name)
#include "lockstep_lib_rand_names.h"
#undef LKS_RAND

enum rocrand_status {
  ROCRAND_STATUS_SUCCESS = 0, ROCRAND_STATUS_VERSION_MISMATCH = 100, ROCRAND_STATUS_NOT_CREATED = 101, ROCRAND_STATUS_ALLOCATION_FAILED = 102,
  ROCRAND_STATUS_TYPE_ERROR = 103, ROCRAND_STATUS_OUT_OF_RANGE = 104, ROCRAND_STATUS_LENGTH_NOT_MULTIPLE = 105,
  ROCRAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106, ROCRAND_STATUS_LAUNCH_FAILURE = 107, ROCRAND_STATUS_INTERNAL_ERROR = 108,
};
enum rocrand_rng_type {
  ROCRAND_RNG_PSEUDO_DEFAULT = 400, ROCRAND_RNG_PSEUDO_XORWOW = 401, ROCRAND_RNG_PSEUDO_MRG32K3A = 402, ROCRAND_RNG_PSEUDO_MTGP32 = 403,
  ROCRAND_RNG_PSEUDO_PHILOX4_32_10 = 404, ROCRAND_RNG_PSEUDO_MT19937 = 408, ROCRAND_RNG_QUASI_DEFAULT = 500, ROCRAND_RNG_QUASI_SOBOL32 = 501,
};
typedef struct rocrand_generator_base_type *rocrand_generator;
#define LKS_ROC(name) LKS_LIB(rocrand_status, rocrand_##name)
LKS_ROC(create_generator) LKS_ROC(create_generator_host) LKS_ROC(destroy_generator) LKS_ROC(generate) LKS_ROC(generate_char)
LKS_ROC(generate_short) LKS_ROC(generate_uniform) LKS_ROC(generate_uniform_double) LKS_ROC(generate_uniform_half) LKS_ROC(generate_normal)
LKS_ROC(generate_normal_double) LKS_ROC(generate_normal_half) LKS_ROC(generate_log_normal) LKS_ROC(generate_log_normal_double)
LKS_ROC(generate_poisson) LKS_ROC(initialize_generator) LKS_ROC(set_stream) LKS_ROC(set_seed) LKS_ROC(set_offset) LKS_ROC(set_ordering)
LKS_ROC(set_quasi_random_generator_dimensions) LKS_ROC(get_version)
#undef LKS_ROC

typedef curandStateXORWOW hiprandStateXORWOW, hiprandStateXORWOW_t, rocrand_state_xorwow;
typedef curandStatePhilox4_32_10 hiprandStatePhilox4_32_10, hiprandStatePhilox4_32_10_t, rocrand_state_philox4x32_10;
typedef curandStateMRG32k3a hiprandStateMRG32k3a, hiprandStateMRG32k3a_t, rocrand_state_mrg32k3a;
typedef curandStateMtgp32 hiprandStateMtgp32, hiprandStateMtgp32_t, rocrand_state_mtgp32;
typedef curandState hiprandState, hiprandState_t;
typedef curandStateSobol32 hiprandStateSobol32_t, rocrand_state_sobol32;
#define hiprand curand
#define rocrand curand
#define hiprand4 curand4
#define rocrand4 curand4
#define hiprand_uniform curand_uniform
#define rocrand_uniform curand_uniform
#define hiprand_uniform2 curand_uniform2
#define rocrand_uniform2 curand_uniform2
#define hiprand_uniform4 curand_uniform4
#define rocrand_uniform4 curand_uniform4
#define hiprand_normal curand_normal
#define rocrand_normal curand_normal
#define hiprand_normal2 curand_normal2
#define rocrand_normal2 curand_normal2
#define hiprand_normal4 curand_normal4
#define rocrand_normal4 curand_normal4
#define hiprand_uniform_double curand_uniform_double
#define rocrand_uniform_double curand_uniform_double
#define hiprand_normal_double curand_normal_double
#define rocrand_normal_double curand_normal_double
#define hiprand_uniform2_double curand_uniform2_double
#define rocrand_uniform2_double curand_uniform2_double
#define hiprand_normal2_double curand_normal2_double
#define rocrand_normal2_double curand_normal2_double
#define hiprand_log_normal curand_log_normal
#define rocrand_log_normal curand_log_normal
#define hiprand_log_normal_double curand_log_normal_double
#define rocrand_log_normal_double curand_log_normal_double
#define hiprand_poisson curand_poisson
#define rocrand_poisson curand_poisson
#define hiprand_init curand_init
#define rocrand_init curand_init

} // extern "C++"
