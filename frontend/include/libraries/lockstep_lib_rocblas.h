// lockstep_lib_rocblas.h: rocBLAS and rocSOLVER, served as <rocblas/rocblas.h> and <rocsolver/rocsolver.h>.
#pragma once
extern "C++" {
#include "lockstep_hip.h"
#include "lockstep_lib_hip_types.h"

enum rocblas_status {
  rocblas_status_success = 0, rocblas_status_invalid_handle = 1, rocblas_status_not_implemented = 2, rocblas_status_invalid_pointer = 3,
  rocblas_status_invalid_size = 4, rocblas_status_memory_error = 5, rocblas_status_internal_error = 6, rocblas_status_perf_degraded = 7,
  rocblas_status_size_query_mismatch = 8, rocblas_status_size_increased = 9, rocblas_status_size_unchanged = 10,
  rocblas_status_invalid_value = 11, rocblas_status_continue = 12, rocblas_status_check_numerics_fail = 13,
  rocblas_status_excluded_from_build = 14, rocblas_status_arch_mismatch = 15,
};
enum rocblas_operation { rocblas_operation_none = 111, rocblas_operation_transpose = 112, rocblas_operation_conjugate_transpose = 113 };
enum rocblas_fill { rocblas_fill_upper = 121, rocblas_fill_lower = 122, rocblas_fill_full = 123 };
enum rocblas_diagonal { rocblas_diagonal_non_unit = 131, rocblas_diagonal_unit = 132 };
enum rocblas_side { rocblas_side_left = 141, rocblas_side_right = 142, rocblas_side_both = 143 };
enum rocblas_datatype {
  rocblas_datatype_f16_r = 150, rocblas_datatype_f32_r = 151, rocblas_datatype_f64_r = 152, rocblas_datatype_f16_c = 153,
  rocblas_datatype_f32_c = 154, rocblas_datatype_f64_c = 155, rocblas_datatype_i8_r = 160, rocblas_datatype_u8_r = 161,
  rocblas_datatype_i32_r = 162, rocblas_datatype_u32_r = 163, rocblas_datatype_i8_c = 164, rocblas_datatype_u8_c = 165,
  rocblas_datatype_i32_c = 166, rocblas_datatype_u32_c = 167, rocblas_datatype_bf16_r = 168, rocblas_datatype_bf16_c = 169,
};
enum rocblas_pointer_mode { rocblas_pointer_mode_host, rocblas_pointer_mode_device };
enum rocblas_atomics_mode { rocblas_atomics_not_allowed, rocblas_atomics_allowed };
enum rocblas_gemm_algo { rocblas_gemm_algo_standard = 0, rocblas_gemm_algo_solution_index = 1 };
enum rocblas_gemm_flags { rocblas_gemm_flags_none = 0, rocblas_gemm_flags_use_cu_efficiency = 2, rocblas_gemm_flags_fp16_alt_impl = 4 };
enum rocblas_layer_mode { rocblas_layer_mode_none = 0, rocblas_layer_mode_log_trace = 1, rocblas_layer_mode_log_bench = 2 };
enum rocblas_evect { rocblas_evect_original = 211, rocblas_evect_tridiagonal = 212, rocblas_evect_none = 213 };
enum rocblas_eform { rocblas_eform_ax = 221, rocblas_eform_abx = 222, rocblas_eform_bax = 223 };
enum rocblas_svect { rocblas_svect_all = 191, rocblas_svect_singular = 192, rocblas_svect_overwrite = 193, rocblas_svect_none = 194 };
enum rocblas_workmode { rocblas_outofplace = 201, rocblas_inplace = 202 };
enum rocblas_storev { rocblas_column_wise = 181, rocblas_row_wise = 182 };
enum rocblas_direct { rocblas_forward_direction = 171, rocblas_backward_direction = 172 };
typedef struct _rocblas_handle *rocblas_handle;
typedef int rocblas_int;
typedef long long rocblas_stride;
typedef float rocblas_float;
typedef double rocblas_double;
typedef float2 rocblas_float_complex;
typedef double2 rocblas_double_complex;
typedef _Float16 rocblas_half;
struct rocblas_bfloat16 { unsigned short data; };
#define LKS_ROC(name) LKS_LIB(rocblas_status, rocblas_##name)
#define LKS_EACH(name) LKS_ROC(name) LKS_ROC(name##_batched) LKS_ROC(name##_strided_batched)
#define LKS_SD(name) LKS_EACH(s##name) LKS_EACH(d##name)
#define LKS_CZ(name) LKS_EACH(c##name) LKS_EACH(z##name)
#define LKS_SDCZ(name) LKS_SD(name) LKS_CZ(name)
LKS_ROC(create_handle) LKS_ROC(destroy_handle) LKS_ROC(set_stream) LKS_ROC(get_stream) LKS_ROC(set_pointer_mode)
LKS_ROC(get_pointer_mode) LKS_ROC(set_atomics_mode) LKS_ROC(get_atomics_mode) LKS_ROC(set_math_mode) LKS_ROC(get_math_mode)
LKS_ROC(set_vector) LKS_ROC(get_vector) LKS_ROC(set_vector_async) LKS_ROC(get_vector_async) LKS_ROC(set_matrix) LKS_ROC(get_matrix)
LKS_ROC(set_matrix_async) LKS_ROC(get_matrix_async) LKS_ROC(set_workspace) LKS_ROC(get_version_string)
LKS_ROC(get_version_string_size) LKS_ROC(start_device_memory_size_query) LKS_ROC(stop_device_memory_size_query)
LKS_ROC(get_device_memory_size) LKS_ROC(set_device_memory_size)
LKS_SDCZ(copy) LKS_SDCZ(swap) LKS_SDCZ(axpy) LKS_SDCZ(scal) LKS_SDCZ(rot) LKS_SDCZ(rotg) LKS_SD(rotm) LKS_SD(rotmg) LKS_SD(dot)
LKS_CZ(dotu) LKS_CZ(dotc) LKS_SD(nrm2) LKS_SD(asum) LKS_EACH(scnrm2) LKS_EACH(dznrm2) LKS_EACH(scasum) LKS_EACH(dzasum)
LKS_EACH(csscal) LKS_EACH(zdscal) LKS_EACH(isamax) LKS_EACH(idamax) LKS_EACH(icamax) LKS_EACH(izamax) LKS_EACH(isamin) LKS_EACH(idamin)
LKS_EACH(haxpy) LKS_EACH(hdot) LKS_EACH(bfdot)
LKS_SDCZ(gemv) LKS_SDCZ(gbmv) LKS_SDCZ(trmv) LKS_SDCZ(tbmv) LKS_SDCZ(tpmv) LKS_SDCZ(trsv) LKS_SDCZ(tpsv) LKS_SDCZ(tbsv) LKS_SDCZ(symv)
LKS_SD(sbmv) LKS_SD(spmv) LKS_SD(ger) LKS_SDCZ(syr) LKS_SDCZ(spr) LKS_SDCZ(syr2) LKS_SD(spr2) LKS_CZ(hemv) LKS_CZ(hbmv) LKS_CZ(hpmv)
LKS_CZ(geru) LKS_CZ(gerc) LKS_CZ(her) LKS_CZ(hpr) LKS_CZ(her2) LKS_CZ(hpr2)
LKS_SDCZ(gemm) LKS_EACH(hgemm) LKS_SDCZ(symm) LKS_SDCZ(syrk) LKS_SDCZ(syr2k) LKS_SDCZ(syrkx) LKS_SDCZ(trmm) LKS_SDCZ(trsm)
LKS_SDCZ(trtri) LKS_SDCZ(dgmm) LKS_SDCZ(geam) LKS_CZ(hemm) LKS_CZ(herk) LKS_CZ(her2k) LKS_CZ(herkx)
#define LKS_EX(name) LKS_ROC(name##_ex) LKS_ROC(name##_batched_ex) LKS_ROC(name##_strided_batched_ex)
LKS_EX(gemm) LKS_EX(axpy) LKS_EX(dot) LKS_EX(dotc) LKS_EX(nrm2) LKS_EX(rot) LKS_EX(scal) LKS_EX(trsm)
#undef LKS_EX
#undef LKS_ROC
#define LKS_ROC(name) LKS_LIB(rocblas_status, rocsolver_##name)
LKS_SDCZ(getrf) LKS_SDCZ(getrf_npvt) LKS_SDCZ(getrs) LKS_SDCZ(getri) LKS_SDCZ(gesv) LKS_SDCZ(geqrf) LKS_SDCZ(geqr2) LKS_SDCZ(gelqf)
LKS_SDCZ(gels) LKS_SDCZ(potrf) LKS_SDCZ(potf2) LKS_SDCZ(potrs) LKS_SDCZ(potri) LKS_SDCZ(posv) LKS_SDCZ(gebrd) LKS_SDCZ(gesvd)
LKS_SDCZ(gesvdj) LKS_SDCZ(laswp) LKS_SDCZ(bdsqr) LKS_SDCZ(steqr) LKS_SDCZ(stedc) LKS_SD(orgqr) LKS_CZ(ungqr) LKS_SD(ormqr)
LKS_CZ(unmqr) LKS_SD(orgbr) LKS_CZ(ungbr) LKS_SD(sytrd) LKS_CZ(hetrd) LKS_SD(syev) LKS_CZ(heev) LKS_SD(syevd) LKS_CZ(heevd)
LKS_SD(syevj) LKS_CZ(heevj) LKS_SD(sygv) LKS_CZ(hegv) LKS_SDCZ(sytrf)
#undef LKS_ROC
#undef LKS_EACH
#undef LKS_SD
#undef LKS_CZ
#undef LKS_SDCZ
LKS_HOST const char *rocblas_status_to_string(rocblas_status);
LKS_HOST void rocblas_initialize();

} // extern "C++"
