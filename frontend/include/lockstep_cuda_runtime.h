// lockstep_cuda_runtime.h: as much of CUDA's runtime interface as lets host code beside kernels be parsed. Nothing of it
// is compiled. Part of lockstep_cuda.h.
#pragma once

// By these a program sees which of CUDA's headers are there.
#define __DRIVER_TYPES_H__
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#define __CHANNEL_DESCRIPTOR_H__

#include "lockstep_cuda_enums.h"
enum cudaMemcpyKind { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice, cudaMemcpyDefault };
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct cudaArray *cudaArray_t;
typedef struct CUgraph_st *cudaGraph_t;
typedef struct CUgraphNode_st *cudaGraphNode_t;
typedef struct CUgraphExec_st *cudaGraphExec_t;
typedef unsigned long long cudaGraphConditionalHandle;
typedef struct CUmemPoolHandle_st *cudaMemPool_t;
struct cudaExtent { size_t width, height, depth; };
struct cudaPitchedPtr { void *ptr; size_t pitch, xsize, ysize; };
struct cudaPos { size_t x, y, z; };
struct cudaUUID_t { char bytes[16]; };
enum cudaChannelFormatKind { cudaChannelFormatKindSigned, cudaChannelFormatKindUnsigned, cudaChannelFormatKindFloat, cudaChannelFormatKindNone };
enum cudaResourceType { cudaResourceTypeArray, cudaResourceTypeMipmappedArray, cudaResourceTypeLinear, cudaResourceTypePitch2D };
typedef struct cudaMipmappedArray *cudaMipmappedArray_t;
typedef const struct cudaArray *cudaArray_const_t;
struct cudaResourceDesc {
  cudaResourceType resType;
  union {
    struct { cudaArray_t array; } array;
    struct { cudaMipmappedArray_t mipmap; } mipmap;
    struct { void *devPtr; cudaChannelFormatDesc desc; size_t sizeInBytes; } linear;
    struct { void *devPtr; cudaChannelFormatDesc desc; size_t width, height, pitchInBytes; } pitch2D;
  } res;
};
struct cudaTextureDesc {
  cudaTextureAddressMode addressMode[3];
  cudaTextureFilterMode filterMode;
  cudaTextureReadMode readMode;
  int sRGB, normalizedCoords;
  float borderColor[4];
  unsigned maxAnisotropy;
  cudaTextureFilterMode mipmapFilterMode;
  float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
  int disableTrilinearOptimization, seamlessCubemap;
};
enum cudaResourceViewFormat {
  cudaResViewFormatNone, cudaResViewFormatUnsignedChar1, cudaResViewFormatSignedChar1, cudaResViewFormatUnsignedChar2,
  cudaResViewFormatSignedChar2, cudaResViewFormatUnsignedChar4, cudaResViewFormatSignedChar4, cudaResViewFormatUnsignedShort1,
  cudaResViewFormatSignedShort1, cudaResViewFormatUnsignedShort2, cudaResViewFormatSignedShort2, cudaResViewFormatUnsignedShort4,
  cudaResViewFormatSignedShort4, cudaResViewFormatUnsignedInt1, cudaResViewFormatSignedInt1, cudaResViewFormatUnsignedInt2,
  cudaResViewFormatSignedInt2, cudaResViewFormatUnsignedInt4, cudaResViewFormatSignedInt4, cudaResViewFormatHalf1, cudaResViewFormatHalf2,
  cudaResViewFormatHalf4, cudaResViewFormatFloat1, cudaResViewFormatFloat2, cudaResViewFormatFloat4,
};
struct cudaResourceViewDesc { cudaResourceViewFormat format; size_t width, height, depth; unsigned firstMipmapLevel, lastMipmapLevel, firstLayer, lastLayer; };
struct cudaMemcpy3DParms {
  cudaArray_t srcArray;
  cudaPos srcPos;
  cudaPitchedPtr srcPtr;
  cudaArray_t dstArray;
  cudaPos dstPos;
  cudaPitchedPtr dstPtr;
  cudaExtent extent;
  cudaMemcpyKind kind;
};
enum cudaMemLocationType { cudaMemLocationTypeInvalid, cudaMemLocationTypeDevice, cudaMemLocationTypeHost };
struct cudaMemLocation { cudaMemLocationType type; int id; };
enum cudaMemoryType { cudaMemoryTypeUnregistered, cudaMemoryTypeHost, cudaMemoryTypeDevice, cudaMemoryTypeManaged };
struct cudaPointerAttributes { cudaMemoryType type; int device; void *devicePointer, *hostPointer; };
enum cudaComputeMode { cudaComputeModeDefault, cudaComputeModeExclusive, cudaComputeModeProhibited, cudaComputeModeExclusiveProcess };
enum cudaMemoryAdvise { cudaMemAdviseSetReadMostly = 1, cudaMemAdviseUnsetReadMostly, cudaMemAdviseSetPreferredLocation,
  cudaMemAdviseUnsetPreferredLocation, cudaMemAdviseSetAccessedBy, cudaMemAdviseUnsetAccessedBy };
