// lockstep_lib_sparse.h: cuSPARSE, served as <cusparse.h> and <cusparse_v2.h>.
#pragma once
extern "C++" {
#include "lockstep_lib.h"
#include "lockstep_lib_types.h"
#include "lockstep_cuda_complex.h"
#include "lockstep_half.h"
#include "lockstep_lib_sparse_infos.h"

#define CUSPARSE_H_
#define CUSPARSE_V2_H_
#define CUSPARSEAPI
#define CUSPARSE_VER_MAJOR 12
#define CUSPARSE_VER_MINOR 0
#define CUSPARSE_VER_PATCH 0
#define CUSPARSE_VERSION 12000
enum cusparseStatus_t {
  CUSPARSE_STATUS_SUCCESS = 0, CUSPARSE_STATUS_NOT_INITIALIZED = 1, CUSPARSE_STATUS_ALLOC_FAILED = 2, CUSPARSE_STATUS_INVALID_VALUE = 3,
  CUSPARSE_STATUS_ARCH_MISMATCH = 4, CUSPARSE_STATUS_MAPPING_ERROR = 5, CUSPARSE_STATUS_EXECUTION_FAILED = 6,
  CUSPARSE_STATUS_INTERNAL_ERROR = 7, CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8, CUSPARSE_STATUS_ZERO_PIVOT = 9,
  CUSPARSE_STATUS_NOT_SUPPORTED = 10, CUSPARSE_STATUS_INSUFFICIENT_RESOURCES = 11,
};
enum cusparsePointerMode_t { CUSPARSE_POINTER_MODE_HOST, CUSPARSE_POINTER_MODE_DEVICE };
enum cusparseAction_t { CUSPARSE_ACTION_SYMBOLIC, CUSPARSE_ACTION_NUMERIC };
enum cusparseMatrixType_t {
  CUSPARSE_MATRIX_TYPE_GENERAL, CUSPARSE_MATRIX_TYPE_SYMMETRIC, CUSPARSE_MATRIX_TYPE_HERMITIAN, CUSPARSE_MATRIX_TYPE_TRIANGULAR,
};
enum cusparseFillMode_t { CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER };
enum cusparseDiagType_t { CUSPARSE_DIAG_TYPE_NON_UNIT, CUSPARSE_DIAG_TYPE_UNIT };
enum cusparseIndexBase_t { CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_INDEX_BASE_ONE };
enum cusparseOperation_t { CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE };
enum cusparseDirection_t { CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN };
enum cusparseSolvePolicy_t { CUSPARSE_SOLVE_POLICY_NO_LEVEL, CUSPARSE_SOLVE_POLICY_USE_LEVEL };
enum cusparseColorAlg_t { CUSPARSE_COLOR_ALG0, CUSPARSE_COLOR_ALG1 };
enum cusparseAlgMode_t { CUSPARSE_ALG_MERGE_PATH };
enum cusparseCsr2CscAlg_t { CUSPARSE_CSR2CSC_ALG_DEFAULT = 1, CUSPARSE_CSR2CSC_ALG1 = 1, CUSPARSE_CSR2CSC_ALG2 = 2 };
enum cusparseFormat_t {
  CUSPARSE_FORMAT_CSR = 1, CUSPARSE_FORMAT_CSC = 2, CUSPARSE_FORMAT_COO = 3, CUSPARSE_FORMAT_COO_AOS = 4, CUSPARSE_FORMAT_BLOCKED_ELL = 5,
  CUSPARSE_FORMAT_BSR = 6, CUSPARSE_FORMAT_SLICED_ELLPACK = 7,
};
enum cusparseOrder_t { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW = 2 };
enum cusparseIndexType_t { CUSPARSE_INDEX_16U = 1, CUSPARSE_INDEX_32I = 2, CUSPARSE_INDEX_64I = 3 };
enum cusparseSpMVAlg_t {
  CUSPARSE_MV_ALG_DEFAULT = 0, CUSPARSE_COOMV_ALG = 1, CUSPARSE_CSRMV_ALG1 = 2, CUSPARSE_CSRMV_ALG2 = 3, CUSPARSE_SPMV_ALG_DEFAULT = 0,
  CUSPARSE_SPMV_COO_ALG1 = 1, CUSPARSE_SPMV_CSR_ALG1 = 2, CUSPARSE_SPMV_CSR_ALG2 = 3, CUSPARSE_SPMV_COO_ALG2 = 4,
  CUSPARSE_SPMV_SELL_ALG1 = 5,
};
enum cusparseSpMMAlg_t {
  CUSPARSE_MM_ALG_DEFAULT = 0, CUSPARSE_SPMM_ALG_DEFAULT = 0, CUSPARSE_COOMM_ALG1 = 1, CUSPARSE_COOMM_ALG2 = 2, CUSPARSE_COOMM_ALG3 = 3,
  CUSPARSE_CSRMM_ALG1 = 4, CUSPARSE_SPMM_COO_ALG1 = 1, CUSPARSE_SPMM_COO_ALG2 = 2, CUSPARSE_SPMM_COO_ALG3 = 3,
  CUSPARSE_SPMM_COO_ALG4 = 5, CUSPARSE_SPMM_CSR_ALG1 = 4, CUSPARSE_SPMM_CSR_ALG2 = 6, CUSPARSE_SPMM_CSR_ALG3 = 12,
  CUSPARSE_SPMM_BLOCKED_ELL_ALG1 = 13, CUSPARSE_SPMM_BSR_ALG1 = 14,
};
enum cusparseSpGEMMAlg_t {
  CUSPARSE_SPGEMM_DEFAULT = 0, CUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC = 1, CUSPARSE_SPGEMM_CSR_ALG_NONDETERMINITIC = 2,
  CUSPARSE_SPGEMM_ALG1 = 3, CUSPARSE_SPGEMM_ALG2 = 4, CUSPARSE_SPGEMM_ALG3 = 5,
};
enum cusparseSpSVAlg_t { CUSPARSE_SPSV_ALG_DEFAULT };
enum cusparseSpSMAlg_t { CUSPARSE_SPSM_ALG_DEFAULT };
enum cusparseSpSVUpdate_t { CUSPARSE_SPSV_UPDATE_GENERAL, CUSPARSE_SPSV_UPDATE_DIAGONAL };
enum cusparseSDDMMAlg_t { CUSPARSE_SDDMM_ALG_DEFAULT };
enum cusparseSparseToDenseAlg_t { CUSPARSE_SPARSETODENSE_ALG_DEFAULT };
enum cusparseDenseToSparseAlg_t { CUSPARSE_DENSETOSPARSE_ALG_DEFAULT };
enum cusparseSpMatAttribute_t { CUSPARSE_SPMAT_FILL_MODE, CUSPARSE_SPMAT_DIAG_TYPE };
enum cusparseHybPartition_t { CUSPARSE_HYB_PARTITION_AUTO, CUSPARSE_HYB_PARTITION_USER, CUSPARSE_HYB_PARTITION_MAX };
#define LKS_OPAQUE(name) typedef struct lks_##name *name;
LKS_OPAQUE(cusparseMatDescr_t) LKS_OPAQUE(cusparseColorInfo_t)

 LKS_OPAQUE(cusparseSolveAnalysisInfo_t)
LKS_OPAQUE(cusparseHybMat_t) LKS_OPAQUE(cusparseSpVecDescr_t) LKS_OPAQUE(cusparseDnVecDescr_t) LKS_OPAQUE(cusparseSpMatDescr_t)
LKS_OPAQUE(cusparseDnMatDescr_t) LKS_OPAQUE(cusparseSpGEMMDescr_t) LKS_OPAQUE(cusparseSpSVDescr_t) LKS_OPAQUE(cusparseSpSMDescr_t)
LKS_OPAQUE(cusparseSpMMOpPlan_t)
#undef LKS_OPAQUE
typedef const struct lks_cusparseSpVecDescr_t *cusparseConstSpVecDescr_t;
typedef const struct lks_cusparseDnVecDescr_t *cusparseConstDnVecDescr_t;
typedef const struct lks_cusparseSpMatDescr_t *cusparseConstSpMatDescr_t;
typedef const struct lks_cusparseDnMatDescr_t *cusparseConstDnMatDescr_t;
typedef struct cusparseContext *cusparseHandle_t;

#define LKS_SPARSE(name) LKS_LIB(cusparseStatus_t, cusparse##name)
#include "lockstep_lib_sparse_names.h"
LKS_HOST cusparseMatrixType_t cusparseGetMatType(cusparseMatDescr_t);
LKS_HOST cusparseFillMode_t cusparseGetMatFillMode(cusparseMatDescr_t);
LKS_HOST cusparseDiagType_t cusparseGetMatDiagType(cusparseMatDescr_t);
LKS_HOST cusparseIndexBase_t cusparseGetMatIndexBase(cusparseMatDescr_t);
LKS_HOST const char *cusparseGetErrorName(cusparseStatus_t);
LKS_HOST const char *cusparseGetErrorString(cusparseStatus_t);
#undef LKS_SPARSE

} // extern "C++"
