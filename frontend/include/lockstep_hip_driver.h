// lockstep_hip_driver.h: HIP's properties of devices, contexts and modules, without like in CUDA's runtime. Part of
// lockstep_hip.h.
#pragma once
extern "C++" {
#include "lockstep_lib.h"

struct hipDeviceArch_t {
  unsigned hasGlobalInt32Atomics : 1, hasGlobalFloatAtomicExch : 1, hasSharedInt32Atomics : 1, hasSharedFloatAtomicExch : 1;
  unsigned hasFloatAtomicAdd : 1, hasGlobalInt64Atomics : 1, hasSharedInt64Atomics : 1, hasDoubles : 1, hasWarpVote : 1, hasWarpBallot : 1;
  unsigned hasWarpShuffle : 1, hasFunnelShift : 1, hasThreadFenceSystem : 1, hasSyncThreadsExt : 1, hasSurfaceFuncs : 1, has3dGrid : 1;
  unsigned hasDynamicParallelism : 1;
};
struct hipDeviceProp_t : cudaDeviceProp {
  size_t maxSharedMemoryPerMultiProcessor;
  int clockInstructionRate, gcnArch, cooperativeMultiDeviceUnmatchedFunc, cooperativeMultiDeviceUnmatchedGridDim, isLargeBar, asicRevision;
  int cooperativeMultiDeviceUnmatchedBlockDim, cooperativeMultiDeviceUnmatchedSharedMem;
  hipDeviceArch_t arch;
  char gcnArchName[256];
  unsigned *hdpMemFlushCntl, *hdpRegFlushCntl;
};
typedef hipDeviceProp_t hipDeviceProp_tR0600;
typedef int hipDevice_t;
typedef void *hipDeviceptr_t;
typedef struct ihipCtx_t *hipCtx_t;
typedef struct ihipModule_t *hipModule_t;
typedef struct ihipModuleSymbol_t *hipFunction_t;
typedef struct ihipLinkState_t *hipLinkState_t;
typedef struct ihipMemGenericAllocationHandle *hipMemGenericAllocationHandle_t;
enum hipJitOption {
  hipJitOptionMaxRegisters, hipJitOptionThreadsPerBlock, hipJitOptionWallTime, hipJitOptionInfoLogBuffer, hipJitOptionInfoLogBufferSizeBytes,
  hipJitOptionErrorLogBuffer, hipJitOptionErrorLogBufferSizeBytes, hipJitOptionOptimizationLevel, hipJitOptionTargetFromContext,
  hipJitOptionTarget, hipJitOptionFallbackStrategy, hipJitOptionGenerateDebugInfo, hipJitOptionLogVerbose, hipJitOptionGenerateLineInfo,
};
enum hipFunction_attribute {
  HIP_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, HIP_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, HIP_FUNC_ATTRIBUTE_CONST_SIZE_BYTES,
  HIP_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, HIP_FUNC_ATTRIBUTE_NUM_REGS, HIP_FUNC_ATTRIBUTE_PTX_VERSION, HIP_FUNC_ATTRIBUTE_BINARY_VERSION,
  HIP_FUNC_ATTRIBUTE_CACHE_MODE_CA, HIP_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, HIP_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT,
};
enum hipPointer_attribute { HIP_POINTER_ATTRIBUTE_CONTEXT = 1, HIP_POINTER_ATTRIBUTE_MEMORY_TYPE, HIP_POINTER_ATTRIBUTE_DEVICE_POINTER };
enum hipArray_Format {
  HIP_AD_FORMAT_UNSIGNED_INT8 = 1, HIP_AD_FORMAT_UNSIGNED_INT16 = 2, HIP_AD_FORMAT_UNSIGNED_INT32 = 3, HIP_AD_FORMAT_SIGNED_INT8 = 8,
  HIP_AD_FORMAT_SIGNED_INT16 = 9, HIP_AD_FORMAT_SIGNED_INT32 = 10, HIP_AD_FORMAT_HALF = 16, HIP_AD_FORMAT_FLOAT = 32,
};
struct HIP_ARRAY_DESCRIPTOR { size_t Width, Height; hipArray_Format Format; unsigned NumChannels; };
struct HIP_ARRAY3D_DESCRIPTOR { size_t Width, Height, Depth; hipArray_Format Format; unsigned NumChannels, Flags; };
struct hip_Memcpy2D {
  size_t srcXInBytes, srcY; cudaMemoryType srcMemoryType; const void *srcHost; hipDeviceptr_t srcDevice; cudaArray_t srcArray;
  size_t srcPitch, dstXInBytes, dstY; cudaMemoryType dstMemoryType; void *dstHost; hipDeviceptr_t dstDevice; cudaArray_t dstArray;
  size_t dstPitch, WidthInBytes, Height;
};
#define hipCtxSchedAuto 0
#define hipStreamWaitValueGte 0
#define hipStreamWaitValueEq 1
#define hipStreamWaitValueAnd 2
#define hipStreamWaitValueNor 3

#define LKS_HIP(name) LKS_LIB(cudaError_t, hip##name)
LKS_HIP(Init) LKS_HIP(DeviceGet) LKS_HIP(DeviceGetName) LKS_HIP(DeviceGetUuid) LKS_HIP(DeviceTotalMem) LKS_HIP(DeviceComputeCapability)
LKS_HIP(DevicePrimaryCtxRetain) LKS_HIP(DevicePrimaryCtxRelease) LKS_HIP(DevicePrimaryCtxReset) LKS_HIP(DevicePrimaryCtxSetFlags)
LKS_HIP(DevicePrimaryCtxGetState) LKS_HIP(CtxCreate) LKS_HIP(CtxDestroy) LKS_HIP(CtxPushCurrent) LKS_HIP(CtxPopCurrent)
LKS_HIP(CtxSetCurrent) LKS_HIP(CtxGetCurrent) LKS_HIP(CtxGetDevice) LKS_HIP(CtxGetFlags) LKS_HIP(CtxSynchronize) LKS_HIP(CtxGetApiVersion)
LKS_HIP(CtxEnablePeerAccess) LKS_HIP(CtxDisablePeerAccess) LKS_HIP(ModuleLoad) LKS_HIP(ModuleLoadData) LKS_HIP(ModuleLoadDataEx)
LKS_HIP(ModuleUnload) LKS_HIP(ModuleGetFunction) LKS_HIP(ModuleGetGlobal) LKS_HIP(ModuleGetTexRef) LKS_HIP(ModuleLaunchKernel)
LKS_HIP(ModuleLaunchCooperativeKernel) LKS_HIP(ExtModuleLaunchKernel) LKS_HIP(HccModuleLaunchKernel) LKS_HIP(ExtLaunchKernel)
LKS_HIP(ExtLaunchMultiKernelMultiDevice) LKS_HIP(ExtStreamCreateWithCUMask) LKS_HIP(ExtStreamGetCUMask) LKS_HIP(FuncGetAttribute)
LKS_HIP(ModuleOccupancyMaxPotentialBlockSize) LKS_HIP(ModuleOccupancyMaxPotentialBlockSizeWithFlags)
LKS_HIP(ModuleOccupancyMaxActiveBlocksPerMultiprocessor) LKS_HIP(ModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags)
LKS_HIP(MemcpyHtoD) LKS_HIP(MemcpyDtoH) LKS_HIP(MemcpyDtoD) LKS_HIP(MemcpyHtoDAsync) LKS_HIP(MemcpyDtoHAsync) LKS_HIP(MemcpyDtoDAsync)
LKS_HIP(MemcpyHtoA) LKS_HIP(MemcpyAtoH) LKS_HIP(MemcpyParam2D) LKS_HIP(MemcpyParam2DAsync) LKS_HIP(DrvMemcpy3D) LKS_HIP(DrvMemcpy3DAsync)
LKS_HIP(MemsetD8) LKS_HIP(MemsetD8Async) LKS_HIP(MemsetD16) LKS_HIP(MemsetD16Async) LKS_HIP(MemsetD32) LKS_HIP(MemsetD32Async)
LKS_HIP(MemGetAddressRange) LKS_HIP(MemPtrGetInfo) LKS_HIP(PointerGetAttribute) LKS_HIP(PointerSetAttribute) LKS_HIP(MemAllocPitch)
LKS_HIP(ArrayCreate) LKS_HIP(Array3DCreate) LKS_HIP(ArrayDestroy) LKS_HIP(TexRefSetArray) LKS_HIP(TexRefSetAddress) LKS_HIP(TexRefSetFormat)
LKS_HIP(TexRefSetAddressMode) LKS_HIP(TexRefSetFilterMode) LKS_HIP(TexRefSetFlags) LKS_HIP(TexObjectCreate) LKS_HIP(TexObjectDestroy)
LKS_HIP(MemAddressReserve) LKS_HIP(MemAddressFree) LKS_HIP(MemCreate) LKS_HIP(MemRelease) LKS_HIP(MemMap) LKS_HIP(MemUnmap)
LKS_HIP(MemSetAccess) LKS_HIP(MemGetAllocationGranularity) LKS_HIP(StreamWaitValue32) LKS_HIP(StreamWaitValue64)
LKS_HIP(StreamWriteValue32) LKS_HIP(StreamWriteValue64) LKS_HIP(LinkCreate) LKS_HIP(LinkAddData) LKS_HIP(LinkAddFile) LKS_HIP(LinkComplete)
LKS_HIP(LinkDestroy) LKS_HIP(DrvGetErrorName) LKS_HIP(DrvGetErrorString) LKS_HIP(GetStreamDeviceId) LKS_HIP(ExtGetLastError)
#undef LKS_HIP
LKS_HOST const char *hipKernelNameRef(hipFunction_t);
LKS_HOST const char *hipApiName(unsigned);

} // extern "C++"
