// lockstep_lib_hip_solver.h: hipSOLVER, served as <hipsolver/hipsolver.h>.
#pragma once
extern "C++" {
#include "lockstep_lib_hip_blas.h"
#include "lockstep_lib_hip_sparse.h"

enum hipsolverStatus_t {
  HIPSOLVER_STATUS_SUCCESS = 0, HIPSOLVER_STATUS_NOT_INITIALIZED = 1, HIPSOLVER_STATUS_ALLOC_FAILED = 2, HIPSOLVER_STATUS_INVALID_VALUE = 3,
  HIPSOLVER_STATUS_MAPPING_ERROR = 4, HIPSOLVER_STATUS_EXECUTION_FAILED = 5, HIPSOLVER_STATUS_INTERNAL_ERROR = 6,
  HIPSOLVER_STATUS_NOT_SUPPORTED = 7, HIPSOLVER_STATUS_ARCH_MISMATCH = 8, HIPSOLVER_STATUS_HANDLE_IS_NULLPTR = 9,
  HIPSOLVER_STATUS_INVALID_ENUM = 10, HIPSOLVER_STATUS_UNKNOWN = 11, HIPSOLVER_STATUS_ZERO_PIVOT = 12,
};
typedef hipblasOperation_t hipsolverOperation_t;
typedef hipblasFillMode_t hipsolverFillMode_t;
typedef hipblasSideMode_t hipsolverSideMode_t;
#define HIPSOLVER_OP_N HIPBLAS_OP_N
#define HIPSOLVER_OP_T HIPBLAS_OP_T
#define HIPSOLVER_OP_C HIPBLAS_OP_C
#define HIPSOLVER_FILL_MODE_UPPER HIPBLAS_FILL_MODE_UPPER
#define HIPSOLVER_FILL_MODE_LOWER HIPBLAS_FILL_MODE_LOWER
#define HIPSOLVER_SIDE_LEFT HIPBLAS_SIDE_LEFT
#define HIPSOLVER_SIDE_RIGHT HIPBLAS_SIDE_RIGHT
enum hipsolverEigMode_t { HIPSOLVER_EIG_MODE_NOVECTOR = 201, HIPSOLVER_EIG_MODE_VECTOR = 202 };
enum hipsolverEigType_t { HIPSOLVER_EIG_TYPE_1 = 211, HIPSOLVER_EIG_TYPE_2 = 212, HIPSOLVER_EIG_TYPE_3 = 213 };
enum hipsolverEigRange_t { HIPSOLVER_EIG_RANGE_ALL = 221, HIPSOLVER_EIG_RANGE_V = 222, HIPSOLVER_EIG_RANGE_I = 223 };
typedef void *hipsolverHandle_t;
typedef hipsolverHandle_t hipsolverDnHandle_t, hipsolverSpHandle_t;
typedef void *hipsolverSyevjInfo_t, *hipsolverGesvdjInfo_t;
#define LKS_DN(name) LKS_LIB(hipsolverStatus_t, hipsolverDn##name) LKS_LIB(hipsolverStatus_t, hipsolver##name)
#define LKS_SD(name) LKS_DN(S##name) LKS_DN(D##name) LKS_DN(S##name##_bufferSize) LKS_DN(D##name##_bufferSize)
#define LKS_CZ(name) LKS_DN(C##name) LKS_DN(Z##name) LKS_DN(C##name##_bufferSize) LKS_DN(Z##name##_bufferSize)
#define LKS_SDCZ(name) LKS_SD(name) LKS_CZ(name)
LKS_DN(Create) LKS_DN(Destroy) LKS_DN(SetStream) LKS_DN(GetStream)
LKS_SDCZ(potrf) LKS_SDCZ(potrs) LKS_SDCZ(potri) LKS_SDCZ(potrfBatched) LKS_SDCZ(potrsBatched) LKS_SDCZ(trtri) LKS_SDCZ(lauum)
LKS_SDCZ(getrf) LKS_SDCZ(laswp) LKS_SDCZ(getrs) LKS_SDCZ(geqrf) LKS_SD(orgqr) LKS_CZ(ungqr) LKS_SD(ormqr) LKS_CZ(unmqr) LKS_SDCZ(sytrf)
LKS_SDCZ(sytrs) LKS_SDCZ(sytri) LKS_SDCZ(gebrd) LKS_SD(orgbr) LKS_CZ(ungbr) LKS_SD(sytrd) LKS_CZ(hetrd) LKS_SD(orgtr) LKS_CZ(ungtr)
LKS_SD(ormtr) LKS_CZ(unmtr) LKS_SDCZ(gesvd) LKS_SD(syevd) LKS_CZ(heevd) LKS_SD(syevdx) LKS_CZ(heevdx) LKS_SD(sygvd) LKS_CZ(hegvd)
LKS_SD(sygvdx) LKS_CZ(hegvdx) LKS_SD(syevj) LKS_CZ(heevj) LKS_SD(syevjBatched) LKS_CZ(heevjBatched) LKS_SD(sygvj) LKS_CZ(hegvj)
LKS_SDCZ(gesvdj) LKS_SDCZ(gesvdjBatched) LKS_SDCZ(gesvdaStridedBatched)
LKS_DN(CreateSyevjInfo) LKS_DN(DestroySyevjInfo) LKS_DN(XsyevjSetTolerance) LKS_DN(XsyevjSetMaxSweeps) LKS_DN(XsyevjSetSortEig)
LKS_DN(XsyevjGetResidual) LKS_DN(XsyevjGetSweeps) LKS_DN(CreateGesvdjInfo) LKS_DN(DestroyGesvdjInfo) LKS_DN(XgesvdjSetTolerance)
LKS_DN(XgesvdjSetMaxSweeps) LKS_DN(XgesvdjSetSortEig) LKS_DN(XgesvdjGetResidual) LKS_DN(XgesvdjGetSweeps)
#undef LKS_DN
#undef LKS_SD
#undef LKS_CZ
#undef LKS_SDCZ

} // extern "C++"
