// lockstep_cuda_driver.h: types of CUDA's driver interface, served as <cuda.h>.
#pragma once

typedef unsigned long long CUdeviceptr, CUtexObject, CUsurfObject, cuuint64_t;
typedef unsigned cuuint32_t;
typedef int CUdevice;
typedef int CUresult;
typedef struct CUctx_st *CUcontext;
typedef struct CUmod_st *CUmodule;
typedef struct CUfunc_st *CUfunction;
typedef struct CUarray_st *CUarray;
typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
struct CUuuid { char bytes[16]; };
struct __align__(64) CUtensorMap { cuuint64_t opaque[16]; };
#define CUDA_SUCCESS 0
#define CUDA_VERSION 12000