enum cudaStreamCaptureMode { cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed };
enum cudaSharedMemConfig { cudaSharedMemBankSizeDefault, cudaSharedMemBankSizeFourByte, cudaSharedMemBankSizeEightByte };
enum cudaLimit { cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize, cudaLimitDevRuntimeSyncDepth,
  cudaLimitDevRuntimePendingLaunchCount, cudaLimitMaxL2FetchGranularity, cudaLimitPersistingL2CacheSize };
enum cudaAccessProperty { cudaAccessPropertyNormal, cudaAccessPropertyStreaming, cudaAccessPropertyPersisting };
struct cudaAccessPolicyWindow { void *base_ptr; size_t num_bytes; float hitRatio; cudaAccessProperty hitProp, missProp; };
struct cudaKernelNodeParams { void *func; dim3 gridDim, blockDim; unsigned sharedMemBytes; void **kernelParams, **extra; };
struct cudaMemsetParams { void *dst; size_t pitch; unsigned value, elementSize; size_t width, height; };
typedef void(*cudaHostFn_t)(void *);
struct cudaHostNodeParams { cudaHostFn_t fn; void *userData; };
struct cudaGraphicsResource;
typedef cudaGraphicsResource *cudaGraphicsResource_t;
typedef struct CUexternalMemory_st *cudaExternalMemory_t;
typedef struct CUexternalSemaphore_st *cudaExternalSemaphore_t;
struct cudaIpcMemHandle_t { char reserved[64]; };
struct cudaIpcEventHandle_t { char reserved[64]; };
enum cudaGraphicsMapFlags { cudaGraphicsMapFlagsNone, cudaGraphicsMapFlagsReadOnly, cudaGraphicsMapFlagsWriteDiscard };
enum cudaGraphicsRegisterFlags { cudaGraphicsRegisterFlagsNone, cudaGraphicsRegisterFlagsReadOnly, cudaGraphicsRegisterFlagsWriteDiscard,
  cudaGraphicsRegisterFlagsSurfaceLoadStore = 4, cudaGraphicsRegisterFlagsTextureGather = 8 };
