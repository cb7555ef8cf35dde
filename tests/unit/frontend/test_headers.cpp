// Our headers under the names of others' (frontend/setup/headers.cpp).
#include "frontend/setup/served_headers.h"
#include "tests/unit/frontend/compile_fixture.h"

namespace lockstep::frontend::test_headers {
namespace {

constexpr const char *languages[] = {"headers.cu", "headers.hip"};
const std::string kernel = "__global__ void k(int *a) { a[threadIdx.x] = 0; }\n";

// Not one message, about the host's code either.
void expect_clean(const char *language, const std::string &source) {
  CompiledText c = compile_text(language, source);
  EXPECT_TRUE(c.module);
  EXPECT_EQ(messages(c.diags), "") << language << "\n" << source.substr(0, 200);
}

TEST(Headers, EachAlone) {
  for (const char *language : languages)
    for (const std::vector<std::string> &names : served_headers())
      expect_clean(language, "#include <" + names.front() + ">\n" + kernel);
}

TEST(Headers, AllTogether) {
  std::string source;
  for (const std::vector<std::string> &names : served_headers())
    for (const std::string &name : names)
      source += "#include <" + name + ">\n";
  for (const char *language : languages)
    expect_clean(language, source + kernel);
}

TEST(Headers, WithinExternC) {
  expect_clean("headers.cu",
               "extern \"C\" {\n#include <cublas_v2.h>\n#include <nccl.h>\n#include <cuda.h>\n}\n" + kernel);
}

TEST(Headers, LibrariesOfCuda) {
  expect_clean("headers.cu", R"(
#include <cublasLt.h>
#include <cuda.h>
#include <cudnn.h>
#include <cufft.h>
#include <curand.h>
#include <cusolverDn.h>
#include <cusparse.h>
#include <nccl.h>
void check(cublasStatus_t status, const char *file, int line) {
  if (status != CUBLAS_STATUS_SUCCESS)
    printf("%s %s:%d", cublasGetStatusString(status), file, line);
}
#define check(status) { check((status), __FILE__, __LINE__); }
const char *name_of(cublasStatus_t s) {
  switch (s) {
  case CUBLAS_STATUS_NOT_INITIALIZED: return "not initialized";
  default: return "another";
  }
}
const char *name_of(cufftResult s) { return s == CUFFT_SUCCESS ? "none" : "one"; }
const char *name_of(curandStatus_t s) { return s == CURAND_STATUS_SUCCESS ? "none" : "one"; }
const char *name_of(cusparseStatus_t s) { return cusparseGetErrorString(s); }
const char *name_of(cusolverStatus_t s) { return s == CUSOLVER_STATUS_SUCCESS ? "none" : "one"; }
const char *name_of(ncclResult_t s) { return ncclGetErrorString(s); }
const char *name_of(CUresult s) { return s == CUDA_SUCCESS ? "none" : "one"; }
const char *name_of(cudnnStatus_t s) { return cudnnGetErrorString(s); }
cublasComputeType_t compute = CUBLAS_COMPUTE_32F_FAST_TF32;
static_assert(CUBLAS_COMPUTE_32F == 68 && CUDA_R_16BF == 14 && CUBLAS_OP_C == 2 && CUFFT_R2C == 0x2a);
void host(float *d, __half *h, int n) {
  cublasHandle_t handle;
  check(cublasCreate(&handle));
  float one = 1, zero = 0;
  cublasStatus_t s = cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &one, d, n, d, n, &zero, d, n);
  s = cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, h, CUDA_R_16F, n, h, CUDA_R_16F, n, &zero, d, CUDA_R_32F, n,
                   compute, CUBLAS_GEMM_DEFAULT_TENSOR_OP);
  puts(name_of(s));
  cublasLtMatmulDesc_t description;
  check(cublasLtMatmulDescCreate(&description, compute, CUDA_R_32F));
  cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_GELU_AUX_BIAS;
  check(cublasLtMatmulDescSetAttribute(description, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue, sizeof(epilogue)));
  cufftHandle plan;
  puts(name_of(cufftPlan1d(&plan, n, CUFFT_C2C, 1)));
  curandGenerator_t generator;
  puts(name_of(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT)));
  cusparseSpMatDescr_t matrix;
  puts(name_of(cusparseCreateCsr(&matrix, n, n, n, d, d, d, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F)));
  CUfunction f;
  CUmodule m;
  puts(name_of(cuModuleGetFunction(&f, m, "k")));
  puts(name_of(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr)));
  ncclComm_t comm;
  puts(name_of(ncclAllReduce(d, d, n, ncclFloat, ncclSum, comm, 0)));
}
)" + kernel);
}

