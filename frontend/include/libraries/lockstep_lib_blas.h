// lockstep_lib_blas.h: cuBLAS, served as <cublas_v2.h>, <cublas.h> and <cublasXt.h>.
#pragma once
extern "C++" {
#include "lockstep_lib.h"
#include "lockstep_lib_types.h"
#include "lockstep_cuda_complex.h"
#include "lockstep_half.h"
#include "lockstep_bf16.h"

#define CUBLAS_API_H_
#define CUBLAS_H_
#define CUBLAS_V2_H_
#define CUBLAS_XT_H_
#define CUBLASAPI
#define CUBLAS_VER_MAJOR 12
#define CUBLAS_VER_MINOR 0
#define CUBLAS_VER_PATCH 0
#define CUBLAS_VERSION 120000
enum cublasStatus_t {
  CUBLAS_STATUS_SUCCESS = 0, CUBLAS_STATUS_NOT_INITIALIZED = 1, CUBLAS_STATUS_ALLOC_FAILED = 3, CUBLAS_STATUS_INVALID_VALUE = 7,
  CUBLAS_STATUS_ARCH_MISMATCH = 8, CUBLAS_STATUS_MAPPING_ERROR = 11, CUBLAS_STATUS_EXECUTION_FAILED = 13,
  CUBLAS_STATUS_INTERNAL_ERROR = 14, CUBLAS_STATUS_NOT_SUPPORTED = 15, CUBLAS_STATUS_LICENSE_ERROR = 16,
};
typedef cublasStatus_t cublasStatus;
enum cublasFillMode_t { CUBLAS_FILL_MODE_LOWER, CUBLAS_FILL_MODE_UPPER, CUBLAS_FILL_MODE_FULL };
enum cublasDiagType_t { CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT };
enum cublasSideMode_t { CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT };
enum cublasOperation_t { CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2, CUBLAS_OP_HERMITAN = 2, CUBLAS_OP_CONJG = 3 };
enum cublasPointerMode_t { CUBLAS_POINTER_MODE_HOST, CUBLAS_POINTER_MODE_DEVICE };
enum cublasAtomicsMode_t { CUBLAS_ATOMICS_NOT_ALLOWED, CUBLAS_ATOMICS_ALLOWED };
#define LKS_ALGO(n) CUBLAS_GEMM_ALGO##n = n
#define LKS_TENSOR_ALGO(n) CUBLAS_GEMM_ALGO##n##_TENSOR_OP = 100 + n
enum cublasGemmAlgo_t {
  CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT = -1, LKS_ALGO(0), LKS_ALGO(1), LKS_ALGO(2), LKS_ALGO(3), LKS_ALGO(4), LKS_ALGO(5),
  LKS_ALGO(6), LKS_ALGO(7), LKS_ALGO(8), LKS_ALGO(9), LKS_ALGO(10), LKS_ALGO(11), LKS_ALGO(12), LKS_ALGO(13), LKS_ALGO(14), LKS_ALGO(15),
  LKS_ALGO(16), LKS_ALGO(17), LKS_ALGO(18), LKS_ALGO(19), LKS_ALGO(20), LKS_ALGO(21), LKS_ALGO(22), LKS_ALGO(23),
  CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99, CUBLAS_GEMM_DFALT_TENSOR_OP = 99, LKS_TENSOR_ALGO(0), LKS_TENSOR_ALGO(1), LKS_TENSOR_ALGO(2),
  LKS_TENSOR_ALGO(3), LKS_TENSOR_ALGO(4), LKS_TENSOR_ALGO(5), LKS_TENSOR_ALGO(6), LKS_TENSOR_ALGO(7), LKS_TENSOR_ALGO(8),
  LKS_TENSOR_ALGO(9), LKS_TENSOR_ALGO(10), LKS_TENSOR_ALGO(11), LKS_TENSOR_ALGO(12), LKS_TENSOR_ALGO(13), LKS_TENSOR_ALGO(14),
  LKS_TENSOR_ALGO(15),
};
#undef LKS_ALGO
#undef LKS_TENSOR_ALGO
enum cublasMath_t {
  CUBLAS_DEFAULT_MATH = 0, CUBLAS_TENSOR_OP_MATH = 1, CUBLAS_PEDANTIC_MATH = 2, CUBLAS_TF32_TENSOR_OP_MATH = 3,
  CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16,
};
inline cublasMath_t operator|(cublasMath_t a, cublasMath_t b) { return (cublasMath_t)((int)a | (int)b); }
enum cublasComputeType_t {
  CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_16F_PEDANTIC = 65, CUBLAS_COMPUTE_32F = 68, CUBLAS_COMPUTE_32F_PEDANTIC = 69,
  CUBLAS_COMPUTE_32F_FAST_16F = 74, CUBLAS_COMPUTE_32F_FAST_16BF = 75, CUBLAS_COMPUTE_32F_FAST_TF32 = 77, CUBLAS_COMPUTE_64F = 70,
  CUBLAS_COMPUTE_64F_PEDANTIC = 71, CUBLAS_COMPUTE_32I = 72, CUBLAS_COMPUTE_32I_PEDANTIC = 73,
};
typedef cudaDataType cublasDataType_t;
#define CUBLAS_DATA_FLOAT CUDA_R_32F
#define CUBLAS_DATA_DOUBLE CUDA_R_64F
#define CUBLAS_DATA_HALF CUDA_R_16F
#define CUBLAS_DATA_INT8 CUDA_R_8I
typedef struct cublasContext *cublasHandle_t;
typedef struct cublasXtContext *cublasXtHandle_t;
typedef void (*cublasLogCallback)(const char *);
enum cublasXtPinnedMemMode_t { CUBLASXT_PINNING_DISABLED, CUBLASXT_PINNING_ENABLED };
enum cublasXtOpType_t { CUBLASXT_FLOAT, CUBLASXT_DOUBLE, CUBLASXT_COMPLEX, CUBLASXT_DOUBLECOMPLEX };
enum cublasXtBlasOp_t {
  CUBLASXT_GEMM, CUBLASXT_SYRK, CUBLASXT_HERK, CUBLASXT_SYMM, CUBLASXT_HEMM, CUBLASXT_TRSM, CUBLASXT_SYR2K, CUBLASXT_HER2K,
  CUBLASXT_SPMM, CUBLASXT_SYRKX, CUBLASXT_HERKX, CUBLASXT_TRMM, CUBLASXT_ROUTINE_MAX,
};

// The second names are those of the interface that <cublas_v2.h> hides behind macros.
#define LKS_BLAS(name) LKS_LIB(cublasStatus_t, cublas##name)
#define LKS_BLAS2(name) LKS_BLAS(name) LKS_BLAS(name##_v2)
#define LKS_BLAS_64(name) LKS_BLAS2(name) LKS_BLAS(name##_64) LKS_BLAS(name##_v2_64)
#include "lockstep_lib_blas_names.h"
LKS_HOST const char *cublasGetStatusName(cublasStatus_t);
LKS_HOST const char *cublasGetStatusString(cublasStatus_t);
LKS_LIB(void, cublasXerbla)
LKS_HOST size_t cublasGetCudartVersion();
#define LKS_XT(name) LKS_BLAS(Xt##name)
#define LKS_XT_SDCZ(name) LKS_XT(S##name) LKS_XT(D##name) LKS_XT(C##name) LKS_XT(Z##name)
LKS_XT(Create) LKS_XT(Destroy) LKS_XT(GetNumBoards) LKS_XT(MaxBoards) LKS_XT(DeviceSelect) LKS_XT(SetBlockDim) LKS_XT(GetBlockDim)
LKS_XT(SetPinningMemMode) LKS_XT(GetPinningMemMode) LKS_XT(SetCpuRoutine) LKS_XT(SetCpuRatio)
LKS_XT_SDCZ(gemm) LKS_XT_SDCZ(syrk) LKS_XT_SDCZ(symm) LKS_XT_SDCZ(trsm) LKS_XT_SDCZ(trmm) LKS_XT_SDCZ(syr2k) LKS_XT_SDCZ(spmm)
LKS_XT_SDCZ(syrkx) LKS_XT(Cherk) LKS_XT(Zherk) LKS_XT(Chemm) LKS_XT(Zhemm) LKS_XT(Cher2k) LKS_XT(Zher2k) LKS_XT(Cherkx) LKS_XT(Zherkx)
#undef LKS_XT
#undef LKS_XT_SDCZ
#undef LKS_BLAS
#undef LKS_BLAS2
#undef LKS_BLAS_64

} // extern "C++"
