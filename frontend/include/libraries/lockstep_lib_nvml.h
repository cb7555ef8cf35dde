// lockstep_lib_nvml.h: NVML, served as <nvml.h>.
#pragma once
extern "C++" {
#include "lockstep_lib.h"

#define NVML_API_VERSION 12
#define NVML_DEVICE_NAME_BUFFER_SIZE 64
#define NVML_DEVICE_NAME_V2_BUFFER_SIZE 96
#define NVML_DEVICE_UUID_BUFFER_SIZE 80
#define NVML_DEVICE_UUID_V2_BUFFER_SIZE 96
#define NVML_DEVICE_SERIAL_BUFFER_SIZE 30
#define NVML_DEVICE_PCI_BUS_ID_BUFFER_SIZE 32
#define NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE 80
#define NVML_SYSTEM_NVML_VERSION_BUFFER_SIZE 80
#define NVML_VALUE_NOT_AVAILABLE (-1)
#define nvmlClocksThrottleReasonNone 0ull
#define nvmlClocksThrottleReasonGpuIdle 1ull
#define nvmlClocksThrottleReasonApplicationsClocksSetting 2ull
#define nvmlClocksThrottleReasonSwPowerCap 4ull
#define nvmlClocksThrottleReasonHwSlowdown 8ull
#define nvmlClocksThrottleReasonSyncBoost 16ull
#define nvmlClocksThrottleReasonSwThermalSlowdown 32ull
#define nvmlClocksThrottleReasonHwThermalSlowdown 64ull
#define nvmlClocksThrottleReasonHwPowerBrakeSlowdown 128ull
enum nvmlReturn_t {
  NVML_SUCCESS = 0, NVML_ERROR_UNINITIALIZED = 1, NVML_ERROR_INVALID_ARGUMENT = 2, NVML_ERROR_NOT_SUPPORTED = 3,
  NVML_ERROR_NO_PERMISSION = 4, NVML_ERROR_ALREADY_INITIALIZED = 5, NVML_ERROR_NOT_FOUND = 6, NVML_ERROR_INSUFFICIENT_SIZE = 7,
  NVML_ERROR_INSUFFICIENT_POWER = 8, NVML_ERROR_DRIVER_NOT_LOADED = 9, NVML_ERROR_TIMEOUT = 10, NVML_ERROR_IRQ_ISSUE = 11,
  NVML_ERROR_LIBRARY_NOT_FOUND = 12, NVML_ERROR_FUNCTION_NOT_FOUND = 13, NVML_ERROR_CORRUPTED_INFOROM = 14, NVML_ERROR_GPU_IS_LOST = 15,
  NVML_ERROR_RESET_REQUIRED = 16, NVML_ERROR_OPERATING_SYSTEM = 17, NVML_ERROR_IN_USE = 19, NVML_ERROR_MEMORY = 20, NVML_ERROR_NO_DATA = 21,
  NVML_ERROR_UNKNOWN = 999,
};
typedef struct nvmlDevice_st *nvmlDevice_t;
typedef struct nvmlUnit_st *nvmlUnit_t;
typedef struct nvmlEventSet_st *nvmlEventSet_t;
struct nvmlMemory_t { unsigned long long total, free, used; };
struct nvmlMemory_v2_t { unsigned version; unsigned long long total, reserved, free, used; };
struct nvmlUtilization_t { unsigned gpu, memory; };
struct nvmlPciInfo_t { char busIdLegacy[16]; unsigned domain, bus, device, pciDeviceId, pciSubSystemId; char busId[32]; };
struct nvmlProcessInfo_t { unsigned pid; unsigned long long usedGpuMemory; unsigned gpuInstanceId, computeInstanceId; };
struct nvmlBAR1Memory_t { unsigned long long bar1Total, bar1Free, bar1Used; };
union nvmlValue_t { double dVal; unsigned uiVal; unsigned long ulVal; unsigned long long ullVal; long long sllVal; };
struct nvmlSample_t { unsigned long long timeStamp; nvmlValue_t sampleValue; };
struct nvmlFieldValue_t { unsigned fieldId, scopeId; long long timestamp, latencyUsec; int valueType, nvmlReturn; nvmlValue_t value; };
enum nvmlEnableState_t { NVML_FEATURE_DISABLED, NVML_FEATURE_ENABLED };
enum nvmlTemperatureSensors_t { NVML_TEMPERATURE_GPU };
enum nvmlTemperatureThresholds_t { NVML_TEMPERATURE_THRESHOLD_SHUTDOWN, NVML_TEMPERATURE_THRESHOLD_SLOWDOWN };
enum nvmlClockType_t { NVML_CLOCK_GRAPHICS, NVML_CLOCK_SM, NVML_CLOCK_MEM, NVML_CLOCK_VIDEO };
enum nvmlClockId_t { NVML_CLOCK_ID_CURRENT, NVML_CLOCK_ID_APP_CLOCK_TARGET, NVML_CLOCK_ID_APP_CLOCK_DEFAULT };
enum nvmlComputeMode_t {
  NVML_COMPUTEMODE_DEFAULT, NVML_COMPUTEMODE_EXCLUSIVE_THREAD, NVML_COMPUTEMODE_PROHIBITED, NVML_COMPUTEMODE_EXCLUSIVE_PROCESS,
};
enum nvmlPcieUtilCounter_t { NVML_PCIE_UTIL_TX_BYTES, NVML_PCIE_UTIL_RX_BYTES };
enum nvmlPstates_t { NVML_PSTATE_0, NVML_PSTATE_15 = 15, NVML_PSTATE_UNKNOWN = 32 };
enum nvmlSamplingType_t { NVML_TOTAL_POWER_SAMPLES, NVML_GPU_UTILIZATION_SAMPLES, NVML_MEMORY_UTILIZATION_SAMPLES };
enum nvmlValueType_t { NVML_VALUE_TYPE_DOUBLE, NVML_VALUE_TYPE_UNSIGNED_INT, NVML_VALUE_TYPE_UNSIGNED_LONG, NVML_VALUE_TYPE_UNSIGNED_LONG_LONG };
enum nvmlGpuTopologyLevel_t {
  NVML_TOPOLOGY_INTERNAL = 0, NVML_TOPOLOGY_SINGLE = 10, NVML_TOPOLOGY_MULTIPLE = 20, NVML_TOPOLOGY_HOSTBRIDGE = 30, NVML_TOPOLOGY_NODE = 40,
  NVML_TOPOLOGY_SYSTEM = 50,
};
enum nvmlBrandType_t { NVML_BRAND_UNKNOWN, NVML_BRAND_QUADRO, NVML_BRAND_TESLA, NVML_BRAND_NVS, NVML_BRAND_GRID, NVML_BRAND_GEFORCE };
#define LKS_NVML(name) LKS_LIB(nvmlReturn_t, nvml##name)
LKS_NVML(Init) LKS_NVML(Init_v2) LKS_NVML(InitWithFlags) LKS_NVML(Shutdown) LKS_NVML(SystemGetDriverVersion) LKS_NVML(SystemGetNVMLVersion)
LKS_NVML(SystemGetCudaDriverVersion) LKS_NVML(SystemGetProcessName)
#define LKS_DEVICE(name) LKS_NVML(DeviceGet##name)
LKS_DEVICE(Count) LKS_DEVICE(Count_v2) LKS_DEVICE(HandleByIndex) LKS_DEVICE(HandleByIndex_v2) LKS_DEVICE(HandleBySerial)
LKS_DEVICE(HandleByUUID) LKS_DEVICE(HandleByPciBusId) LKS_DEVICE(HandleByPciBusId_v2) LKS_DEVICE(Name) LKS_DEVICE(Brand) LKS_DEVICE(Index)
LKS_DEVICE(Serial) LKS_DEVICE(UUID) LKS_DEVICE(MinorNumber) LKS_DEVICE(PciInfo) LKS_DEVICE(PciInfo_v3) LKS_DEVICE(MaxPcieLinkGeneration)
LKS_DEVICE(MaxPcieLinkWidth) LKS_DEVICE(CurrPcieLinkGeneration) LKS_DEVICE(CurrPcieLinkWidth) LKS_DEVICE(PcieThroughput)
LKS_DEVICE(ClockInfo) LKS_DEVICE(MaxClockInfo) LKS_DEVICE(ApplicationsClock) LKS_DEVICE(DefaultApplicationsClock) LKS_DEVICE(Clock)
LKS_DEVICE(SupportedMemoryClocks) LKS_DEVICE(SupportedGraphicsClocks) LKS_DEVICE(FanSpeed) LKS_DEVICE(Temperature)
LKS_DEVICE(TemperatureThreshold) LKS_DEVICE(PerformanceState) LKS_DEVICE(PowerState) LKS_DEVICE(CurrentClocksThrottleReasons)
LKS_DEVICE(SupportedClocksThrottleReasons) LKS_DEVICE(PowerManagementMode) LKS_DEVICE(PowerManagementLimit)
LKS_DEVICE(PowerManagementLimitConstraints) LKS_DEVICE(EnforcedPowerLimit) LKS_DEVICE(PowerUsage) LKS_DEVICE(TotalEnergyConsumption)
LKS_DEVICE(MemoryInfo) LKS_DEVICE(MemoryInfo_v2) LKS_DEVICE(BAR1MemoryInfo) LKS_DEVICE(ComputeMode) LKS_DEVICE(CudaComputeCapability)
LKS_DEVICE(EccMode) LKS_DEVICE(UtilizationRates) LKS_DEVICE(EncoderUtilization) LKS_DEVICE(DecoderUtilization)
LKS_DEVICE(ComputeRunningProcesses) LKS_DEVICE(GraphicsRunningProcesses) LKS_DEVICE(Samples) LKS_DEVICE(FieldValues)
LKS_DEVICE(TopologyCommonAncestor) LKS_DEVICE(P2PStatus) LKS_DEVICE(CpuAffinity) LKS_DEVICE(NvLinkState) LKS_DEVICE(NumGpuCores)
LKS_DEVICE(NvLinkRemotePciInfo) LKS_DEVICE(NvLinkCapability) LKS_DEVICE(MemoryBusWidth) LKS_DEVICE(Architecture)
LKS_DEVICE(PersistenceMode) LKS_DEVICE(MigMode) LKS_DEVICE(TotalEccErrors) LKS_DEVICE(MemoryErrorCounter) LKS_DEVICE(AutoBoostedClocksEnabled)
#undef LKS_DEVICE
LKS_NVML(DeviceSetCpuAffinity) LKS_NVML(DeviceSetPersistenceMode) LKS_NVML(DeviceSetApplicationsClocks) LKS_NVML(DeviceSetComputeMode)
LKS_NVML(DeviceResetApplicationsClocks) LKS_NVML(DeviceSetGpuLockedClocks) LKS_NVML(DeviceResetGpuLockedClocks)
LKS_NVML(DeviceSetMemoryLockedClocks) LKS_NVML(DeviceResetMemoryLockedClocks) LKS_NVML(DeviceSetPowerManagementLimit)
LKS_NVML(EventSetCreate) LKS_NVML(EventSetFree) LKS_NVML(EventSetWait) LKS_NVML(DeviceRegisterEvents)
#undef LKS_NVML
LKS_HOST const char *nvmlErrorString(nvmlReturn_t);

} // extern "C++"
