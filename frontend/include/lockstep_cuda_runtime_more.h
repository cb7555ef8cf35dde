// lockstep_cuda_runtime_more.h: seldom used types and functions of CUDA's runtime: graphs, pools, attributes of launches,
// memory of others. Part of lockstep_cuda_runtime.h.
#pragma once

typedef struct CUfunc_st *cudaFunction_t;
typedef struct CUkern_st *cudaKernel_t;
typedef struct CUuserObject_st *cudaUserObject_t;
typedef void *cudaGraphDeviceNode_t;
enum cudaStreamCaptureStatus { cudaStreamCaptureStatusNone, cudaStreamCaptureStatusActive, cudaStreamCaptureStatusInvalidated };
enum cudaStreamUpdateCaptureDependenciesFlags { cudaStreamAddCaptureDependencies, cudaStreamSetCaptureDependencies };
enum cudaGraphNodeType {
  cudaGraphNodeTypeKernel = 0, cudaGraphNodeTypeMemcpy = 1, cudaGraphNodeTypeMemset = 2, cudaGraphNodeTypeHost = 3, cudaGraphNodeTypeGraph = 4,
  cudaGraphNodeTypeEmpty = 5, cudaGraphNodeTypeWaitEvent = 6, cudaGraphNodeTypeEventRecord = 7, cudaGraphNodeTypeExtSemaphoreSignal = 8,
  cudaGraphNodeTypeExtSemaphoreWait = 9, cudaGraphNodeTypeMemAlloc = 10, cudaGraphNodeTypeMemFree = 11, cudaGraphNodeTypeConditional = 13,
  cudaGraphNodeTypeCount,
};
enum cudaGraphExecUpdateResult {
  cudaGraphExecUpdateSuccess, cudaGraphExecUpdateError, cudaGraphExecUpdateErrorTopologyChanged, cudaGraphExecUpdateErrorNodeTypeChanged,
  cudaGraphExecUpdateErrorFunctionChanged, cudaGraphExecUpdateErrorParametersChanged, cudaGraphExecUpdateErrorNotSupported,
  cudaGraphExecUpdateErrorUnsupportedFunctionChange, cudaGraphExecUpdateErrorAttributesChanged,
};
struct cudaGraphExecUpdateResultInfo { cudaGraphExecUpdateResult result; cudaGraphNode_t errorNode, errorFromNode; };
enum cudaGraphInstantiateFlags {
  cudaGraphInstantiateFlagAutoFreeOnLaunch = 1, cudaGraphInstantiateFlagUpload = 2, cudaGraphInstantiateFlagDeviceLaunch = 4,
  cudaGraphInstantiateFlagUseNodePriority = 8,
};
enum cudaGraphDebugDotFlags { cudaGraphDebugDotFlagsVerbose = 1 };
enum cudaGraphConditionalNodeType { cudaGraphCondTypeIf, cudaGraphCondTypeWhile, cudaGraphCondTypeSwitch };
struct cudaConditionalNodeParams { cudaGraphConditionalHandle handle; cudaGraphConditionalNodeType type; unsigned size; cudaGraph_t *phGraph_out; };
#define cudaGraphCondAssignDefault 1
#define cudaGraphKernelNodePortDefault 0
#define cudaGraphKernelNodePortProgrammatic 1
enum cudaMemPoolAttr {
  cudaMemPoolReuseFollowEventDependencies = 1, cudaMemPoolReuseAllowOpportunistic, cudaMemPoolReuseAllowInternalDependencies,
  cudaMemPoolAttrReleaseThreshold, cudaMemPoolAttrReservedMemCurrent, cudaMemPoolAttrReservedMemHigh, cudaMemPoolAttrUsedMemCurrent,
  cudaMemPoolAttrUsedMemHigh,
};
enum cudaMemAllocationType { cudaMemAllocationTypeInvalid, cudaMemAllocationTypePinned };
enum cudaMemAllocationHandleType { cudaMemHandleTypeNone = 0, cudaMemHandleTypePosixFileDescriptor = 1, cudaMemHandleTypeWin32 = 2 };
enum cudaMemAccessFlags { cudaMemAccessFlagsProtNone = 0, cudaMemAccessFlagsProtRead = 1, cudaMemAccessFlagsProtReadWrite = 3 };
struct cudaMemPoolProps { cudaMemAllocationType allocType; cudaMemAllocationHandleType handleTypes; cudaMemLocation location;
  void *win32SecurityAttributes; size_t maxSize; unsigned char reserved[56]; };
