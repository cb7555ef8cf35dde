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

#define hipExtLaunchKernelGGL(kernel, grid, block, shared, stream, start, stop, flags, ...) kernel<<<grid, block, shared, stream>>>(__VA_ARGS__)
#define HIP_VERSION_MAJOR 6
#define HIP_VERSION_MINOR 0
#define HIP_VERSION_PATCH 0
#define HIP_VERSION 60000000
#define HIP_LAUNCH_PARAM_BUFFER_POINTER ((void *)1)
#define HIP_LAUNCH_PARAM_BUFFER_SIZE ((void *)2)
#define HIP_LAUNCH_PARAM_END ((void *)3)
#define HIPRT_CB
#define __HIP_SYMBOL_TYPE_DEFINED__
#include "lockstep_hip_names.h"
#include "lockstep_hip_names_more.h"
#include "lockstep_hip_values.h"
#include "lockstep_hip_driver.h"

LKS_D float unsafeAtomicAdd(float *p, float v) { return atomicAdd(p, v); }
LKS_D double unsafeAtomicAdd(double *p, double v) { return atomicAdd(p, v); }
LKS_D float atomicAddNoRet(float *p, float v) { return atomicAdd(p, v); }
LKS_D long long wall_clock64() { return (long long)__lockstep_any_i64(); }
__device__ static __inline__ __attribute__((always_inline, nodebug, unused, noreturn)) void abort() { __builtin_trap(); __builtin_unreachable(); }
LKS_D unsigned __lane_id() { return __lockstep_lane_id(); }