TEST(Headers, LibrariesOfHip) {
  expect_clean("headers.hip", R"(
#include <hip/hip_runtime.h>
#include <hipblas/hipblas.h>
#include <hipfft/hipfft.h>
#include <hiprand/hiprand.h>
#include <miopen/miopen.h>
#include <rccl/rccl.h>
#include <rocblas/rocblas.h>
#define CHECK(x) do { hipError_t e = x; if (e != hipSuccess) { puts(hipGetErrorString(e)); exit(1); } } while (0)
__global__ void kernel(float *a) { a[threadIdx.x] = 0; }
void host(int n) {
  float *d;
  hipStream_t stream;
  hipEvent_t event;
  hipDeviceProp_t properties;
  hipTextureObject_t texture = 0;
  CHECK(hipMalloc(&d, n));
  CHECK(hipMalloc((void **)&d, n));
  CHECK(hipHostMalloc(&d, n, hipHostMallocDefault));
  CHECK(hipGetDeviceProperties(&properties, 0));
  puts(properties.gcnArchName);
  CHECK(hipStreamCreateWithFlags(&stream, hipStreamNonBlocking));
  CHECK(hipEventCreateWithFlags(&event, hipEventDisableTiming | hipEventReleaseToSystem));
  int v;
  CHECK(hipDeviceGetAttribute(&v, hipDeviceAttributeMultiprocessorCount, 0));
  void *arguments[] = {&d};
  CHECK(hipLaunchCooperativeKernel((void *)kernel, dim3(1), dim3(2), arguments, 0, stream));
  hipLaunchKernelGGL(kernel, dim3(1), dim3(32), 0, stream, d);
  switch (hipPeekAtLastError()) {
  case hipErrorOutOfMemory:
  case hipErrorNotReady: return;
  default: break;
  }
  hipModule_t module;
  hipFunction_t f;
  CHECK(hipModuleGetFunction(&f, module, "k"));
  CHECK(hipModuleLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, stream, nullptr, nullptr));
  hipblasHandle_t handle;
  hipblasStatus_t s = hipblasCreate(&handle);
  rocblas_status r = rocblas_sgemm(nullptr, rocblas_operation_none, rocblas_operation_transpose, n, n, n, d, d, n, d, n, d, d, n);
  if (s != HIPBLAS_STATUS_SUCCESS || r != rocblas_status_success || miopenCreate(nullptr) != miopenStatusSuccess)
    exit(1);
}
)" + kernel);
}

TEST(Headers, StandardLibrary) {
  expect_clean("headers.cu", R"(
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <random>
#include <span>
#include <thread>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>
#include <thrust/complex.h>
#include <dirent.h>
#include <glob.h>
#include <time.h>
void host(int n) {
  std::map<std::string, int> m;
  m["a"] = 3;
  for (auto &p : m)
    printf("%s %d", p.first.c_str(), p.second);
  std::unordered_map<int, std::vector<int>> u;
  u[3].push_back(4);
  if (u.find(3) != u.end())
    u.erase(3);
  std::unordered_set<int> set;
  set.insert(3);
  std::function<int(int)> f = [&](int x) { return x + (int)m.size(); };
  std::vector<int> v(f(3));
  std::iota(v.begin(), v.end(), 0);
  std::sort(v.begin(), v.end(), [](int a, int b) { return a > b; });
  std::span<int> part(v);
  part[0] = std::accumulate(v.begin(), v.end(), 0);
  auto begin = std::chrono::high_resolution_clock::now();
  printf("%f", std::chrono::duration<double, std::milli>(std::chrono::high_resolution_clock::now() - begin).count());
  std::mt19937 generator(42);
  std::uniform_real_distribution<float> distribution(0.f, 1.f);
  auto shared = std::make_shared<int>((int)distribution(generator));
  auto unique = std::make_unique<int>(4);
  *shared = *unique + *std::next(v.begin());
  std::thread thread([&] { v[0] = 1; });
  thread.join();
  std::filesystem::path path = "a";
  if (std::filesystem::exists(path / "b"))
    puts((path / "b").c_str());
  std::variant<int, float> variant = 3;
  n = std::visit([](auto) { return 1; }, variant);
  std::apply([](int, int) {}, std::make_tuple(1, 2));
  DIR *directory = opendir(".");
  glob_t found;
  glob("*", 0, nullptr, &found);
  clock_t start = clock();
  printf("%d %p %f", n, directory, (double)(clock() - start) / CLOCKS_PER_SEC + std::max({1, 2, 3}) + std::clamp(1, 2, 3));
}
)" + kernel);
}

} // namespace
} // namespace lockstep::frontend::test_headers