struct cudaMemAccessDesc { cudaMemLocation location; cudaMemAccessFlags flags; };
struct cudaMemPoolPtrExportData { unsigned char reserved[64]; };
struct cudaMemAllocNodeParams { cudaMemPoolProps poolProps; const cudaMemAccessDesc *accessDescs; size_t accessDescCount, bytesize; void *dptr; };
struct cudaMemcpyNodeParams { int flags, reserved[3]; cudaMemcpy3DParms copyParams; };
struct cudaGraphNodeParams { cudaGraphNodeType type; union { cudaKernelNodeParams kernel; cudaMemcpyNodeParams memcpy;
  cudaMemsetParams memset; cudaHostNodeParams host; cudaConditionalNodeParams conditional; cudaMemAllocNodeParams alloc; }; };
struct cudaMemcpy3DPeerParms { cudaArray_t srcArray; cudaPos srcPos; cudaPitchedPtr srcPtr; int srcDevice; cudaArray_t dstArray;
  cudaPos dstPos; cudaPitchedPtr dstPtr; int dstDevice; cudaExtent extent; };
enum cudaMemRangeAttribute {
  cudaMemRangeAttributeReadMostly = 1, cudaMemRangeAttributePreferredLocation, cudaMemRangeAttributeAccessedBy,
  cudaMemRangeAttributeLastPrefetchLocation,
};
enum cudaDeviceP2PAttr {
  cudaDevP2PAttrPerformanceRank = 1, cudaDevP2PAttrAccessSupported, cudaDevP2PAttrNativeAtomicSupported, cudaDevP2PAttrCudaArrayAccessSupported,
};
enum cudaSynchronizationPolicy { cudaSyncPolicyAuto = 1, cudaSyncPolicySpin, cudaSyncPolicyYield, cudaSyncPolicyBlockingSync };
enum cudaClusterSchedulingPolicy { cudaClusterSchedulingPolicyDefault, cudaClusterSchedulingPolicySpread, cudaClusterSchedulingPolicyLoadBalancing };
enum cudaLaunchAttributeID {
  cudaLaunchAttributeIgnore = 0, cudaLaunchAttributeAccessPolicyWindow = 1, cudaLaunchAttributeCooperative = 2,
  cudaLaunchAttributeSynchronizationPolicy = 3, cudaLaunchAttributeClusterDimension = 4,
  cudaLaunchAttributeClusterSchedulingPolicyPreference = 5, cudaLaunchAttributeProgrammaticStreamSerialization = 6,
  cudaLaunchAttributeProgrammaticEvent = 7, cudaLaunchAttributePriority = 8, cudaLaunchAttributeMemSyncDomainMap = 9,
  cudaLaunchAttributeMemSyncDomain = 10,
};
union cudaLaunchAttributeValue {
  char pad[64];
  cudaAccessPolicyWindow accessPolicyWindow;
  int cooperative, priority, programmaticStreamSerializationAllowed;
  cudaSynchronizationPolicy syncPolicy;
  struct { unsigned x, y, z; } clusterDim;
  cudaClusterSchedulingPolicy clusterSchedulingPolicyPreference;
  struct { cudaEvent_t event; int flags, triggerAtBlockStart; } programmaticEvent;
};
struct cudaLaunchAttribute { cudaLaunchAttributeID id; char pad[4]; cudaLaunchAttributeValue val; };
struct cudaLaunchConfig_t { dim3 gridDim, blockDim; size_t dynamicSmemBytes; cudaStream_t stream; cudaLaunchAttribute *attrs; unsigned numAttrs; };
struct cudaLaunchParams { void *func; dim3 gridDim, blockDim; void **args; size_t sharedMem; cudaStream_t stream; };
typedef cudaLaunchAttributeID cudaStreamAttrID, cudaKernelNodeAttrID;
typedef cudaLaunchAttributeValue cudaStreamAttrValue, cudaKernelNodeAttrValue;
#define cudaStreamAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaStreamAttributeSynchronizationPolicy cudaLaunchAttributeSynchronizationPolicy
#define cudaStreamAttributePriority cudaLaunchAttributePriority
#define cudaKernelNodeAttributeAccessPolicyWindow cudaLaunchAttributeAccessPolicyWindow
#define cudaKernelNodeAttributeCooperative cudaLaunchAttributeCooperative
#define cudaEventRecordDefault 0
#define cudaEventRecordExternal 1
#define cudaEventWaitDefault 0
#define cudaEventWaitExternal 1
#define cudaHostRegisterIoMemory 4
#define cudaHostRegisterReadOnly 8
#define cudaArrayTextureGather 8
#define cudaDeviceScheduleMask 7
#define cudaDeviceBlockingSync 4
#define cudaDeviceLmemResizeToMax 16
#define cudaOccupancyDisableCachingOverride 1
#define cudaPeerAccessDefault 0
#define cudaInvalidDeviceId (-2)
#define cudaInitDeviceFlagsAreValid 1
#define cudaEnableDefault 0
#define cudaEnableLegacyStream 1
#define cudaEnablePerThreadDefaultStream 2
#define cudaExternalMemoryDedicated 1
enum cudaDriverEntryPointQueryResult { cudaDriverEntryPointSuccess, cudaDriverEntryPointSymbolNotFound, cudaDriverEntryPointVersionNotSufficent };
enum cudaSharedCarveout { cudaSharedmemCarveoutDefault = -1, cudaSharedmemCarveoutMaxL1 = 0, cudaSharedmemCarveoutMaxShared = 100 };
enum cudaExternalMemoryHandleType {
  cudaExternalMemoryHandleTypeOpaqueFd = 1, cudaExternalMemoryHandleTypeOpaqueWin32 = 2, cudaExternalMemoryHandleTypeOpaqueWin32Kmt = 3,
  cudaExternalMemoryHandleTypeD3D12Heap = 4, cudaExternalMemoryHandleTypeD3D12Resource = 5, cudaExternalMemoryHandleTypeD3D11Resource = 6,
  cudaExternalMemoryHandleTypeD3D11ResourceKmt = 7, cudaExternalMemoryHandleTypeNvSciBuf = 8,
};
struct cudaExternalMemoryHandleDesc { cudaExternalMemoryHandleType type; union { int fd; struct { void *handle; const void *name; } win32;
  const void *nvSciBufObject; } handle; unsigned long long size; unsigned flags; };
