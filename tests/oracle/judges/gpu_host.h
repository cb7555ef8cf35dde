// The host's part of gpu.py's programs of must-verify kernels: a kernel is launched with buffers of zeros, then (if
// GPU_ROUNDS is 2) with small numbers in them. Buffers are generous, so that no index that a small scalar leads to lies
// outside.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <vector>

static const std::size_t gpu_bytes = std::size_t{32} << 20;

struct GpuCall {
  std::vector<long long> given; // of each parameter, in order; -1: not given
  long long usual;              // for numbers that are not given
  bool counting;
  std::size_t next = 0;
  std::vector<void *> buffers;
};

static void gpu_check(cudaError_t error, const char *what) {
  if (error == cudaSuccess)
    return;
  std::printf("GPU %s: %s\n", what, cudaGetErrorString(error));
  std::exit(3);
}

template <typename T> static T gpu_argument(GpuCall &call) {
  const long long given = call.next < call.given.size() ? call.given[call.next] : -1;
  ++call.next;
  const long long number = given >= 0 ? given : call.usual;
  if constexpr (std::is_pointer_v<T>) {
    void *p = nullptr;
    gpu_check(cudaMalloc(&p, gpu_bytes), "cudaMalloc");
    std::vector<int> host(gpu_bytes / sizeof(int));
    for (std::size_t i = 0; call.counting && i < host.size(); ++i)
      host[i] = static_cast<int>((i * 7 + i / 5) % 8);
    if constexpr (std::is_same_v<std::remove_cv_t<std::remove_pointer_t<T>>, float>)
      for (int &v : host) {
        const float f = static_cast<float>(v);
        std::memcpy(&v, &f, sizeof f);
      }
    gpu_check(cudaMemcpy(p, host.data(), gpu_bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
    call.buffers.push_back(p);
    return static_cast<T>(p);
  } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
    return static_cast<T>(number);
  } else {
    std::aligned_storage_t<sizeof(T), alignof(T)> zeros;
    std::memset(&zeros, 0, sizeof zeros);
    return reinterpret_cast<T &>(zeros);
  }
}

template <typename... P>
static void gpu_run(void (*kernel)(P...), const char *name, dim3 grid, dim3 block, std::vector<long long> given) {
  cudaFuncAttributes attributes;
  gpu_check(cudaFuncGetAttributes(&attributes, reinterpret_cast<const void *>(kernel)), "attributes");
  const std::size_t dynamic = attributes.sharedSizeBytes < 49152 ? 49152 - attributes.sharedSizeBytes : 0;
  const long long threads = static_cast<long long>(grid.x) * grid.y * grid.z * block.x * block.y * block.z;
  for (int round = 0; round < GPU_ROUNDS; ++round) {
    GpuCall call{given, round == 0 && !GPU_SMALL ? std::min(threads, 512LL) : 5LL, round == 1};
    using Arguments = std::tuple<std::remove_cv_t<P>...>;
    Arguments arguments{gpu_argument<std::remove_cv_t<P>>(call)...}; // braces: from left to right
    if (GPU_COOPERATIVE) {
      std::vector<void *> addresses;
      std::apply([&](auto &...a) { (addresses.push_back((void *)&a), ...); }, arguments);
      addresses.push_back(nullptr);
      gpu_check(cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(kernel), grid, block, addresses.data(),
                                            dynamic, 0),
                "launch");
    } else {
      std::apply([&](auto... a) { kernel<<<grid, block, dynamic>>>(a...); }, arguments);
    }
    gpu_check(cudaGetLastError(), "launch");
    gpu_check(cudaDeviceSynchronize(), "kernel");
    std::printf("GPU %s has run, round %d\n", name, round);
    std::fflush(stdout);
    for (void *p : call.buffers)
      cudaFree(p);
  }
}