typedef void(*cudaStreamCallback_t)(cudaStream_t, cudaError_t, void *);
struct cudaDeviceProp {
  char name[256];
  cudaUUID_t uuid;
  char luid[8];
  unsigned luidDeviceNodeMask;
  size_t totalGlobalMem, sharedMemPerBlock;
  int regsPerBlock, warpSize;
  size_t memPitch;
  int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate;
  size_t totalConstMem;
  int major, minor;
  size_t textureAlignment, texturePitchAlignment;
  int deviceOverlap, multiProcessorCount, kernelExecTimeoutEnabled, integrated, canMapHostMemory, computeMode;
  int maxTexture1D, maxTexture1DMipmap, maxTexture1DLinear, maxTexture2D[2], maxTexture2DMipmap[2], maxTexture2DLinear[3], maxTexture2DGather[2];
  int maxTexture3D[3], maxTexture3DAlt[3], maxTextureCubemap, maxTexture1DLayered[2], maxTexture2DLayered[3], maxTextureCubemapLayered[2];
  int maxSurface1D, maxSurface2D[2], maxSurface3D[3], maxSurface1DLayered[2], maxSurface2DLayered[3], maxSurfaceCubemap, maxSurfaceCubemapLayered[2];
  size_t surfaceAlignment;
  int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver, asyncEngineCount, unifiedAddressing, memoryClockRate;
  int memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize, maxThreadsPerMultiProcessor, streamPrioritiesSupported, globalL1CacheSupported;
  int localL1CacheSupported;
  size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID, hostNativeAtomicSupported, singleToDoublePrecisionPerfRatio;
  int pageableMemoryAccess, concurrentManagedAccess, computePreemptionSupported, canUseHostPointerForRegisteredMem, cooperativeLaunch;
  int cooperativeMultiDeviceLaunch;
  size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost, maxBlocksPerMultiProcessor, accessPolicyMaxWindowSize;
  size_t reservedSharedMemPerBlock;
  int hostRegisterSupported, sparseCudaArraySupported, hostRegisterReadOnlySupported, timelineSemaphoreInteropSupported, memoryPoolsSupported;
  int gpuDirectRDMASupported, gpuDirectRDMAFlushWritesOptions, gpuDirectRDMAWritesOrdering, memoryPoolSupportedHandleTypes;
  int deferredMappingCudaArraySupported, ipcEventSupported, clusterLaunch, unifiedFunctionPointers;
};
struct cudaFuncAttributes { size_t sharedSizeBytes, constSizeBytes, localSizeBytes; int maxThreadsPerBlock, numRegs, ptxVersion,
  binaryVersion, cacheModeCA, maxDynamicSharedSizeBytes, preferredShmemCarveout, clusterDimMustBeSet; };
enum cudaFuncAttribute {
  cudaFuncAttributeMaxDynamicSharedMemorySize = 8, cudaFuncAttributePreferredSharedMemoryCarveout = 9, cudaFuncAttributeClusterDimMustBeSet = 10,
  cudaFuncAttributeRequiredClusterWidth = 11, cudaFuncAttributeRequiredClusterHeight = 12, cudaFuncAttributeRequiredClusterDepth = 13,
  cudaFuncAttributeNonPortableClusterSizeAllowed = 14, cudaFuncAttributeClusterSchedulingPolicyPreference = 15, cudaFuncAttributeMax,
};
enum cudaFuncCache { cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1, cudaFuncCachePreferEqual };
#define cudaHostAllocDefault 0
#define cudaHostAllocPortable 1
#define cudaHostAllocWriteCombined 4
#define cudaHostRegisterPortable 1
#define cudaHostRegisterMapped 2
#define cudaMemAttachHost 2
#define cudaMemAttachSingle 4
#define cudaStreamDefault 0
#define cudaStreamLegacy ((cudaStream_t)1)
#define cudaStreamPerThread ((cudaStream_t)2)
#define cudaEventBlockingSync 1
#define cudaEventInterprocess 4
#define cudaArrayDefault 0
#define cudaArrayLayered 1
#define cudaArraySurfaceLoadStore 2
#define cudaArrayCubemap 4
#define cudaCpuDeviceId (-1)
#define cudaDeviceScheduleSpin 1
#define cudaDeviceScheduleYield 2
#define cudaDeviceScheduleBlockingSync 4
#define cudaDeviceMapHost 8
#define cudaOccupancyDefault 0
#define cudaIpcMemLazyEnablePeerAccess 1
#define cudaHostAllocMapped 2
#define cudaHostRegisterDefault 0
#define cudaMemAttachGlobal 1
#define cudaEventDefault 0
#define cudaEventDisableTiming 2
#define cudaStreamNonBlocking 1
#define cudaDeviceScheduleAuto 0

