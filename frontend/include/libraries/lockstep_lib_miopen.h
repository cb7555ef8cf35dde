// lockstep_lib_miopen.h: MIOpen, served as <miopen/miopen.h>.
#pragma once
extern "C++" {
#include "lockstep_hip.h"

enum miopenStatus_t {
  miopenStatusSuccess = 0, miopenStatusNotInitialized = 1, miopenStatusInvalidValue = 2, miopenStatusBadParm = 3, miopenStatusAllocFailed = 4,
  miopenStatusInternalError = 5, miopenStatusNotImplemented = 6, miopenStatusUnknownError = 7, miopenStatusUnsupportedOp = 8,
};
enum miopenDataType_t {
  miopenHalf = 0, miopenFloat = 1, miopenInt32 = 2, miopenInt8 = 3, miopenBFloat16 = 5, miopenDouble = 6, miopenFloat8 = 7, miopenBFloat8 = 8,
};
enum miopenTensorOp_t { miopenTensorOpAdd, miopenTensorOpMul, miopenTensorOpMin, miopenTensorOpMax };
enum miopenConvolutionMode_t { miopenConvolution, miopenTranspose, miopenGroupConv, miopenDepthwise };
enum miopenPaddingMode_t { miopenPaddingDefault, miopenPaddingSame, miopenPaddingValid };
enum miopenPoolingMode_t { miopenPoolingMax, miopenPoolingAverage, miopenPoolingAverageInclusive };
enum miopenLRNMode_t { miopenLRNWithinChannel, miopenLRNCrossChannel };
enum miopenBatchNormMode_t { miopenBNPerActivation, miopenBNSpatial };
enum miopenActivationMode_t {
  miopenActivationPASTHRU, miopenActivationLOGISTIC, miopenActivationTANH, miopenActivationRELU, miopenActivationSOFTRELU,
  miopenActivationABS, miopenActivationPOWER, miopenActivationCLIPPEDRELU, miopenActivationLEAKYRELU, miopenActivationELU,
};
enum miopenSoftmaxAlgorithm_t { MIOPEN_SOFTMAX_FAST, MIOPEN_SOFTMAX_ACCURATE, MIOPEN_SOFTMAX_LOG };
enum miopenSoftmaxMode_t { MIOPEN_SOFTMAX_MODE_INSTANCE, MIOPEN_SOFTMAX_MODE_CHANNEL };
enum miopenConvFwdAlgorithm_t {
  miopenConvolutionFwdAlgoGEMM = 0, miopenConvolutionFwdAlgoDirect = 1, miopenConvolutionFwdAlgoFFT = 2, miopenConvolutionFwdAlgoWinograd = 3,
  miopenConvolutionFwdAlgoImplicitGEMM = 5,
};
enum miopenConvBwdWeightsAlgorithm_t { miopenConvolutionBwdWeightsAlgoGEMM = 0, miopenConvolutionBwdWeightsAlgoDirect = 1 };
enum miopenConvBwdDataAlgorithm_t { miopenConvolutionBwdDataAlgoGEMM = 0, miopenConvolutionBwdDataAlgoDirect = 1 };
struct miopenConvAlgoPerf_t {
  union { miopenConvFwdAlgorithm_t fwd_algo; miopenConvBwdWeightsAlgorithm_t bwd_weights_algo; miopenConvBwdDataAlgorithm_t bwd_data_algo; };
  float time;
  size_t memory;
};
typedef struct miopenHandle *miopenHandle_t;
typedef struct miopenTensorDescriptor *miopenTensorDescriptor_t;
typedef struct miopenConvolutionDescriptor *miopenConvolutionDescriptor_t;
typedef struct miopenPoolingDescriptor *miopenPoolingDescriptor_t;
typedef struct miopenActivationDescriptor *miopenActivationDescriptor_t;
typedef struct miopenLRNDescriptor *miopenLRNDescriptor_t;
typedef struct miopenRNNDescriptor *miopenRNNDescriptor_t;
typedef struct miopenDropoutDescriptor *miopenDropoutDescriptor_t;
#define LKS_MIOPEN(name) LKS_LIB(miopenStatus_t, miopen##name)
#define LKS_DESCRIPTOR(name) LKS_MIOPEN(Create##name##Descriptor) LKS_MIOPEN(Destroy##name##Descriptor) LKS_MIOPEN(Set##name##Descriptor) \
  LKS_MIOPEN(Get##name##Descriptor)
LKS_MIOPEN(Create) LKS_MIOPEN(CreateWithStream) LKS_MIOPEN(Destroy) LKS_MIOPEN(SetStream) LKS_MIOPEN(GetStream) LKS_MIOPEN(GetVersion)
LKS_MIOPEN(EnableProfiling) LKS_MIOPEN(GetKernelTime)
LKS_DESCRIPTOR(Tensor) LKS_DESCRIPTOR(Convolution) LKS_DESCRIPTOR(Pooling) LKS_DESCRIPTOR(Activation) LKS_DESCRIPTOR(LRN)
LKS_DESCRIPTOR(RNN) LKS_DESCRIPTOR(Dropout)
LKS_MIOPEN(Set4dTensorDescriptor) LKS_MIOPEN(Get4dTensorDescriptor) LKS_MIOPEN(GetTensorNumBytes) LKS_MIOPEN(OpTensor) LKS_MIOPEN(SetTensor)
LKS_MIOPEN(ScaleTensor) LKS_MIOPEN(TransformTensor) LKS_MIOPEN(InitConvolutionDescriptor) LKS_MIOPEN(InitConvolutionNdDescriptor)
LKS_MIOPEN(SetConvolutionGroupCount) LKS_MIOPEN(GetConvolutionForwardOutputDim) LKS_MIOPEN(ConvolutionForwardGetWorkSpaceSize)
LKS_MIOPEN(FindConvolutionForwardAlgorithm) LKS_MIOPEN(ConvolutionForward) LKS_MIOPEN(ConvolutionForwardBias)
LKS_MIOPEN(ConvolutionBackwardDataGetWorkSpaceSize) LKS_MIOPEN(FindConvolutionBackwardDataAlgorithm) LKS_MIOPEN(ConvolutionBackwardData)
LKS_MIOPEN(ConvolutionBackwardWeightsGetWorkSpaceSize) LKS_MIOPEN(FindConvolutionBackwardWeightsAlgorithm)
LKS_MIOPEN(ConvolutionBackwardWeights) LKS_MIOPEN(ConvolutionBackwardBias) LKS_MIOPEN(Set2dPoolingDescriptor)
LKS_MIOPEN(GetPoolingForwardOutputDim) LKS_MIOPEN(PoolingGetWorkSpaceSize) LKS_MIOPEN(PoolingForward) LKS_MIOPEN(PoolingBackward)
LKS_MIOPEN(LRNForward) LKS_MIOPEN(LRNBackward) LKS_MIOPEN(DeriveBNTensorDescriptor) LKS_MIOPEN(BatchNormalizationForwardTraining)
LKS_MIOPEN(BatchNormalizationForwardInference) LKS_MIOPEN(BatchNormalizationBackward) LKS_MIOPEN(ActivationForward)
LKS_MIOPEN(ActivationBackward) LKS_MIOPEN(SoftmaxForward) LKS_MIOPEN(SoftmaxForward_V2) LKS_MIOPEN(SoftmaxBackward) LKS_MIOPEN(SoftmaxBackward_V2)
#undef LKS_MIOPEN
#undef LKS_DESCRIPTOR
LKS_HOST const char *miopenGetErrorString(miopenStatus_t);

} // extern "C++"
