// lockstep_lib_hip_fft.h: hipFFT and rocFFT, served as <hipfft/hipfft.h> and <rocfft/rocfft.h>.
#pragma once
extern "C++" {
#include "lockstep_hip.h"
#include "lockstep_lib_hip_types.h"

enum hipfftResult_t {
  HIPFFT_SUCCESS = 0, HIPFFT_INVALID_PLAN = 1, HIPFFT_ALLOC_FAILED = 2, HIPFFT_INVALID_TYPE = 3, HIPFFT_INVALID_VALUE = 4,
  HIPFFT_INTERNAL_ERROR = 5, HIPFFT_EXEC_FAILED = 6, HIPFFT_SETUP_FAILED = 7, HIPFFT_INVALID_SIZE = 8, HIPFFT_UNALIGNED_DATA = 9,
  HIPFFT_INCOMPLETE_PARAMETER_LIST = 10, HIPFFT_INVALID_DEVICE = 11, HIPFFT_PARSE_ERROR = 12, HIPFFT_NO_WORKSPACE = 13,
  HIPFFT_NOT_IMPLEMENTED = 14, HIPFFT_NOT_SUPPORTED = 16,
};
typedef hipfftResult_t hipfftResult;
enum hipfftType_t { HIPFFT_R2C = 0x2a, HIPFFT_C2R = 0x2c, HIPFFT_C2C = 0x29, HIPFFT_D2Z = 0x6a, HIPFFT_Z2D = 0x6c, HIPFFT_Z2Z = 0x69 };
typedef hipfftType_t hipfftType;
#define HIPFFT_FORWARD (-1)
#define HIPFFT_BACKWARD 1
typedef struct hipfftHandle_t *hipfftHandle;
typedef float hipfftReal;
typedef double hipfftDoubleReal;
typedef float2 hipfftComplex;
typedef double2 hipfftDoubleComplex;
#define LKS_FFT(name) LKS_LIB(hipfftResult, hipfft##name)
#include "lockstep_lib_fft_names.h"
#undef LKS_FFT

enum rocfft_status { rocfft_status_success, rocfft_status_failure, rocfft_status_invalid_arg_value, rocfft_status_invalid_dimensions };
enum rocfft_transform_type {
  rocfft_transform_type_complex_forward, rocfft_transform_type_complex_inverse, rocfft_transform_type_real_forward,
  rocfft_transform_type_real_inverse,
};
enum rocfft_precision { rocfft_precision_single, rocfft_precision_double, rocfft_precision_half };
enum rocfft_result_placement { rocfft_placement_inplace, rocfft_placement_notinplace };
enum rocfft_array_type {
  rocfft_array_type_complex_interleaved, rocfft_array_type_complex_planar, rocfft_array_type_real,
  rocfft_array_type_hermitian_interleaved, rocfft_array_type_hermitian_planar, rocfft_array_type_unset,
};
typedef struct rocfft_plan_t *rocfft_plan;
typedef struct rocfft_plan_description_t *rocfft_plan_description;
typedef struct rocfft_execution_info_t *rocfft_execution_info;
#define LKS_ROC(name) LKS_LIB(rocfft_status, rocfft_##name)
LKS_ROC(setup) LKS_ROC(cleanup) LKS_ROC(plan_create) LKS_ROC(execute) LKS_ROC(plan_destroy) LKS_ROC(plan_description_create)
LKS_ROC(plan_description_destroy) LKS_ROC(plan_description_set_data_layout) LKS_ROC(plan_description_set_scale_factor)
LKS_ROC(plan_get_work_buffer_size) LKS_ROC(plan_get_print) LKS_ROC(execution_info_create) LKS_ROC(execution_info_destroy)
LKS_ROC(execution_info_set_work_buffer) LKS_ROC(execution_info_set_stream)
#undef LKS_ROC

} // extern "C++"