struct cudaExternalMemoryBufferDesc { unsigned long long offset, size; unsigned flags; };
struct cudaExternalMemoryMipmappedArrayDesc { unsigned long long offset; cudaChannelFormatDesc formatDesc; cudaExtent extent; unsigned flags, numLevels; };
enum cudaExternalSemaphoreHandleType {
  cudaExternalSemaphoreHandleTypeOpaqueFd = 1, cudaExternalSemaphoreHandleTypeOpaqueWin32 = 2, cudaExternalSemaphoreHandleTypeOpaqueWin32Kmt = 3,
  cudaExternalSemaphoreHandleTypeD3D12Fence = 4, cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd = 9,
  cudaExternalSemaphoreHandleTypeTimelineSemaphoreWin32 = 10,
};
struct cudaExternalSemaphoreHandleDesc { cudaExternalSemaphoreHandleType type; union { int fd; struct { void *handle; const void *name; }
  win32; const void *nvSciSyncObj; } handle; unsigned flags; };
struct lks_semaphore_parameters { struct { unsigned long long value; } fence; union { void *fence; unsigned long long reserved; } nvSciSync;
  struct { unsigned long long key; unsigned timeoutMs; } keyedMutex; unsigned reserved[12]; };
struct cudaExternalSemaphoreSignalParams { lks_semaphore_parameters params; unsigned flags, reserved[16]; };
struct cudaExternalSemaphoreWaitParams { lks_semaphore_parameters params; unsigned flags, reserved[16]; };

