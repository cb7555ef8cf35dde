// lockstep_hip.h: HIP's names for what lockstep_cuda.h has, served as <hip/hip_runtime.h>.
#pragma once

#define hipThreadIdx_x threadIdx.x
#define hipThreadIdx_y threadIdx.y
#define hipThreadIdx_z threadIdx.z
#define hipBlockIdx_x blockIdx.x
#define hipBlockIdx_y blockIdx.y
#define hipBlockIdx_z blockIdx.z
#define hipBlockDim_x blockDim.x
#define hipBlockDim_y blockDim.y
#define hipBlockDim_z blockDim.z
#define hipGridDim_x gridDim.x
#define hipGridDim_y gridDim.y
#define hipGridDim_z gridDim.z
#define HIP_DYNAMIC_SHARED(type, name) extern __shared__ type name[];
#define HIP_KERNEL_NAME(...) __VA_ARGS__
#define HIP_SYMBOL(x) x
#define hipLaunchKernelGGL(kernel, grid, block, shared, stream, ...) kernel<<<grid, block, shared, stream>>>(__VA_ARGS__)

#define hipSuccess cudaSuccess
#define hipError_t cudaError_t
#define hipStream_t cudaStream_t
#define hipEvent_t cudaEvent_t
#define hipDeviceProp_t cudaDeviceProp
#define hipMemcpyHostToDevice cudaMemcpyHostToDevice
#define hipMemcpyDeviceToHost cudaMemcpyDeviceToHost
#define hipMemcpyDeviceToDevice cudaMemcpyDeviceToDevice
#define hipMemcpyDefault cudaMemcpyDefault
#define hipMalloc cudaMalloc
#define hipMallocManaged cudaMallocManaged
#define hipHostMalloc(p, n, ...) cudaMallocHost(p, n)
#define hipFree cudaFree
#define hipHostFree cudaFreeHost
#define hipMemcpy cudaMemcpy
#define hipMemcpyAsync cudaMemcpyAsync
#define hipMemcpyToSymbol cudaMemcpyToSymbol
#define hipMemset cudaMemset
#define hipDeviceSynchronize cudaDeviceSynchronize
#define hipGetLastError cudaGetLastError
#define hipGetErrorString cudaGetErrorString
#define hipGetDeviceCount cudaGetDeviceCount
#define hipSetDevice cudaSetDevice
#define hipGetDeviceProperties cudaGetDeviceProperties
#define hipEventCreate cudaEventCreate
#define hipEventRecord cudaEventRecord
#define hipEventSynchronize cudaEventSynchronize
#define hipEventElapsedTime cudaEventElapsedTime
#define hipEventDestroy cudaEventDestroy
#define hipStreamDefault cudaStreamDefault
#define hipStreamNonBlocking cudaStreamNonBlocking
#define hipStreamPerThread cudaStreamPerThread
#define hipStreamLegacy cudaStreamLegacy
#define hipStreamCreate cudaStreamCreate
#define hipStreamCreateWithFlags cudaStreamCreateWithFlags
#define hipStreamSynchronize cudaStreamSynchronize
#define hipStreamDestroy cudaStreamDestroy
#define hipDeviceReset cudaDeviceReset
#define hipLaunchCooperativeKernel cudaLaunchCooperativeKernel
#define hipFuncSetAttribute cudaFuncSetAttribute
LKS_D float unsafeAtomicAdd(float *p, float v) { return atomicAdd(p, v); }
LKS_D double unsafeAtomicAdd(double *p, double v) { return atomicAdd(p, v); }
LKS_D float atomicAddNoRet(float *p, float v) { return atomicAdd(p, v); }
LKS_D long long wall_clock64() { return (long long)__lockstep_any_i64(); }
__device__ static __inline__ __attribute__((always_inline, nodebug, unused, noreturn)) void abort() { __builtin_trap(); __builtin_unreachable(); }
LKS_D unsigned __lane_id() { return __lockstep_lane_id(); }
