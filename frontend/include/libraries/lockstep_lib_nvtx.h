// lockstep_lib_nvtx.h: marks for profilers, served as <nvToolsExt.h>, <nvtx3/*> and <roctx.h>.
#pragma once
extern "C++" {
#include "lockstep_lib.h"

#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((unsigned short)sizeof(nvtxEventAttributes_t))
enum nvtxColorType_t { NVTX_COLOR_UNKNOWN, NVTX_COLOR_ARGB };
enum nvtxMessageType_t { NVTX_MESSAGE_UNKNOWN, NVTX_MESSAGE_TYPE_ASCII, NVTX_MESSAGE_TYPE_UNICODE, NVTX_MESSAGE_TYPE_REGISTERED };
enum nvtxPayloadType_t {
  NVTX_PAYLOAD_UNKNOWN, NVTX_PAYLOAD_TYPE_UNSIGNED_INT64, NVTX_PAYLOAD_TYPE_INT64, NVTX_PAYLOAD_TYPE_DOUBLE,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT32, NVTX_PAYLOAD_TYPE_INT32, NVTX_PAYLOAD_TYPE_FLOAT,
};
typedef unsigned long long nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st *nvtxStringHandle_t;
union nvtxMessageValue_t { const char *ascii; const wchar_t *unicode; nvtxStringHandle_t registered; };
struct nvtxEventAttributes_v2 {
  unsigned short version, size;
  unsigned category;
  int colorType;
  unsigned color;
  int payloadType, reserved0;
  union payload_t { unsigned long long ullValue; long long llValue; double dValue; unsigned uiValue; int iValue; float fValue; } payload;
  int messageType;
  nvtxMessageValue_t message;
};
typedef nvtxEventAttributes_v2 nvtxEventAttributes_t;
#define LKS_NVTX(result, name) LKS_LIB(result, nvtx##name)
LKS_NVTX(int, RangePushA) LKS_NVTX(int, RangePushW) LKS_NVTX(int, RangePush) LKS_NVTX(int, RangePushEx) LKS_NVTX(int, RangePop)
LKS_NVTX(nvtxRangeId_t, RangeStartA) LKS_NVTX(nvtxRangeId_t, RangeStart) LKS_NVTX(nvtxRangeId_t, RangeStartEx) LKS_NVTX(void, RangeEnd)
LKS_NVTX(void, MarkA) LKS_NVTX(void, Mark) LKS_NVTX(void, MarkEx) LKS_NVTX(void, Initialize) LKS_NVTX(void, NameOsThreadA)
LKS_NVTX(void, NameOsThread) LKS_NVTX(void, NameCategoryA) LKS_NVTX(void, NameCategory) LKS_NVTX(nvtxDomainHandle_t, DomainCreateA)
LKS_NVTX(nvtxDomainHandle_t, DomainCreate) LKS_NVTX(void, DomainDestroy) LKS_NVTX(int, DomainRangePushEx) LKS_NVTX(int, DomainRangePop)
LKS_NVTX(nvtxRangeId_t, DomainRangeStartEx) LKS_NVTX(void, DomainRangeEnd) LKS_NVTX(void, DomainMarkEx)
LKS_NVTX(nvtxStringHandle_t, DomainRegisterStringA) LKS_NVTX(void, NameCudaDeviceA) LKS_NVTX(void, NameCudaStreamA)
LKS_NVTX(void, NameCudaEventA)
#undef LKS_NVTX
LKS_LIB(int, roctxRangePush) LKS_LIB(int, roctxRangePushA) LKS_LIB(int, roctxRangePop) LKS_LIB(void, roctxMark) LKS_LIB(void, roctxMarkA)
LKS_LIB(unsigned long long, roctxRangeStart) LKS_LIB(unsigned long long, roctxRangeStartA) LKS_LIB(void, roctxRangeStop)

namespace nvtx3 {
struct rgb { rgb(int, int, int); };
struct argb { argb(int, int, int, int); };
struct color { explicit color(unsigned); color(rgb); color(argb); };
struct category { explicit category(unsigned); };
struct message { message(const char *); };
struct payload { template <class T> explicit payload(T); };
struct event_attributes { template <class... T> explicit event_attributes(T &&...); };
namespace domain { struct global; }
template <class D = domain::global> struct scoped_range_in { template <class... T> explicit scoped_range_in(T &&...); ~scoped_range_in(); };
typedef scoped_range_in<> scoped_range;
struct thread_range { template <class... T> explicit thread_range(T &&...); ~thread_range(); };
template <class... T> void mark(T &&...);
} // namespace nvtx3
#define NVTX3_FUNC_RANGE() ::nvtx3::scoped_range lks_nvtx_range(__func__)
#define NVTX3_FUNC_RANGE_IN(D) ::nvtx3::scoped_range_in<D> lks_nvtx_range(__func__)

} // extern "C++"