#define LKS_NAMED(name) template <class... A> LKS_RUNTIME cudaError_t name(A &&...);
#define LKS_ANY(name) template <class... A> LKS_RUNTIME cudaError_t name(A...);
LKS_ANY(cudaMemcpy2DArrayToArray) LKS_ANY(cudaMemcpyArrayToArray) LKS_ANY(cudaMemcpy3DPeer) LKS_ANY(cudaMemcpy3DPeerAsync) LKS_ANY(cudaMemset3DAsync)
LKS_ANY(cudaMemcpy2DToArrayAsync) LKS_ANY(cudaMemcpy2DFromArrayAsync) LKS_ANY(cudaMemcpyToArrayAsync) LKS_ANY(cudaMemcpyFromArrayAsync)
LKS_ANY(cudaArrayGetInfo) LKS_ANY(cudaArrayGetPlane) LKS_ANY(cudaStreamGetFlags) LKS_ANY(cudaStreamGetId) LKS_ANY(cudaStreamGetDevice)
LKS_ANY(cudaStreamGetCaptureInfo) LKS_ANY(cudaStreamGetCaptureInfo_v2) LKS_ANY(cudaStreamUpdateCaptureDependencies)
LKS_ANY(cudaStreamCopyAttributes) LKS_ANY(cudaThreadExchangeStreamCaptureMode) LKS_ANY(cudaUserObjectCreate) LKS_ANY(cudaUserObjectRetain)
LKS_ANY(cudaUserObjectRelease) LKS_ANY(cudaGraphRetainUserObject) LKS_ANY(cudaGraphReleaseUserObject) LKS_ANY(cudaDeviceGetP2PAttribute)
LKS_ANY(cudaDeviceGetTexture1DLinearMaxWidth) LKS_ANY(cudaDeviceGetCacheConfig) LKS_ANY(cudaDeviceGetSharedMemConfig)
LKS_ANY(cudaDeviceGetGraphMemAttribute) LKS_ANY(cudaDeviceSetGraphMemAttribute) LKS_ANY(cudaDeviceGraphMemTrim) LKS_ANY(cudaInitDevice)
LKS_ANY(cudaGetDriverEntryPoint) LKS_ANY(cudaGetDriverEntryPointByVersion) LKS_ANY(cudaGetFuncBySymbol) LKS_ANY(cudaGetKernel)
LKS_ANY(cudaGetExportTable) LKS_ANY(cudaOccupancyAvailableDynamicSMemPerBlock) LKS_ANY(cudaOccupancyMaxPotentialClusterSize)
LKS_ANY(cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags) LKS_ANY(cudaGetTextureObjectResourceDesc)
LKS_ANY(cudaGetTextureObjectTextureDesc) LKS_ANY(cudaGetTextureObjectResourceViewDesc) LKS_ANY(cudaGetSurfaceObjectResourceDesc)
LKS_ANY(cudaMemPoolGetAccess) LKS_ANY(cudaMemRangeGetAttributes) LKS_ANY(cudaThreadSetLimit) LKS_ANY(cudaThreadGetLimit)
LKS_ANY(cudaThreadGetCacheConfig) LKS_ANY(cudaThreadSetCacheConfig) LKS_ANY(cudaSetDoubleForHost) LKS_ANY(cudaProfilerInitialize)
LKS_ANY(cudaGetTextureReference) LKS_ANY(cudaGetSurfaceReference) LKS_ANY(cudaStreamSetFlags) LKS_ANY(cudaFuncGetName)
LKS_ANY(cudaGraphKernelNodeGetParams) LKS_ANY(cudaGraphKernelNodeSetAttribute) LKS_ANY(cudaGraphKernelNodeGetAttribute)
LKS_ANY(cudaGraphKernelNodeCopyAttributes) LKS_NAMED(cudaGraphAddMemcpyNodeToSymbol) LKS_NAMED(cudaGraphAddMemcpyNodeFromSymbol)
LKS_ANY(cudaGraphMemcpyNodeGetParams) LKS_ANY(cudaGraphMemcpyNodeSetParams) LKS_ANY(cudaGraphMemcpyNodeSetParams1D)
LKS_ANY(cudaGraphMemsetNodeGetParams) LKS_ANY(cudaGraphMemsetNodeSetParams) LKS_ANY(cudaGraphHostNodeGetParams)
LKS_ANY(cudaGraphHostNodeSetParams) LKS_ANY(cudaGraphAddChildGraphNode) LKS_ANY(cudaGraphChildGraphNodeGetGraph) LKS_ANY(cudaGraphAddEmptyNode)
LKS_ANY(cudaGraphAddEventRecordNode) LKS_ANY(cudaGraphAddEventWaitNode) LKS_ANY(cudaGraphNodeFindInClone) LKS_ANY(cudaGraphNodeGetType)
LKS_ANY(cudaGraphGetRootNodes) LKS_ANY(cudaGraphGetEdges) LKS_ANY(cudaGraphNodeGetDependencies) LKS_ANY(cudaGraphNodeGetDependentNodes)
LKS_ANY(cudaGraphRemoveDependencies) LKS_ANY(cudaGraphDestroyNode) LKS_ANY(cudaGraphInstantiateWithParams) LKS_ANY(cudaGraphExecGetFlags)
LKS_ANY(cudaGraphExecMemcpyNodeSetParams) LKS_ANY(cudaGraphExecMemcpyNodeSetParams1D) LKS_ANY(cudaGraphExecMemsetNodeSetParams)
LKS_ANY(cudaGraphExecHostNodeSetParams) LKS_ANY(cudaGraphExecChildGraphNodeSetParams) LKS_ANY(cudaGraphNodeSetEnabled)
LKS_ANY(cudaGraphNodeSetParams) LKS_ANY(cudaGraphExecNodeSetParams)
#undef LKS_ANY
#undef LKS_NAMED
