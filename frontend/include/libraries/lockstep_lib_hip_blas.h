// lockstep_lib_hip_blas.h: hipBLAS, served as <hipblas/hipblas.h> and <hipblaslt/hipblaslt.h>.
#pragma once
extern "C++" {
#include "lockstep_hip.h"
#include "lockstep_lib_hip_types.h"

enum hipblasStatus_t {
  HIPBLAS_STATUS_SUCCESS = 0, HIPBLAS_STATUS_NOT_INITIALIZED = 1, HIPBLAS_STATUS_ALLOC_FAILED = 2, HIPBLAS_STATUS_INVALID_VALUE = 3,
  HIPBLAS_STATUS_MAPPING_ERROR = 4, HIPBLAS_STATUS_EXECUTION_FAILED = 5, HIPBLAS_STATUS_INTERNAL_ERROR = 6, HIPBLAS_STATUS_NOT_SUPPORTED = 7,
  HIPBLAS_STATUS_ARCH_MISMATCH = 8, HIPBLAS_STATUS_HANDLE_IS_NULLPTR = 9, HIPBLAS_STATUS_INVALID_ENUM = 10, HIPBLAS_STATUS_UNKNOWN = 11,
};
enum hipblasOperation_t { HIPBLAS_OP_N = 111, HIPBLAS_OP_T = 112, HIPBLAS_OP_C = 113 };
enum hipblasPointerMode_t { HIPBLAS_POINTER_MODE_HOST, HIPBLAS_POINTER_MODE_DEVICE };
enum hipblasFillMode_t { HIPBLAS_FILL_MODE_UPPER = 121, HIPBLAS_FILL_MODE_LOWER = 122, HIPBLAS_FILL_MODE_FULL = 123 };
enum hipblasDiagType_t { HIPBLAS_DIAG_NON_UNIT = 131, HIPBLAS_DIAG_UNIT = 132 };
enum hipblasSideMode_t { HIPBLAS_SIDE_LEFT = 141, HIPBLAS_SIDE_RIGHT = 142, HIPBLAS_SIDE_BOTH = 143 };
enum hipblasGemmAlgo_t { HIPBLAS_GEMM_DEFAULT = 160 };
enum hipblasAtomicsMode_t { HIPBLAS_ATOMICS_NOT_ALLOWED, HIPBLAS_ATOMICS_ALLOWED };
enum hipblasMath_t { HIPBLAS_DEFAULT_MATH = 0, HIPBLAS_XF32_XDL_MATH = 1, HIPBLAS_PEDANTIC_MATH = 2, HIPBLAS_TF32_TENSOR_OP_MATH = 3 };
enum hipblasComputeType_t {
  HIPBLAS_COMPUTE_16F = 0, HIPBLAS_COMPUTE_16F_PEDANTIC = 1, HIPBLAS_COMPUTE_32F = 2, HIPBLAS_COMPUTE_32F_PEDANTIC = 3,
  HIPBLAS_COMPUTE_32F_FAST_16F = 4, HIPBLAS_COMPUTE_32F_FAST_16BF = 5, HIPBLAS_COMPUTE_32F_FAST_TF32 = 6, HIPBLAS_COMPUTE_64F = 7,
  HIPBLAS_COMPUTE_64F_PEDANTIC = 8, HIPBLAS_COMPUTE_32I = 9, HIPBLAS_COMPUTE_32I_PEDANTIC = 10,
};
#define HIPBLAS_R_16F HIP_R_16F
#define HIPBLAS_R_32F HIP_R_32F
#define HIPBLAS_R_64F HIP_R_64F
#define HIPBLAS_C_16F HIP_C_16F
#define HIPBLAS_C_32F HIP_C_32F
#define HIPBLAS_C_64F HIP_C_64F
#define HIPBLAS_R_8I HIP_R_8I
#define HIPBLAS_R_8U HIP_R_8U
#define HIPBLAS_R_32I HIP_R_32I
#define HIPBLAS_R_16B HIP_R_16BF
typedef hipDataType hipblasDatatype_t;
typedef void *hipblasHandle_t;
typedef unsigned short hipblasHalf;
typedef signed char hipblasInt8;
typedef long long hipblasStride;
struct hipblasBfloat16 { unsigned short data; };
typedef float2 hipblasComplex;
typedef double2 hipblasDoubleComplex;
#define LKS_BLAS(name) LKS_LIB(hipblasStatus_t, hipblas##name)
#define LKS_BLAS2(name) LKS_BLAS(name)
#define LKS_BLAS_64(name) LKS_BLAS(name) LKS_BLAS(name##_64)
#include "lockstep_lib_blas_names.h"
#undef LKS_BLAS2
#undef LKS_BLAS_64
LKS_HOST const char *hipblasStatusToString(hipblasStatus_t);
#undef LKS_BLAS

typedef void *hipblasLtHandle_t;
typedef struct lks_hipblasLtMatmulDesc_t *hipblasLtMatmulDesc_t;
typedef struct lks_hipblasLtMatrixLayout_t *hipblasLtMatrixLayout_t;
typedef struct lks_hipblasLtMatmulPreference_t *hipblasLtMatmulPreference_t;
struct hipblasLtMatmulAlgo_t { unsigned char data[16]; size_t max_workspace_bytes; };
struct hipblasLtMatmulHeuristicResult_t { hipblasLtMatmulAlgo_t algo; size_t workspaceSize; hipblasStatus_t state; float wavesCount; int reserved[4]; };
enum hipblasLtEpilogue_t {
  HIPBLASLT_EPILOGUE_DEFAULT = 1, HIPBLASLT_EPILOGUE_RELU = 2, HIPBLASLT_EPILOGUE_BIAS = 4, HIPBLASLT_EPILOGUE_RELU_BIAS = 6,
  HIPBLASLT_EPILOGUE_GELU = 32, HIPBLASLT_EPILOGUE_GELU_BIAS = 36, HIPBLASLT_EPILOGUE_GELU_AUX = 160, HIPBLASLT_EPILOGUE_GELU_AUX_BIAS = 164,
  HIPBLASLT_EPILOGUE_DGELU = 192, HIPBLASLT_EPILOGUE_DGELU_BGRAD = 208, HIPBLASLT_EPILOGUE_BGRADA = 256, HIPBLASLT_EPILOGUE_BGRADB = 512,
};
enum hipblasLtMatmulDescAttributes_t {
  HIPBLASLT_MATMUL_DESC_TRANSA, HIPBLASLT_MATMUL_DESC_TRANSB, HIPBLASLT_MATMUL_DESC_EPILOGUE, HIPBLASLT_MATMUL_DESC_BIAS_POINTER,
  HIPBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, HIPBLASLT_MATMUL_DESC_A_SCALE_POINTER, HIPBLASLT_MATMUL_DESC_B_SCALE_POINTER,
  HIPBLASLT_MATMUL_DESC_C_SCALE_POINTER, HIPBLASLT_MATMUL_DESC_D_SCALE_POINTER, HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER,
  HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, HIPBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE,
  HIPBLASLT_MATMUL_DESC_POINTER_MODE, HIPBLASLT_MATMUL_DESC_AMAX_D_POINTER,
};
enum hipblasLtMatrixLayoutAttribute_t { HIPBLASLT_MATRIX_LAYOUT_BATCH_COUNT, HIPBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET };
enum hipblasLtMatmulPreferenceAttributes_t { HIPBLASLT_MATMUL_PREF_SEARCH_MODE, HIPBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES };
#define LKS_LT(name) LKS_LIB(hipblasStatus_t, hipblasLt##name)
#define LKS_OBJECT(name) LKS_LT(name##Create) LKS_LT(name##Destroy) LKS_LT(name##SetAttribute) LKS_LT(name##GetAttribute)
LKS_LT(Create) LKS_LT(Destroy) LKS_LT(GetVersion) LKS_LT(Matmul) LKS_LT(MatmulAlgoGetHeuristic) LKS_LT(MatrixTransform)
LKS_OBJECT(MatmulDesc) LKS_OBJECT(MatrixLayout) LKS_OBJECT(MatmulPreference)
#undef LKS_LT
#undef LKS_OBJECT

} // extern "C++"
