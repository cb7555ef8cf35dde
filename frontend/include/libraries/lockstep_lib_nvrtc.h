// lockstep_lib_nvrtc.h: compilation at run time, served as <nvrtc.h>, <hip/hiprtc.h> and <nvJitLink.h>.
#pragma once
extern "C++" {
#include "lockstep_lib.h"

#define __NVRTC_H__
enum nvrtcResult {
  NVRTC_SUCCESS = 0, NVRTC_ERROR_OUT_OF_MEMORY = 1, NVRTC_ERROR_PROGRAM_CREATION_FAILURE = 2, NVRTC_ERROR_INVALID_INPUT = 3,
  NVRTC_ERROR_INVALID_PROGRAM = 4, NVRTC_ERROR_INVALID_OPTION = 5, NVRTC_ERROR_COMPILATION = 6,
  NVRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7, NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
  NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9, NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10, NVRTC_ERROR_INTERNAL_ERROR = 11,
};
typedef struct _nvrtcProgram *nvrtcProgram;
#define LKS_RTC(name) LKS_LIB(nvrtcResult, nvrtc##name)
LKS_RTC(Version) LKS_RTC(CreateProgram) LKS_RTC(DestroyProgram) LKS_RTC(CompileProgram) LKS_RTC(GetPTXSize) LKS_RTC(GetPTX)
LKS_RTC(GetCUBINSize) LKS_RTC(GetCUBIN) LKS_RTC(GetLTOIRSize) LKS_RTC(GetLTOIR) LKS_RTC(GetProgramLogSize) LKS_RTC(GetProgramLog)
LKS_RTC(AddNameExpression) LKS_RTC(GetLoweredName) LKS_RTC(GetNumSupportedArchs) LKS_RTC(GetSupportedArchs)
#undef LKS_RTC
LKS_HOST const char *nvrtcGetErrorString(nvrtcResult);

enum hiprtcResult {
  HIPRTC_SUCCESS = 0, HIPRTC_ERROR_OUT_OF_MEMORY = 1, HIPRTC_ERROR_PROGRAM_CREATION_FAILURE = 2, HIPRTC_ERROR_INVALID_INPUT = 3,
  HIPRTC_ERROR_INVALID_PROGRAM = 4, HIPRTC_ERROR_INVALID_OPTION = 5, HIPRTC_ERROR_COMPILATION = 6,
  HIPRTC_ERROR_BUILTIN_OPERATION_FAILURE = 7, HIPRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION = 8,
  HIPRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION = 9, HIPRTC_ERROR_NAME_EXPRESSION_NOT_VALID = 10, HIPRTC_ERROR_INTERNAL_ERROR = 11,
  HIPRTC_ERROR_LINKING = 100,
};
typedef struct _hiprtcProgram *hiprtcProgram;
#define LKS_RTC(name) LKS_LIB(hiprtcResult, hiprtc##name)
LKS_RTC(Version) LKS_RTC(CreateProgram) LKS_RTC(DestroyProgram) LKS_RTC(CompileProgram) LKS_RTC(GetCodeSize) LKS_RTC(GetCode)
LKS_RTC(GetProgramLogSize) LKS_RTC(GetProgramLog) LKS_RTC(AddNameExpression) LKS_RTC(GetLoweredName)
#undef LKS_RTC
LKS_HOST const char *hiprtcGetErrorString(hiprtcResult);

} // extern "C++"
