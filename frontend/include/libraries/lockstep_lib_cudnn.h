// lockstep_lib_cudnn.h: cuDNN, served as <cudnn.h> and <cudnn_frontend.h>.
#pragma once
extern "C++" {
#include "lockstep_lib.h"
#include "lockstep_lib_types.h"
#include "lockstep_half.h"
#include "lockstep_bf16.h"

#define CUDNN_H_
#define CUDNN_MAJOR 8
#define CUDNN_MINOR 9
#define CUDNN_PATCHLEVEL 0
#define CUDNN_VERSION 8900
#define CUDNN_DIM_MAX 8
#define CUDNN_BN_MIN_EPSILON 0.0
#define CUDNN_SEV_ERROR_EN 2
enum cudnnStatus_t {
  CUDNN_STATUS_SUCCESS = 0, CUDNN_STATUS_NOT_INITIALIZED = 1, CUDNN_STATUS_ALLOC_FAILED = 2, CUDNN_STATUS_BAD_PARAM = 3,
  CUDNN_STATUS_INTERNAL_ERROR = 4, CUDNN_STATUS_INVALID_VALUE = 5, CUDNN_STATUS_ARCH_MISMATCH = 6, CUDNN_STATUS_MAPPING_ERROR = 7,
  CUDNN_STATUS_EXECUTION_FAILED = 8, CUDNN_STATUS_NOT_SUPPORTED = 9, CUDNN_STATUS_LICENSE_ERROR = 10,
  CUDNN_STATUS_RUNTIME_PREREQUISITE_MISSING = 11, CUDNN_STATUS_RUNTIME_IN_PROGRESS = 12, CUDNN_STATUS_RUNTIME_FP_OVERFLOW = 13,
  CUDNN_STATUS_VERSION_MISMATCH = 14,
};
enum cudnnDataType_t {
  CUDNN_DATA_FLOAT = 0, CUDNN_DATA_DOUBLE = 1, CUDNN_DATA_HALF = 2, CUDNN_DATA_INT8 = 3, CUDNN_DATA_INT32 = 4, CUDNN_DATA_INT8x4 = 5,
  CUDNN_DATA_UINT8 = 6, CUDNN_DATA_UINT8x4 = 7, CUDNN_DATA_INT8x32 = 8, CUDNN_DATA_BFLOAT16 = 9, CUDNN_DATA_INT64 = 10,
  CUDNN_DATA_BOOLEAN = 11, CUDNN_DATA_FP8_E4M3 = 12, CUDNN_DATA_FP8_E5M2 = 13, CUDNN_DATA_FAST_FLOAT_FOR_FP8 = 14,
};
enum cudnnMathType_t { CUDNN_DEFAULT_MATH, CUDNN_TENSOR_OP_MATH, CUDNN_TENSOR_OP_MATH_ALLOW_CONVERSION, CUDNN_FMA_MATH };
enum cudnnNanPropagation_t { CUDNN_NOT_PROPAGATE_NAN, CUDNN_PROPAGATE_NAN };
enum cudnnDeterminism_t { CUDNN_NON_DETERMINISTIC, CUDNN_DETERMINISTIC };
enum cudnnTensorFormat_t { CUDNN_TENSOR_NCHW, CUDNN_TENSOR_NHWC, CUDNN_TENSOR_NCHW_VECT_C };
enum cudnnOpTensorOp_t {
  CUDNN_OP_TENSOR_ADD, CUDNN_OP_TENSOR_MUL, CUDNN_OP_TENSOR_MIN, CUDNN_OP_TENSOR_MAX, CUDNN_OP_TENSOR_SQRT, CUDNN_OP_TENSOR_NOT,
};
enum cudnnReduceTensorOp_t {
  CUDNN_REDUCE_TENSOR_ADD, CUDNN_REDUCE_TENSOR_MUL, CUDNN_REDUCE_TENSOR_MIN, CUDNN_REDUCE_TENSOR_MAX, CUDNN_REDUCE_TENSOR_AMAX,
  CUDNN_REDUCE_TENSOR_AVG, CUDNN_REDUCE_TENSOR_NORM1, CUDNN_REDUCE_TENSOR_NORM2, CUDNN_REDUCE_TENSOR_MUL_NO_ZEROS,
};
enum cudnnReduceTensorIndices_t { CUDNN_REDUCE_TENSOR_NO_INDICES, CUDNN_REDUCE_TENSOR_FLATTENED_INDICES };
enum cudnnIndicesType_t { CUDNN_32BIT_INDICES, CUDNN_64BIT_INDICES, CUDNN_16BIT_INDICES, CUDNN_8BIT_INDICES };
enum cudnnSoftmaxAlgorithm_t { CUDNN_SOFTMAX_FAST, CUDNN_SOFTMAX_ACCURATE, CUDNN_SOFTMAX_LOG };
enum cudnnSoftmaxMode_t { CUDNN_SOFTMAX_MODE_INSTANCE, CUDNN_SOFTMAX_MODE_CHANNEL };
enum cudnnPoolingMode_t {
  CUDNN_POOLING_MAX, CUDNN_POOLING_AVERAGE_COUNT_INCLUDE_PADDING, CUDNN_POOLING_AVERAGE_COUNT_EXCLUDE_PADDING, CUDNN_POOLING_MAX_DETERMINISTIC,
};
enum cudnnActivationMode_t {
  CUDNN_ACTIVATION_SIGMOID, CUDNN_ACTIVATION_RELU, CUDNN_ACTIVATION_TANH, CUDNN_ACTIVATION_CLIPPED_RELU, CUDNN_ACTIVATION_ELU,
  CUDNN_ACTIVATION_IDENTITY, CUDNN_ACTIVATION_SWISH,
};
enum cudnnLRNMode_t { CUDNN_LRN_CROSS_CHANNEL_DIM1 };
enum cudnnDivNormMode_t { CUDNN_DIVNORM_PRECOMPUTED_MEANS };
enum cudnnBatchNormMode_t { CUDNN_BATCHNORM_PER_ACTIVATION, CUDNN_BATCHNORM_SPATIAL, CUDNN_BATCHNORM_SPATIAL_PERSISTENT };
enum cudnnBatchNormOps_t { CUDNN_BATCHNORM_OPS_BN, CUDNN_BATCHNORM_OPS_BN_ACTIVATION, CUDNN_BATCHNORM_OPS_BN_ADD_ACTIVATION };
enum cudnnNormMode_t { CUDNN_NORM_PER_ACTIVATION, CUDNN_NORM_PER_CHANNEL };
enum cudnnSamplerType_t { CUDNN_SAMPLER_BILINEAR };
enum cudnnConvolutionMode_t { CUDNN_CONVOLUTION, CUDNN_CROSS_CORRELATION };
enum cudnnReorderType_t { CUDNN_DEFAULT_REORDER, CUDNN_NO_REORDER };
enum cudnnConvolutionFwdAlgo_t {
  CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM, CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_PRECOMP_GEMM, CUDNN_CONVOLUTION_FWD_ALGO_GEMM,
  CUDNN_CONVOLUTION_FWD_ALGO_DIRECT, CUDNN_CONVOLUTION_FWD_ALGO_FFT, CUDNN_CONVOLUTION_FWD_ALGO_FFT_TILING,
  CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD, CUDNN_CONVOLUTION_FWD_ALGO_WINOGRAD_NONFUSED, CUDNN_CONVOLUTION_FWD_ALGO_COUNT,
};
enum cudnnConvolutionBwdFilterAlgo_t {
  CUDNN_CONVOLUTION_BWD_FILTER_ALGO_0, CUDNN_CONVOLUTION_BWD_FILTER_ALGO_1, CUDNN_CONVOLUTION_BWD_FILTER_ALGO_FFT,
  CUDNN_CONVOLUTION_BWD_FILTER_ALGO_3, CUDNN_CONVOLUTION_BWD_FILTER_ALGO_WINOGRAD, CUDNN_CONVOLUTION_BWD_FILTER_ALGO_WINOGRAD_NONFUSED,
  CUDNN_CONVOLUTION_BWD_FILTER_ALGO_FFT_TILING, CUDNN_CONVOLUTION_BWD_FILTER_ALGO_COUNT,
};
enum cudnnConvolutionBwdDataAlgo_t {
  CUDNN_CONVOLUTION_BWD_DATA_ALGO_0, CUDNN_CONVOLUTION_BWD_DATA_ALGO_1, CUDNN_CONVOLUTION_BWD_DATA_ALGO_FFT,
  CUDNN_CONVOLUTION_BWD_DATA_ALGO_FFT_TILING, CUDNN_CONVOLUTION_BWD_DATA_ALGO_WINOGRAD, CUDNN_CONVOLUTION_BWD_DATA_ALGO_WINOGRAD_NONFUSED,
  CUDNN_CONVOLUTION_BWD_DATA_ALGO_COUNT,
};
enum cudnnConvolutionFwdPreference_t {
  CUDNN_CONVOLUTION_FWD_NO_WORKSPACE, CUDNN_CONVOLUTION_FWD_PREFER_FASTEST, CUDNN_CONVOLUTION_FWD_SPECIFY_WORKSPACE_LIMIT,
};
enum cudnnConvolutionBwdFilterPreference_t {
  CUDNN_CONVOLUTION_BWD_FILTER_NO_WORKSPACE, CUDNN_CONVOLUTION_BWD_FILTER_PREFER_FASTEST,
  CUDNN_CONVOLUTION_BWD_FILTER_SPECIFY_WORKSPACE_LIMIT,
};
enum cudnnConvolutionBwdDataPreference_t {
  CUDNN_CONVOLUTION_BWD_DATA_NO_WORKSPACE, CUDNN_CONVOLUTION_BWD_DATA_PREFER_FASTEST, CUDNN_CONVOLUTION_BWD_DATA_SPECIFY_WORKSPACE_LIMIT,
};
#define LKS_PERF(name, algorithm)                                                                            \
  struct name { algorithm algo; cudnnStatus_t status; float time; size_t memory; cudnnDeterminism_t determinism; cudnnMathType_t mathType; int reserved[3]; };
LKS_PERF(cudnnConvolutionFwdAlgoPerf_t, cudnnConvolutionFwdAlgo_t)
LKS_PERF(cudnnConvolutionBwdFilterAlgoPerf_t, cudnnConvolutionBwdFilterAlgo_t)
LKS_PERF(cudnnConvolutionBwdDataAlgoPerf_t, cudnnConvolutionBwdDataAlgo_t)
#undef LKS_PERF
enum cudnnRNNMode_t { CUDNN_RNN_RELU, CUDNN_RNN_TANH, CUDNN_LSTM, CUDNN_GRU };
enum cudnnForwardMode_t { CUDNN_FWD_MODE_INFERENCE, CUDNN_FWD_MODE_TRAINING };
enum cudnnRNNBiasMode_t { CUDNN_RNN_NO_BIAS, CUDNN_RNN_SINGLE_INP_BIAS, CUDNN_RNN_DOUBLE_BIAS, CUDNN_RNN_SINGLE_REC_BIAS };
enum cudnnDirectionMode_t { CUDNN_UNIDIRECTIONAL, CUDNN_BIDIRECTIONAL };
enum cudnnRNNInputMode_t { CUDNN_LINEAR_INPUT, CUDNN_SKIP_INPUT };
enum cudnnRNNAlgo_t { CUDNN_RNN_ALGO_STANDARD, CUDNN_RNN_ALGO_PERSIST_STATIC, CUDNN_RNN_ALGO_PERSIST_DYNAMIC };
enum cudnnRNNDataLayout_t {
  CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_UNPACKED, CUDNN_RNN_DATA_LAYOUT_SEQ_MAJOR_PACKED, CUDNN_RNN_DATA_LAYOUT_BATCH_MAJOR_UNPACKED,
};
enum cudnnCTCLossAlgo_t { CUDNN_CTC_LOSS_ALGO_DETERMINISTIC, CUDNN_CTC_LOSS_ALGO_NON_DETERMINISTIC };
enum cudnnWgradMode_t { CUDNN_WGRAD_MODE_ADD, CUDNN_WGRAD_MODE_SET };
#define LKS_OPAQUE(name) typedef struct lks_##name *name;
typedef struct cudnnContext *cudnnHandle_t;
LKS_OPAQUE(cudnnTensorDescriptor_t) LKS_OPAQUE(cudnnFilterDescriptor_t) LKS_OPAQUE(cudnnConvolutionDescriptor_t)
LKS_OPAQUE(cudnnPoolingDescriptor_t) LKS_OPAQUE(cudnnActivationDescriptor_t) LKS_OPAQUE(cudnnLRNDescriptor_t)
LKS_OPAQUE(cudnnOpTensorDescriptor_t) LKS_OPAQUE(cudnnReduceTensorDescriptor_t) LKS_OPAQUE(cudnnTensorTransformDescriptor_t)
LKS_OPAQUE(cudnnDropoutDescriptor_t) LKS_OPAQUE(cudnnSpatialTransformerDescriptor_t) LKS_OPAQUE(cudnnRNNDescriptor_t)
LKS_OPAQUE(cudnnRNNDataDescriptor_t) LKS_OPAQUE(cudnnSeqDataDescriptor_t) LKS_OPAQUE(cudnnAttnDescriptor_t)
LKS_OPAQUE(cudnnCTCLossDescriptor_t) LKS_OPAQUE(cudnnPersistentRNNPlan_t) LKS_OPAQUE(cudnnBackendDescriptor_t)
#undef LKS_OPAQUE

#define LKS_DNN(name) LKS_LIB(cudnnStatus_t, cudnn##name)
#define LKS_DESCRIPTOR(name) LKS_DNN(Create##name##Descriptor) LKS_DNN(Destroy##name##Descriptor) LKS_DNN(Set##name##Descriptor) \
  LKS_DNN(Get##name##Descriptor)
LKS_DNN(Create) LKS_DNN(Destroy) LKS_DNN(SetStream) LKS_DNN(GetStream) LKS_DNN(GetProperty) LKS_DNN(QueryRuntimeError)
LKS_DESCRIPTOR(Tensor) LKS_DESCRIPTOR(Filter) LKS_DESCRIPTOR(Convolution) LKS_DESCRIPTOR(Pooling) LKS_DESCRIPTOR(Activation)
LKS_DESCRIPTOR(LRN) LKS_DESCRIPTOR(OpTensor) LKS_DESCRIPTOR(ReduceTensor) LKS_DESCRIPTOR(TensorTransform) LKS_DESCRIPTOR(Dropout)
LKS_DESCRIPTOR(SpatialTransformer) LKS_DESCRIPTOR(RNN) LKS_DESCRIPTOR(RNNData) LKS_DESCRIPTOR(SeqData) LKS_DESCRIPTOR(Attn)
LKS_DESCRIPTOR(CTCLoss)
LKS_DNN(SetTensor4dDescriptor) LKS_DNN(SetTensor4dDescriptorEx) LKS_DNN(GetTensor4dDescriptor) LKS_DNN(SetTensorNdDescriptor)
LKS_DNN(SetTensorNdDescriptorEx) LKS_DNN(GetTensorNdDescriptor) LKS_DNN(GetTensorSizeInBytes) LKS_DNN(TransformTensor)
LKS_DNN(TransformTensorEx) LKS_DNN(AddTensor) LKS_DNN(OpTensor) LKS_DNN(ReduceTensor) LKS_DNN(GetReductionIndicesSize)
LKS_DNN(GetReductionWorkspaceSize) LKS_DNN(SetTensor) LKS_DNN(ScaleTensor) LKS_DNN(SetFilter4dDescriptor) LKS_DNN(GetFilter4dDescriptor)
LKS_DNN(SetFilterNdDescriptor) LKS_DNN(GetFilterNdDescriptor) LKS_DNN(GetFilterSizeInBytes) LKS_DNN(SoftmaxForward)
LKS_DNN(SoftmaxBackward) LKS_DNN(SetPooling2dDescriptor) LKS_DNN(GetPooling2dDescriptor) LKS_DNN(SetPoolingNdDescriptor)
LKS_DNN(GetPooling2dForwardOutputDim) LKS_DNN(GetPoolingNdForwardOutputDim) LKS_DNN(PoolingForward) LKS_DNN(PoolingBackward)
LKS_DNN(ActivationForward) LKS_DNN(ActivationBackward) LKS_DNN(LRNCrossChannelForward) LKS_DNN(LRNCrossChannelBackward)
LKS_DNN(DivisiveNormalizationForward) LKS_DNN(DivisiveNormalizationBackward) LKS_DNN(DeriveBNTensorDescriptor)
LKS_DNN(BatchNormalizationForwardInference) LKS_DNN(BatchNormalizationForwardTraining) LKS_DNN(BatchNormalizationForwardTrainingEx)
LKS_DNN(BatchNormalizationBackward) LKS_DNN(BatchNormalizationBackwardEx) LKS_DNN(DropoutGetStatesSize)
LKS_DNN(GetBatchNormalizationForwardTrainingExWorkspaceSize) LKS_DNN(GetBatchNormalizationBackwardExWorkspaceSize)
LKS_DNN(GetBatchNormalizationTrainingExReserveSpaceSize)
LKS_DNN(DropoutGetReserveSpaceSize) LKS_DNN(RestoreDropoutDescriptor) LKS_DNN(DropoutForward) LKS_DNN(DropoutBackward)
LKS_DNN(SetSpatialTransformerNdDescriptor) LKS_DNN(SpatialTfGridGeneratorForward) LKS_DNN(SpatialTfSamplerForward)
LKS_DNN(SetConvolution2dDescriptor) LKS_DNN(GetConvolution2dDescriptor) LKS_DNN(SetConvolutionNdDescriptor)
LKS_DNN(GetConvolutionNdDescriptor) LKS_DNN(SetConvolutionMathType) LKS_DNN(GetConvolutionMathType) LKS_DNN(SetConvolutionGroupCount)
LKS_DNN(GetConvolutionGroupCount) LKS_DNN(SetConvolutionReorderType) LKS_DNN(GetConvolution2dForwardOutputDim)
LKS_DNN(GetConvolutionNdForwardOutputDim) LKS_DNN(ConvolutionBiasActivationForward) LKS_DNN(Im2Col) LKS_DNN(ConvolutionBackwardBias)
#define LKS_CONVOLUTION(name) LKS_DNN(Convolution##name) LKS_DNN(FindConvolution##name##Algorithm) \
  LKS_DNN(FindConvolution##name##AlgorithmEx) LKS_DNN(GetConvolution##name##Algorithm) LKS_DNN(GetConvolution##name##Algorithm_v7) \
  LKS_DNN(GetConvolution##name##AlgorithmMaxCount) LKS_DNN(GetConvolution##name##WorkspaceSize)
LKS_CONVOLUTION(Forward) LKS_CONVOLUTION(BackwardData) LKS_CONVOLUTION(BackwardFilter)
LKS_DNN(SetRNNDescriptor_v6) LKS_DNN(SetRNNDescriptor_v8) LKS_DNN(SetRNNMatrixMathType) LKS_DNN(SetRNNBiasMode) LKS_DNN(GetRNNWorkspaceSize)
LKS_DNN(GetRNNTrainingReserveSize) LKS_DNN(GetRNNParamsSize) LKS_DNN(GetRNNTempSpaceSizes) LKS_DNN(GetRNNWeightSpaceSize)
LKS_DNN(GetRNNWeightParams) LKS_DNN(GetRNNLinLayerMatrixParams) LKS_DNN(GetRNNLinLayerBiasParams) LKS_DNN(RNNForwardInference)
LKS_DNN(RNNForwardTraining) LKS_DNN(RNNForward) LKS_DNN(RNNBackwardData) LKS_DNN(RNNBackwardData_v8) LKS_DNN(RNNBackwardWeights)
LKS_DNN(RNNBackwardWeights_v8) LKS_DNN(CreatePersistentRNNPlan) LKS_DNN(SetPersistentRNNPlan) LKS_DNN(DestroyPersistentRNNPlan)
LKS_DNN(GetMultiHeadAttnBuffers) LKS_DNN(GetMultiHeadAttnWeights) LKS_DNN(MultiHeadAttnForward) LKS_DNN(MultiHeadAttnBackwardData)
LKS_DNN(MultiHeadAttnBackwardWeights) LKS_DNN(SetCTCLossDescriptorEx) LKS_DNN(CTCLoss) LKS_DNN(GetCTCLossWorkspaceSize)
LKS_DNN(BackendCreateDescriptor) LKS_DNN(BackendDestroyDescriptor) LKS_DNN(BackendInitialize) LKS_DNN(BackendFinalize)
LKS_DNN(BackendSetAttribute) LKS_DNN(BackendGetAttribute) LKS_DNN(BackendExecute)
#undef LKS_DNN
#undef LKS_DESCRIPTOR
#undef LKS_CONVOLUTION
LKS_HOST const char *cudnnGetErrorString(cudnnStatus_t);
LKS_HOST size_t cudnnGetVersion();
LKS_HOST size_t cudnnGetCudartVersion();

namespace cudnn_frontend {
namespace graph {}
} // namespace cudnn_frontend

} // extern "C++"
