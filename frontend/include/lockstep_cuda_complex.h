// lockstep_cuda_complex.h: complex numbers, served as <cuComplex.h>, and those of cuFFT and its like.
#pragma once

typedef float2 cuFloatComplex, cuComplex;
typedef double2 cuDoubleComplex;
#define LKS_COMPLEX(T, R, f, D)                                                                              \
  LKS_HD T make_cu##D##Complex(R x, R y) { return {x, y}; }                                                  \
  LKS_HD R cuCreal##f(T a) { return a.x; }                                                                   \
  LKS_HD R cuCimag##f(T a) { return a.y; }                                                                   \
  LKS_HD T cuConj##f(T a) { return {a.x, -a.y}; }                                                            \
  LKS_HD T cuCadd##f(T a, T b) { return {a.x + b.x, a.y + b.y}; }                                            \
  LKS_HD T cuCsub##f(T a, T b) { return {a.x - b.x, a.y - b.y}; }                                            \
  LKS_HD T cuCmul##f(T a, T b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }                    \
  LKS_HD T cuCfma##f(T a, T b, T c) { return {a.x * b.x - a.y * b.y + c.x, a.x * b.y + a.y * b.x + c.y}; }   \
  LKS_HD T cuCdiv##f(T a, T b) {                                                                             \
    const R n = b.x * b.x + b.y * b.y;                                                                       \
    return {(a.x * b.x + a.y * b.y) / n, (a.y * b.x - a.x * b.y) / n};                                       \
  }
LKS_COMPLEX(cuFloatComplex, float, f, Float)
LKS_COMPLEX(cuDoubleComplex, double, , Double)
#undef LKS_COMPLEX
LKS_HD cuComplex make_cuComplex(float x, float y) { return {x, y}; }
LKS_HD float cuCabsf(cuFloatComplex a) { return __builtin_sqrtf(a.x * a.x + a.y * a.y); }
LKS_HD double cuCabs(cuDoubleComplex a) { return __builtin_sqrt(a.x * a.x + a.y * a.y); }

typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;
typedef int cufftHandle;
typedef int cufftResult;
typedef cufftResult cufftResult_t;
enum cufftType { CUFFT_R2C = 0x2a, CUFFT_C2R = 0x2c, CUFFT_C2C = 0x29, CUFFT_D2Z = 0x6a, CUFFT_Z2D = 0x6c, CUFFT_Z2Z = 0x69 };
#define CUFFT_SUCCESS 0
#define CUFFT_FORWARD (-1)
#define CUFFT_INVERSE 1
#define LKS_ANY(name) template <class... A> LKS_HOST int name(A &&...);
LKS_ANY(cufftCreate) LKS_ANY(cufftDestroy) LKS_ANY(cufftPlan1d) LKS_ANY(cufftPlan2d) LKS_ANY(cufftPlan3d) LKS_ANY(cufftPlanMany)
LKS_ANY(cufftMakePlan1d) LKS_ANY(cufftMakePlan2d) LKS_ANY(cufftExecC2C) LKS_ANY(cufftExecR2C) LKS_ANY(cufftExecC2R) LKS_ANY(cufftExecZ2Z)
LKS_ANY(cufftExecD2Z) LKS_ANY(cufftExecZ2D) LKS_ANY(cufftSetStream)
LKS_ANY(cublasCreate) LKS_ANY(cublasDestroy) LKS_ANY(cublasSetStream) LKS_ANY(cublasSgemm) LKS_ANY(cublasDgemm) LKS_ANY(cublasSaxpy)
LKS_ANY(cublasDaxpy) LKS_ANY(cublasSdot) LKS_ANY(cublasDdot) LKS_ANY(cublasSscal) LKS_ANY(cublasSgemv) LKS_ANY(cublasSetVector) LKS_ANY(cublasGetVector)
#undef LKS_ANY
enum cublasOperation_t { CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C };
#define CUBLAS_STATUS_SUCCESS 0
typedef struct cublasContext *cublasHandle_t;
typedef int cublasStatus_t;
typedef struct cusparseContext *cusparseHandle_t;
typedef int cusparseStatus_t;
typedef struct cusolverDnContext *cusolverDnHandle_t;
typedef struct cusolverSpContext *cusolverSpHandle_t;
typedef int cusolverStatus_t;
