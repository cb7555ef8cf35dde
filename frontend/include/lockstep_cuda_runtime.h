// lockstep_cuda_runtime.h: as much of CUDA's runtime interface as lets host code beside kernels be parsed. Nothing of it
// is compiled. Part of lockstep_cuda.h.
#pragma once

enum cudaError { cudaSuccess = 0, cudaErrorInvalidValue = 1, cudaErrorMemoryAllocation = 2, cudaErrorNotReady = 600, cudaErrorUnknown = 999 };
typedef cudaError cudaError_t;
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
struct cudaDeviceProp {
  char name[256];
  size_t totalGlobalMem, sharedMemPerBlock, totalConstMem, memPitch, sharedMemPerMultiprocessor;
  int regsPerBlock, warpSize, maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3], clockRate, major, minor, multiProcessorCount;
  int maxThreadsPerMultiProcessor, memoryClockRate, memoryBusWidth, l2CacheSize, concurrentKernels, cooperativeLaunch, integrated;
};
struct cudaFuncAttributes { size_t sharedSizeBytes, constSizeBytes, localSizeBytes; int maxThreadsPerBlock, numRegs; };
enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize = 8, cudaFuncAttributePreferredSharedMemoryCarveout = 9 };
enum cudaFuncCache { cudaFuncCachePreferNone, cudaFuncCachePreferShared, cudaFuncCachePreferL1, cudaFuncCachePreferEqual };
enum cudaDeviceAttr { cudaDevAttrMultiProcessorCount = 16, cudaDevAttrCooperativeLaunch = 95 };
#define cudaHostAllocDefault 0
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
LKS_RUNTIME cudaError_t cudaMemPrefetchAsync(const void *, size_t, int, cudaStream_t = 0);
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
