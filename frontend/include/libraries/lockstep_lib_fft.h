// lockstep_lib_fft.h: cuFFT, served as <cufft.h>, <cufftXt.h> and <cufftw.h>.
#pragma once
extern "C++" {
#include "lockstep_lib.h"
#include "lockstep_lib_types.h"
#include "lockstep_cuda_complex.h"

#define _CUFFT_H_
#define _CUFFTXT_H_
#define CUFFTAPI
#define CUFFT_VERSION 11000
enum cufftResult_t {
  CUFFT_SUCCESS = 0, CUFFT_INVALID_PLAN = 1, CUFFT_ALLOC_FAILED = 2, CUFFT_INVALID_TYPE = 3, CUFFT_INVALID_VALUE = 4,
  CUFFT_INTERNAL_ERROR = 5, CUFFT_EXEC_FAILED = 6, CUFFT_SETUP_FAILED = 7, CUFFT_INVALID_SIZE = 8, CUFFT_UNALIGNED_DATA = 9,
  CUFFT_INCOMPLETE_PARAMETER_LIST = 10, CUFFT_INVALID_DEVICE = 11, CUFFT_PARSE_ERROR = 12, CUFFT_NO_WORKSPACE = 13,
  CUFFT_NOT_IMPLEMENTED = 14, CUFFT_LICENSE_ERROR = 15, CUFFT_NOT_SUPPORTED = 16,
};
typedef cufftResult_t cufftResult;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;
typedef int cufftHandle;
enum cufftType_t { CUFFT_R2C = 0x2a, CUFFT_C2R = 0x2c, CUFFT_C2C = 0x29, CUFFT_D2Z = 0x6a, CUFFT_Z2D = 0x6c, CUFFT_Z2Z = 0x69 };
typedef cufftType_t cufftType;
enum cufftCompatibility_t { CUFFT_COMPATIBILITY_FFTW_PADDING = 1 };
typedef cufftCompatibility_t cufftCompatibility;
#define CUFFT_COMPATIBILITY_DEFAULT CUFFT_COMPATIBILITY_FFTW_PADDING
#define CUFFT_FORWARD (-1)
#define CUFFT_INVERSE 1
enum cufftXtSubFormat_t {
  CUFFT_XT_FORMAT_INPUT, CUFFT_XT_FORMAT_OUTPUT, CUFFT_XT_FORMAT_INPLACE, CUFFT_XT_FORMAT_INPLACE_SHUFFLED, CUFFT_XT_FORMAT_1D_INPUT_SHUFFLED,
};
typedef cufftXtSubFormat_t cufftXtSubFormat;
enum cufftXtCopyType_t { CUFFT_COPY_HOST_TO_DEVICE, CUFFT_COPY_DEVICE_TO_HOST, CUFFT_COPY_DEVICE_TO_DEVICE, CUFFT_COPY_UNDEFINED };
typedef cufftXtCopyType_t cufftXtCopyType;
struct cudaXtDesc_t { int version, nGPUs, GPUs[64]; void *data[64]; size_t size[64]; void *cudaXtState; };
typedef cudaXtDesc_t cudaXtDesc;
struct cudaLibXtDesc_t { int version; cudaXtDesc *descriptor; int library, subFormat; void *libDescriptor; };
typedef cudaLibXtDesc_t cudaLibXtDesc;
enum cufftXtCallbackType_t {
  CUFFT_CB_LD_COMPLEX, CUFFT_CB_LD_COMPLEX_DOUBLE, CUFFT_CB_LD_REAL, CUFFT_CB_LD_REAL_DOUBLE, CUFFT_CB_ST_COMPLEX,
  CUFFT_CB_ST_COMPLEX_DOUBLE, CUFFT_CB_ST_REAL, CUFFT_CB_ST_REAL_DOUBLE, CUFFT_CB_UNDEFINED,
};
typedef cufftXtCallbackType_t cufftXtCallbackType;
#define LKS_CALLBACK(kind, T)                                                                                \
  typedef T (*cufftCallbackLoad##kind)(void *, size_t, void *, void *);                                      \
  typedef void (*cufftCallbackStore##kind)(void *, size_t, T, void *, void *);
LKS_CALLBACK(C, cufftComplex) LKS_CALLBACK(Z, cufftDoubleComplex) LKS_CALLBACK(R, cufftReal) LKS_CALLBACK(D, cufftDoubleReal)
#undef LKS_CALLBACK

#define LKS_FFT(name) LKS_LIB(cufftResult, cufft##name)
#include "lockstep_lib_fft_names.h"
#undef LKS_FFT

} // extern "C++"