extern "C" {
#define LKS_HOST __attribute__((host))
#define LKS_RUNTIME __attribute__((host, device)) // refused by name where a kernel calls it
LKS_RUNTIME cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0);
LKS_RUNTIME unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, void *stream = 0);
LKS_RUNTIME cudaError_t cudaFree(void *);
LKS_RUNTIME cudaError_t cudaFreeHost(void *);
LKS_RUNTIME cudaError_t cudaFreeArray(cudaArray_t);
LKS_RUNTIME cudaError_t cudaMemcpy(void *, const void *, size_t, cudaMemcpyKind);
LKS_RUNTIME cudaError_t cudaMemcpyAsync(void *, const void *, size_t, cudaMemcpyKind, cudaStream_t = 0);
LKS_RUNTIME cudaError_t cudaMemcpy2D(void *, size_t, const void *, size_t, size_t, size_t, cudaMemcpyKind);
LKS_RUNTIME cudaError_t cudaMemset(void *, int, size_t);
LKS_RUNTIME cudaError_t cudaMemsetAsync(void *, int, size_t, cudaStream_t = 0);
LKS_RUNTIME cudaError_t cudaDeviceReset(void);
LKS_RUNTIME cudaError_t cudaThreadSynchronize(void);
LKS_RUNTIME cudaError_t cudaThreadExit(void);
LKS_RUNTIME cudaError_t cudaDeviceSynchronize(void);
LKS_RUNTIME cudaError_t cudaGetLastError(void);
LKS_RUNTIME cudaError_t cudaPeekAtLastError(void);
LKS_RUNTIME const char *cudaGetErrorString(cudaError_t);
LKS_RUNTIME const char *cudaGetErrorName(cudaError_t);
LKS_RUNTIME cudaError_t cudaGetDeviceCount(int *);
LKS_RUNTIME cudaError_t cudaGetDevice(int *);
LKS_RUNTIME cudaError_t cudaSetDevice(int);
LKS_RUNTIME cudaError_t cudaSetDeviceFlags(unsigned);
LKS_RUNTIME cudaError_t cudaGetDeviceProperties(cudaDeviceProp *, int);
LKS_RUNTIME cudaError_t cudaDeviceGetAttribute(int *, cudaDeviceAttr, int);
LKS_RUNTIME cudaError_t cudaMemGetInfo(size_t *, size_t *);
LKS_RUNTIME cudaError_t cudaEventCreate(cudaEvent_t *);
LKS_RUNTIME cudaError_t cudaEventCreateWithFlags(cudaEvent_t *, unsigned);
LKS_RUNTIME cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = 0);
LKS_RUNTIME cudaError_t cudaEventSynchronize(cudaEvent_t);
LKS_RUNTIME cudaError_t cudaEventElapsedTime(float *, cudaEvent_t, cudaEvent_t);
LKS_RUNTIME cudaError_t cudaEventDestroy(cudaEvent_t);
LKS_RUNTIME cudaError_t cudaStreamCreate(cudaStream_t *);
LKS_RUNTIME cudaError_t cudaStreamCreateWithFlags(cudaStream_t *, unsigned);
LKS_RUNTIME cudaError_t cudaStreamSynchronize(cudaStream_t);
LKS_RUNTIME cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned = 0);
LKS_RUNTIME cudaError_t cudaStreamDestroy(cudaStream_t);
LKS_RUNTIME cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache);
LKS_RUNTIME cudaError_t cudaGraphSetConditional(cudaGraphConditionalHandle, unsigned);
LKS_RUNTIME cudaError_t cudaLaunchKernel(const void *, dim3, dim3, void **, size_t, cudaStream_t);
LKS_RUNTIME cudaError_t cudaLaunchCooperativeKernel(const void *, dim3, dim3, void **, size_t, cudaStream_t);
}
LKS_RUNTIME cudaError_t cudaEventCreate(cudaEvent_t *, unsigned);
template <class T> LKS_RUNTIME cudaError_t cudaMalloc(T **, size_t);
template <class T> LKS_RUNTIME cudaError_t cudaMallocHost(T **, size_t, unsigned = 0);
template <class T> LKS_RUNTIME cudaError_t cudaHostAlloc(T **, size_t, unsigned);
template <class T> LKS_RUNTIME cudaError_t cudaHostGetDevicePointer(T **, void *, unsigned);
template <class T> LKS_RUNTIME cudaError_t cudaMallocManaged(T **, size_t, unsigned = cudaMemAttachGlobal);
template <class T> LKS_RUNTIME cudaError_t cudaMallocPitch(T **, size_t *, size_t, size_t);
template <class T> LKS_RUNTIME cudaError_t cudaMemcpyToSymbol(const T &, const void *, size_t, size_t = 0, cudaMemcpyKind = cudaMemcpyHostToDevice);
template <class T> LKS_RUNTIME cudaError_t cudaMemcpyFromSymbol(void *, const T &, size_t, size_t = 0, cudaMemcpyKind = cudaMemcpyDeviceToHost);
template <class T> LKS_RUNTIME cudaError_t cudaGetSymbolAddress(void **, const T &);
template <class T> LKS_RUNTIME cudaError_t cudaFuncSetAttribute(T *, cudaFuncAttribute, int);
template <class T> LKS_RUNTIME cudaError_t cudaFuncSetCacheConfig(T *, cudaFuncCache);
template <class T> LKS_RUNTIME cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *, T *);
template <class T> LKS_RUNTIME cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *, T, int, size_t);
template <class T> LKS_RUNTIME cudaError_t cudaOccupancyMaxPotentialBlockSize(int *, int *, T, size_t = 0, int = 0);
template <class T> LKS_RUNTIME cudaError_t cudaLaunchCooperativeKernel(T *, dim3, dim3, void **, size_t = 0, cudaStream_t = 0);
template <class T> LKS_RUNTIME cudaError_t cudaLaunchKernel(T *, dim3, dim3, void **, size_t = 0, cudaStream_t = 0);
template <class T> LKS_RUNTIME cudaChannelFormatDesc cudaCreateChannelDesc();
template <class T, int D, cudaTextureReadMode M> LKS_RUNTIME cudaError_t cudaBindTexture(size_t *, const texture<T, D, M> &, const void *, size_t = ~0u);
template <class T, int D, cudaTextureReadMode M> LKS_RUNTIME cudaError_t cudaBindTextureToArray(const texture<T, D, M> &, cudaArray_t);
template <class T, int D, cudaTextureReadMode M> LKS_RUNTIME cudaError_t cudaUnbindTexture(const texture<T, D, M> &);
LKS_HD cudaPitchedPtr make_cudaPitchedPtr(void *p, size_t pitch, size_t x, size_t y) { return {p, pitch, x, y}; }
LKS_HD cudaPos make_cudaPos(size_t x, size_t y, size_t z) { return {x, y, z}; }
LKS_HD cudaExtent make_cudaExtent(size_t x, size_t y, size_t z) { return {x, y, z}; }
LKS_RUNTIME cudaChannelFormatDesc cudaCreateChannelDescHalf();
LKS_RUNTIME cudaChannelFormatDesc cudaCreateChannelDescHalf1();
LKS_RUNTIME cudaChannelFormatDesc cudaCreateChannelDescHalf2();
LKS_RUNTIME cudaChannelFormatDesc cudaCreateChannelDescHalf4();
LKS_RUNTIME cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f);

