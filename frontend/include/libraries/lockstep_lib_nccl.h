// lockstep_lib_nccl.h: NCCL and RCCL, served as <nccl.h> and <rccl/rccl.h>.
#pragma once
extern "C++" {
#include "lockstep_lib.h"
#include "lockstep_half.h"
#include "lockstep_bf16.h"

#define NCCL_H_
#define NCCL_MAJOR 2
#define NCCL_MINOR 18
#define NCCL_PATCH 3
#define NCCL_VERSION(x, y, z) ((x) * 10000 + (y) * 100 + (z))
#define NCCL_VERSION_CODE 21803
#define NCCL_UNIQUE_ID_BYTES 128
#define NCCL_CONFIG_UNDEF_INT (-2147483647 - 1)
typedef struct ncclComm *ncclComm_t;
struct ncclUniqueId { char internal[NCCL_UNIQUE_ID_BYTES]; };
struct ncclConfig_t {
  size_t size;
  unsigned magic, version;
  int blocking, cgaClusterSize, minCTAs, maxCTAs;
  const char *netName;
  int splitShare;
};
#define NCCL_CONFIG_INITIALIZER {sizeof(ncclConfig_t), 0xcafebeef, NCCL_VERSION_CODE, NCCL_CONFIG_UNDEF_INT, NCCL_CONFIG_UNDEF_INT, \
  NCCL_CONFIG_UNDEF_INT, NCCL_CONFIG_UNDEF_INT, nullptr, NCCL_CONFIG_UNDEF_INT}
enum ncclResult_t {
  ncclSuccess = 0, ncclUnhandledCudaError = 1, ncclSystemError = 2, ncclInternalError = 3, ncclInvalidArgument = 4, ncclInvalidUsage = 5,
  ncclRemoteError = 6, ncclInProgress = 7, ncclNumResults = 8,
};
enum ncclRedOp_t { ncclSum = 0, ncclProd = 1, ncclMax = 2, ncclMin = 3, ncclAvg = 4, ncclNumOps = 5, ncclMaxRedOp = 0x7fffffff };
enum ncclDataType_t {
  ncclInt8 = 0, ncclChar = 0, ncclUint8 = 1, ncclInt32 = 2, ncclInt = 2, ncclUint32 = 3, ncclInt64 = 4, ncclUint64 = 5, ncclFloat16 = 6,
  ncclHalf = 6, ncclFloat32 = 7, ncclFloat = 7, ncclFloat64 = 8, ncclDouble = 8, ncclBfloat16 = 9, ncclNumTypes = 10,
};
enum ncclScalarResidence_t { ncclScalarDevice, ncclScalarHostImmediate };
#define LKS_NCCL(name) LKS_LIB(ncclResult_t, nccl##name) LKS_LIB(ncclResult_t, pnccl##name)
LKS_NCCL(MemAlloc) LKS_NCCL(MemFree) LKS_NCCL(GetVersion) LKS_NCCL(GetUniqueId) LKS_NCCL(CommInitRankConfig) LKS_NCCL(CommInitRank)
LKS_NCCL(CommInitAll) LKS_NCCL(CommFinalize) LKS_NCCL(CommDestroy) LKS_NCCL(CommAbort) LKS_NCCL(CommSplit) LKS_NCCL(CommGetAsyncError)
LKS_NCCL(CommCount) LKS_NCCL(CommCuDevice) LKS_NCCL(CommUserRank) LKS_NCCL(CommRegister) LKS_NCCL(CommDeregister)
LKS_NCCL(RedOpCreatePreMulSum) LKS_NCCL(RedOpDestroy) LKS_NCCL(Reduce) LKS_NCCL(Bcast) LKS_NCCL(Broadcast) LKS_NCCL(AllReduce)
LKS_NCCL(ReduceScatter) LKS_NCCL(AllGather) LKS_NCCL(Send) LKS_NCCL(Recv) LKS_NCCL(GroupStart) LKS_NCCL(GroupEnd) LKS_NCCL(Gather)
LKS_NCCL(Scatter) LKS_NCCL(AllToAll) LKS_NCCL(AllToAllv)
#undef LKS_NCCL
LKS_HOST const char *ncclGetErrorString(ncclResult_t);
LKS_HOST const char *ncclGetLastError(ncclComm_t);

} // extern "C++"
