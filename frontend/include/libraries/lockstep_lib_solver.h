// lockstep_lib_solver.h: cuSOLVER, served as <cusolverDn.h>, <cusolverSp.h>, <cusolverRf.h>, <cusolverMg.h> and
// <cusolver_common.h>.
#pragma once
extern "C++" {
#include "lockstep_lib_blas.h"
#include "lockstep_lib_sparse.h"

#define CUSOLVER_COMMON_H_
#define CUSOLVERDN_H_
#define CUSOLVERSP_H_
#define CUSOLVERRF_H_
#define CUSOLVERAPI
#define CUSOLVER_VER_MAJOR 11
#define CUSOLVER_VERSION 11400
typedef int cusolver_int_t;
enum cusolverStatus_t {
  CUSOLVER_STATUS_SUCCESS = 0, CUSOLVER_STATUS_NOT_INITIALIZED = 1, CUSOLVER_STATUS_ALLOC_FAILED = 2, CUSOLVER_STATUS_INVALID_VALUE = 3,
  CUSOLVER_STATUS_ARCH_MISMATCH = 4, CUSOLVER_STATUS_MAPPING_ERROR = 5, CUSOLVER_STATUS_EXECUTION_FAILED = 6,
  CUSOLVER_STATUS_INTERNAL_ERROR = 7, CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8, CUSOLVER_STATUS_NOT_SUPPORTED = 9,
  CUSOLVER_STATUS_ZERO_PIVOT = 10, CUSOLVER_STATUS_INVALID_LICENSE = 11, CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED = 12,
  CUSOLVER_STATUS_IRS_PARAMS_INVALID = 13, CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC = 14, CUSOLVER_STATUS_IRS_PARAMS_INVALID_REFINE = 15,
  CUSOLVER_STATUS_IRS_PARAMS_INVALID_MAXITER = 16, CUSOLVER_STATUS_IRS_INTERNAL_ERROR = 20, CUSOLVER_STATUS_IRS_NOT_SUPPORTED = 21,
  CUSOLVER_STATUS_IRS_OUT_OF_RANGE = 22, CUSOLVER_STATUS_IRS_NRHS_NOT_SUPPORTED_FOR_REFINE_GMRES = 23,
  CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED = 25, CUSOLVER_STATUS_IRS_INFOS_NOT_DESTROYED = 26, CUSOLVER_STATUS_IRS_MATRIX_SINGULAR = 30,
  CUSOLVER_STATUS_INVALID_WORKSPACE = 31,
};
enum cusolverEigType_t { CUSOLVER_EIG_TYPE_1 = 1, CUSOLVER_EIG_TYPE_2 = 2, CUSOLVER_EIG_TYPE_3 = 3 };
enum cusolverEigMode_t { CUSOLVER_EIG_MODE_NOVECTOR = 0, CUSOLVER_EIG_MODE_VECTOR = 1 };
enum cusolverEigRange_t { CUSOLVER_EIG_RANGE_ALL = 1001, CUSOLVER_EIG_RANGE_I = 1002, CUSOLVER_EIG_RANGE_V = 1003 };
enum cusolverNorm_t { CUSOLVER_INF_NORM = 104, CUSOLVER_MAX_NORM = 105, CUSOLVER_ONE_NORM = 106, CUSOLVER_FRO_NORM = 107 };
enum cusolverIRSRefinement_t {
  CUSOLVER_IRS_REFINE_NOT_SET = 1100, CUSOLVER_IRS_REFINE_NONE = 1101, CUSOLVER_IRS_REFINE_CLASSICAL = 1102,
  CUSOLVER_IRS_REFINE_CLASSICAL_GMRES = 1103, CUSOLVER_IRS_REFINE_GMRES = 1104, CUSOLVER_IRS_REFINE_GMRES_GMRES = 1105,
  CUSOLVER_IRS_REFINE_GMRES_NOPCOND = 1106, CUSOLVER_PREC_DD = 1150, CUSOLVER_PREC_SS = 1151, CUSOLVER_PREC_SHT = 1152,
};
enum cusolverPrecType_t {
  CUSOLVER_R_8I = 1201, CUSOLVER_R_8U = 1202, CUSOLVER_R_64F = 1203, CUSOLVER_R_32F = 1204, CUSOLVER_R_16F = 1205, CUSOLVER_R_16BF = 1206,
  CUSOLVER_R_TF32 = 1207, CUSOLVER_C_8I = 1211, CUSOLVER_C_8U = 1212, CUSOLVER_C_64F = 1213, CUSOLVER_C_32F = 1214, CUSOLVER_C_16F = 1215,
  CUSOLVER_C_16BF = 1216, CUSOLVER_C_TF32 = 1217,
};
enum cusolverAlgMode_t { CUSOLVER_ALG_0 = 0, CUSOLVER_ALG_1 = 1, CUSOLVER_ALG_2 = 2 };
enum cusolverStorevMode_t { CUBLAS_STOREV_COLUMNWISE = 0, CUBLAS_STOREV_ROWWISE = 1 };
enum cusolverDirectMode_t { CUBLAS_DIRECT_FORWARD = 0, CUBLAS_DIRECT_BACKWARD = 1 };
enum cusolverDeterministicMode_t { CUSOLVER_DETERMINISTIC_RESULTS = 1, CUSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS = 2 };
enum cusolverDnFunction_t { CUSOLVERDN_GETRF = 0, CUSOLVERDN_POTRF = 1 };
enum cusolverRfResetValuesFastMode_t { CUSOLVERRF_RESET_VALUES_FAST_MODE_OFF, CUSOLVERRF_RESET_VALUES_FAST_MODE_ON };
enum cusolverRfMatrixFormat_t { CUSOLVERRF_MATRIX_FORMAT_CSR, CUSOLVERRF_MATRIX_FORMAT_CSC };
enum cusolverRfUnitDiagonal_t {
  CUSOLVERRF_UNIT_DIAGONAL_STORED_L, CUSOLVERRF_UNIT_DIAGONAL_STORED_U, CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_L,
  CUSOLVERRF_UNIT_DIAGONAL_ASSUMED_U,
};
enum cusolverRfFactorization_t { CUSOLVERRF_FACTORIZATION_ALG0, CUSOLVERRF_FACTORIZATION_ALG1, CUSOLVERRF_FACTORIZATION_ALG2 };
enum cusolverRfTriangularSolve_t { CUSOLVERRF_TRIANGULAR_SOLVE_ALG1 = 1, CUSOLVERRF_TRIANGULAR_SOLVE_ALG2, CUSOLVERRF_TRIANGULAR_SOLVE_ALG3 };
enum cusolverRfNumericBoostReport_t { CUSOLVERRF_NUMERIC_BOOST_NOT_USED, CUSOLVERRF_NUMERIC_BOOST_USED };
#define LKS_OPAQUE(name) typedef struct lks_##name *name;
typedef struct cusolverDnContext *cusolverDnHandle_t;
typedef struct cusolverSpContext *cusolverSpHandle_t;
LKS_OPAQUE(cusolverRfHandle_t) LKS_OPAQUE(cusolverMgHandle_t) LKS_OPAQUE(cusolverDnParams_t) LKS_OPAQUE(cusolverDnIRSParams_t)
LKS_OPAQUE(cusolverDnIRSInfos_t) LKS_OPAQUE(syevjInfo_t) LKS_OPAQUE(gesvdjInfo_t) LKS_OPAQUE(csrqrInfo_t) LKS_OPAQUE(csrluInfoHost_t)
LKS_OPAQUE(csrqrInfoHost_t) LKS_OPAQUE(csrcholInfo_t) LKS_OPAQUE(csrcholInfoHost_t) LKS_OPAQUE(cudaLibMgGrid_t)
LKS_OPAQUE(cudaLibMgMatrixDesc_t)
#undef LKS_OPAQUE

#define LKS_DN(name) LKS_LIB(cusolverStatus_t, cusolverDn##name)
#define LKS_SP(name) LKS_LIB(cusolverStatus_t, cusolverSp##name)
#define LKS_RF(name) LKS_LIB(cusolverStatus_t, cusolverRf##name)
#define LKS_MG(name) LKS_LIB(cusolverStatus_t, cusolverMg##name)
#define LKS_SD(name) LKS_DN(S##name) LKS_DN(D##name) LKS_DN(S##name##_bufferSize) LKS_DN(D##name##_bufferSize)
#define LKS_CZ(name) LKS_DN(C##name) LKS_DN(Z##name) LKS_DN(C##name##_bufferSize) LKS_DN(Z##name##_bufferSize)
#define LKS_SDCZ(name) LKS_SD(name) LKS_CZ(name)
LKS_DN(Create) LKS_DN(Destroy) LKS_DN(SetStream) LKS_DN(GetStream) LKS_DN(SetDeterministicMode) LKS_DN(GetDeterministicMode)
LKS_DN(CreateParams) LKS_DN(DestroyParams) LKS_DN(SetAdvOptions) LKS_LIB(cusolverStatus_t, cusolverGetProperty)
LKS_LIB(cusolverStatus_t, cusolverGetVersion) LKS_DN(IRSParamsCreate) LKS_DN(IRSParamsDestroy) LKS_DN(IRSParamsSetRefinementSolver)
LKS_DN(IRSParamsSetSolverMainPrecision) LKS_DN(IRSParamsSetSolverLowestPrecision) LKS_DN(IRSParamsSetSolverPrecisions)
LKS_DN(IRSParamsSetTol) LKS_DN(IRSParamsSetTolInner) LKS_DN(IRSParamsSetMaxIters) LKS_DN(IRSParamsSetMaxItersInner)
LKS_DN(IRSParamsEnableFallback) LKS_DN(IRSParamsDisableFallback) LKS_DN(IRSInfosCreate) LKS_DN(IRSInfosDestroy)
LKS_DN(IRSInfosGetNiters) LKS_DN(IRSInfosGetOuterNiters) LKS_DN(IRSInfosRequestResidual) LKS_DN(IRSXgesv) LKS_DN(IRSXgesv_bufferSize)
LKS_DN(IRSXgels) LKS_DN(IRSXgels_bufferSize)
LKS_SDCZ(potrf) LKS_SDCZ(potrs) LKS_SDCZ(potri) LKS_SDCZ(potrfBatched) LKS_SDCZ(potrsBatched) LKS_SDCZ(trtri) LKS_SDCZ(lauum)
LKS_SDCZ(getrf) LKS_SDCZ(laswp) LKS_SDCZ(getrs) LKS_SDCZ(geqrf) LKS_SD(orgqr) LKS_CZ(ungqr) LKS_SD(ormqr) LKS_CZ(unmqr) LKS_SDCZ(sytrf)
LKS_SDCZ(sytrs) LKS_SDCZ(sytri) LKS_SDCZ(gebrd) LKS_SD(orgbr) LKS_CZ(ungbr) LKS_SD(sytrd) LKS_CZ(hetrd) LKS_SD(orgtr) LKS_CZ(ungtr)
LKS_SD(ormtr) LKS_CZ(unmtr) LKS_SDCZ(gesvd) LKS_SD(syevd) LKS_CZ(heevd) LKS_SD(syevdx) LKS_CZ(heevdx) LKS_SD(sygvd) LKS_CZ(hegvd)
LKS_SD(sygvdx) LKS_CZ(hegvdx) LKS_SD(syevj) LKS_CZ(heevj) LKS_SD(syevjBatched) LKS_CZ(heevjBatched) LKS_SD(sygvj) LKS_CZ(hegvj)
LKS_SDCZ(gesvdj) LKS_SDCZ(gesvdjBatched) LKS_SDCZ(gesvdaStridedBatched)
#define LKS_MIXED(op) LKS_DN(ZZ##op) LKS_DN(ZC##op) LKS_DN(CC##op) LKS_DN(DD##op) LKS_DN(DS##op) LKS_DN(DH##op) LKS_DN(SS##op) \
  LKS_DN(SH##op) LKS_DN(DX##op) LKS_DN(DB##op) LKS_DN(SX##op) LKS_DN(SB##op)
LKS_MIXED(gesv) LKS_MIXED(gesv_bufferSize) LKS_MIXED(gels) LKS_MIXED(gels_bufferSize)
#undef LKS_MIXED
LKS_DN(CreateSyevjInfo) LKS_DN(DestroySyevjInfo) LKS_DN(XsyevjSetTolerance) LKS_DN(XsyevjSetMaxSweeps) LKS_DN(XsyevjSetSortEig)
LKS_DN(XsyevjGetResidual) LKS_DN(XsyevjGetSweeps) LKS_DN(CreateGesvdjInfo) LKS_DN(DestroyGesvdjInfo) LKS_DN(XgesvdjSetTolerance)
LKS_DN(XgesvdjSetMaxSweeps) LKS_DN(XgesvdjSetSortEig) LKS_DN(XgesvdjGetResidual) LKS_DN(XgesvdjGetSweeps)
#define LKS_X(name) LKS_DN(X##name) LKS_DN(X##name##_bufferSize)
LKS_X(potrf) LKS_X(potrs) LKS_X(geqrf) LKS_X(getrf) LKS_X(getrs) LKS_X(syevd) LKS_X(syevdx) LKS_X(gesvd) LKS_X(gesvdp) LKS_X(gesvdr)
LKS_X(sytrs) LKS_X(trtri) LKS_X(geev) LKS_X(syevBatched) LKS_X(larft)
#undef LKS_X
LKS_SP(Create) LKS_SP(Destroy) LKS_SP(SetStream) LKS_SP(GetStream) LKS_SP(XcsrissymHost) LKS_SP(XcsrsymrcmHost) LKS_SP(XcsrsymmdqHost)
LKS_SP(XcsrsymamdHost) LKS_SP(XcsrmetisndHost) LKS_SP(XcsrpermHost) LKS_SP(Xcsrperm_bufferSizeHost) LKS_SP(CreateCsrqrInfo)
LKS_SP(DestroyCsrqrInfo) LKS_SP(XcsrqrAnalysisBatched) LKS_SP(XcsrqrAnalysis) LKS_SP(CreateCsrcholInfo) LKS_SP(DestroyCsrcholInfo)
LKS_SP(XcsrcholAnalysis) LKS_SP(CreateCsrcholInfoHost) LKS_SP(DestroyCsrcholInfoHost) LKS_SP(XcsrcholAnalysisHost)
LKS_SP(CreateCsrluInfoHost) LKS_SP(DestroyCsrluInfoHost) LKS_SP(XcsrluAnalysisHost) LKS_SP(XcsrluNnzHost) LKS_SP(CreateCsrqrInfoHost)
LKS_SP(DestroyCsrqrInfoHost) LKS_SP(XcsrqrAnalysisHost)
#define LKS_SPARSE(name) LKS_SP(S##name) LKS_SP(D##name) LKS_SP(C##name) LKS_SP(Z##name) LKS_SP(S##name##Host) LKS_SP(D##name##Host) \
  LKS_SP(C##name##Host) LKS_SP(Z##name##Host)
LKS_SPARSE(csrlsvlu) LKS_SPARSE(csrlsvqr) LKS_SPARSE(csrlsvchol) LKS_SPARSE(csrlsqvqr) LKS_SPARSE(csreigvsi) LKS_SPARSE(csreigs)
LKS_SPARSE(csrqrBufferInfoBatched) LKS_SPARSE(csrqrsvBatched) LKS_SPARSE(csrqrBufferInfo) LKS_SPARSE(csrqrSetup) LKS_SPARSE(csrqrFactor)
LKS_SPARSE(csrqrZeroPivot) LKS_SPARSE(csrqrSolve) LKS_SPARSE(csrcholBufferInfo) LKS_SPARSE(csrcholFactor) LKS_SPARSE(csrcholZeroPivot)
LKS_SPARSE(csrcholSolve) LKS_SPARSE(csrluBufferInfo) LKS_SPARSE(csrluFactor) LKS_SPARSE(csrluZeroPivot) LKS_SPARSE(csrluSolve)
LKS_SPARSE(csrluExtract) LKS_SPARSE(csrzfd)
#undef LKS_SPARSE
LKS_RF(Create) LKS_RF(Destroy) LKS_RF(GetMatrixFormat) LKS_RF(SetMatrixFormat) LKS_RF(SetNumericProperties) LKS_RF(GetNumericProperties)
LKS_RF(SetAlgs) LKS_RF(GetAlgs) LKS_RF(SetResetValuesFastMode) LKS_RF(SetupHost) LKS_RF(SetupDevice) LKS_RF(ResetValues) LKS_RF(Analyze)
LKS_RF(Refactor) LKS_RF(Solve) LKS_RF(AccessBundledFactorsDevice) LKS_RF(ExtractBundledFactorsHost) LKS_RF(ExtractSplitFactorsHost)
LKS_RF(BatchSetupHost) LKS_RF(BatchResetValues) LKS_RF(BatchAnalyze) LKS_RF(BatchRefactor) LKS_RF(BatchSolve) LKS_RF(BatchZeroPivot)
LKS_MG(Create) LKS_MG(Destroy) LKS_MG(DeviceSelect) LKS_MG(CreateDeviceGrid) LKS_MG(DestroyGrid) LKS_MG(CreateMatrixDesc)
LKS_MG(DestroyMatrixDesc) LKS_MG(Syevd) LKS_MG(Syevd_bufferSize) LKS_MG(Getrf) LKS_MG(Getrf_bufferSize) LKS_MG(Getrs)
LKS_MG(Getrs_bufferSize) LKS_MG(Potrf) LKS_MG(Potrf_bufferSize) LKS_MG(Potrs) LKS_MG(Potrs_bufferSize)
#undef LKS_DN
#undef LKS_SP
#undef LKS_RF
#undef LKS_MG
#undef LKS_SD
#undef LKS_CZ
#undef LKS_SDCZ

} // extern "C++"