// With any arguments: what host code passes is not looked at.
#define LKS_ANY(name) template <class... A> LKS_RUNTIME cudaError_t name(A...);
#define LKS_NAMED(name) template <class... A> LKS_RUNTIME cudaError_t name(A &&...); // variables of the device, textures
LKS_ANY(cudaMallocArray) LKS_ANY(cudaMalloc3D) LKS_ANY(cudaMalloc3DArray) LKS_ANY(cudaMallocMipmappedArray)
LKS_ANY(cudaFreeMipmappedArray) LKS_ANY(cudaGetMipmappedArrayLevel) LKS_ANY(cudaMallocAsync)
LKS_ANY(cudaMallocFromPoolAsync) LKS_ANY(cudaFreeAsync) LKS_ANY(cudaMemcpy2DAsync) LKS_ANY(cudaMemcpy2DToArray)
LKS_ANY(cudaMemcpy2DFromArray) LKS_ANY(cudaMemcpyToArray) LKS_ANY(cudaMemcpyFromArray) LKS_ANY(cudaMemcpy3D)
LKS_ANY(cudaMemcpy3DAsync) LKS_ANY(cudaMemcpyPeer) LKS_ANY(cudaMemcpyPeerAsync) LKS_ANY(cudaMemset2D)
LKS_ANY(cudaMemset2DAsync) LKS_ANY(cudaMemset3D) LKS_NAMED(cudaMemcpyToSymbolAsync) LKS_NAMED(cudaMemcpyFromSymbolAsync)
LKS_ANY(cudaMemPrefetchAsync) LKS_ANY(cudaMemAdvise) LKS_ANY(cudaMemRangeGetAttribute) LKS_ANY(cudaHostRegister) LKS_ANY(cudaHostUnregister)
LKS_ANY(cudaHostGetFlags) LKS_ANY(cudaPointerGetAttributes) LKS_NAMED(cudaGetSymbolSize)
LKS_ANY(cudaCreateTextureObject) LKS_ANY(cudaDestroyTextureObject) LKS_ANY(cudaCreateSurfaceObject)
LKS_ANY(cudaDestroySurfaceObject) LKS_NAMED(cudaBindTexture2D) LKS_NAMED(cudaBindSurfaceToArray)
LKS_ANY(cudaGetChannelDesc) LKS_ANY(cudaStreamQuery) LKS_ANY(cudaStreamAddCallback) LKS_ANY(cudaStreamAttachMemAsync)
LKS_ANY(cudaStreamBeginCapture) LKS_ANY(cudaStreamEndCapture) LKS_ANY(cudaStreamIsCapturing)
LKS_ANY(cudaStreamCreateWithPriority) LKS_ANY(cudaStreamGetPriority) LKS_ANY(cudaStreamSetAttribute)
LKS_ANY(cudaStreamGetAttribute) LKS_ANY(cudaStreamBeginCaptureToGraph) LKS_ANY(cudaEventQuery)
LKS_ANY(cudaEventRecordWithFlags) LKS_ANY(cudaLaunchHostFunc) LKS_ANY(cudaLaunchKernelExC)
LKS_ANY(cudaLaunchKernelEx) LKS_ANY(cudaLaunchCooperativeKernelMultiDevice) LKS_ANY(cudaSetDoubleForDevice)
LKS_ANY(cudaGraphCreate) LKS_ANY(cudaGraphDestroy) LKS_ANY(cudaGraphInstantiate)
LKS_ANY(cudaGraphInstantiateWithFlags) LKS_ANY(cudaGraphLaunch) LKS_ANY(cudaGraphExecDestroy)
LKS_ANY(cudaGraphExecUpdate) LKS_ANY(cudaGraphUpload) LKS_ANY(cudaGraphClone) LKS_ANY(cudaGraphGetNodes)
LKS_ANY(cudaGraphAddNode) LKS_ANY(cudaGraphAddKernelNode) LKS_ANY(cudaGraphAddMemcpyNode)
LKS_ANY(cudaGraphAddMemcpyNode1D) LKS_ANY(cudaGraphAddMemsetNode) LKS_ANY(cudaGraphAddHostNode)
LKS_ANY(cudaGraphAddMemAllocNode) LKS_ANY(cudaGraphAddMemFreeNode) LKS_ANY(cudaGraphAddDependencies)
LKS_ANY(cudaGraphKernelNodeSetParams) LKS_ANY(cudaGraphExecKernelNodeSetParams)
LKS_ANY(cudaGraphConditionalHandleCreate) LKS_ANY(cudaGraphDebugDotPrint) LKS_ANY(cudaDeviceCanAccessPeer)
LKS_ANY(cudaDeviceEnablePeerAccess) LKS_ANY(cudaDeviceDisablePeerAccess) LKS_ANY(cudaDeviceGetDefaultMemPool)
LKS_ANY(cudaDeviceGetMemPool) LKS_ANY(cudaDeviceSetMemPool) LKS_ANY(cudaMemPoolCreate) LKS_ANY(cudaMemPoolDestroy)
LKS_ANY(cudaMemPoolSetAttribute) LKS_ANY(cudaMemPoolGetAttribute) LKS_ANY(cudaMemPoolSetAccess)
LKS_ANY(cudaMemPoolTrimTo) LKS_ANY(cudaMemPoolExportToShareableHandle) LKS_ANY(cudaMemPoolImportFromShareableHandle)
LKS_ANY(cudaMemPoolExportPointer) LKS_ANY(cudaMemPoolImportPointer) LKS_ANY(cudaDeviceSetLimit)
LKS_ANY(cudaDeviceGetLimit) LKS_ANY(cudaDeviceSetSharedMemConfig) LKS_ANY(cudaDeviceGetStreamPriorityRange)
LKS_ANY(cudaDeviceGetPCIBusId) LKS_ANY(cudaDeviceGetByPCIBusId) LKS_ANY(cudaDeviceFlushGPUDirectRDMAWrites)
LKS_ANY(cudaChooseDevice) LKS_ANY(cudaGetDeviceFlags) LKS_ANY(cudaSetValidDevices)
LKS_ANY(cudaCtxResetPersistingL2Cache) LKS_ANY(cudaDriverGetVersion) LKS_ANY(cudaRuntimeGetVersion)
LKS_ANY(cudaFuncSetSharedMemConfig) LKS_ANY(cudaProfilerStart) LKS_ANY(cudaProfilerStop) LKS_ANY(cudaIpcGetMemHandle)
LKS_ANY(cudaIpcOpenMemHandle) LKS_ANY(cudaIpcCloseMemHandle) LKS_ANY(cudaIpcGetEventHandle)
LKS_ANY(cudaIpcOpenEventHandle) LKS_ANY(cudaImportExternalMemory) LKS_ANY(cudaExternalMemoryGetMappedBuffer)
LKS_ANY(cudaExternalMemoryGetMappedMipmappedArray) LKS_ANY(cudaDestroyExternalMemory)
LKS_ANY(cudaImportExternalSemaphore) LKS_ANY(cudaSignalExternalSemaphoresAsync)
LKS_ANY(cudaWaitExternalSemaphoresAsync) LKS_ANY(cudaDestroyExternalSemaphore) LKS_ANY(cudaGraphicsMapResources)
LKS_ANY(cudaGraphicsUnmapResources) LKS_ANY(cudaGraphicsResourceGetMappedPointer)
LKS_ANY(cudaGraphicsSubResourceGetMappedArray) LKS_ANY(cudaGraphicsUnregisterResource)
LKS_ANY(cudaGraphicsResourceSetMapFlags) LKS_ANY(cudaGraphicsGLRegisterBuffer) LKS_ANY(cudaGraphicsGLRegisterImage)
LKS_ANY(cudaGraphicsEGLRegisterImage) LKS_ANY(cudaGLSetGLDevice) LKS_ANY(cudaGLRegisterBufferObject)
LKS_ANY(cudaGLMapBufferObject) LKS_ANY(cudaGLUnmapBufferObject) LKS_ANY(cudaGLUnregisterBufferObject)
LKS_ANY(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags)
LKS_ANY(cudaOccupancyMaxPotentialBlockSizeVariableSMem) LKS_ANY(cudaOccupancyMaxPotentialBlockSizeWithFlags)
LKS_ANY(cudaOccupancyMaxActiveClusters)
LKS_NAMED(cudaBindTextureToMipmappedArray) LKS_NAMED(cudaGetTextureAlignmentOffset)
#undef LKS_ANY
#undef LKS_NAMED

#include "lockstep_cuda_runtime_more.h"
