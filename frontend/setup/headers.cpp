// See headers.h. Our own headers stand in one flat folder; `served` gives the names under which programs include them.
#include "frontend/setup/headers.h"

#include "frontend/setup/embedded.h"
#include "frontend/setup/served_headers.h"

#include "llvm/Support/MemoryBuffer.h"

#include <string>

namespace lockstep::frontend {
namespace {

struct Served {
  std::string_view names, text;
}; // names: separated by blanks
constexpr Served served[] = {
    {"cuda.h cudaTypedefs.h cudaGL.h", "#include <lockstep_cuda_driver.h>\n"},
    {"cuda_runtime.h cuda_runtime_api.h device_launch_parameters.h vector_types.h vector_functions.h "
     "device_functions.h "
     "device_atomic_functions.h math_functions.h driver_types.h builtin_types.h host_defines.h "
     "texture_fetch_functions.h texture_types.h surface_functions.h sm_20_atomic_functions.h "
     "sm_30_intrinsics.h sm_32_intrinsics.h sm_35_intrinsics.h sm_60_atomic_functions.h cuda_profiler_api.h "
     "cudaProfiler.h "
     "channel_descriptor.h common_functions.h surface_types.h cuda_surface_types.h cuda_texture_types.h "
     "surface_indirect_functions.h texture_indirect_functions.h device_double_functions.h cuda_gl_interop.h "
     "cuda_egl_interop.h cuda_vdpau_interop.h cuda_device_runtime_api.h crt/host_defines.h crt/device_functions.h "
     "crt/math_functions.h crt/sm_80_rt.h",
     "// forced in already\n"},
    {"cooperative_groups.h hip/hip_cooperative_groups.h", "#include <lockstep_cuda_groups.h>\n"},
    {"curand.h curand_kernel.h curand_mtgp32_kernel.h curand_mtgp32_host.h curand_mtgp32.h curand_uniform.h "
     "curand_normal.h curand_globals.h curand_poisson.h curand_philox4x32_x.h curand_lognormal.h curand_discrete.h",
     "#include <lockstep_lib_rand.h>\n"},
    {"cuda_fp16.h cuda_fp16.hpp hip/hip_fp16.h", "#include <lockstep_half.h>\n"},
    {"hip/hip_runtime.h hip/hip_runtime_api.h hip/device_functions.h hip/hip_ext.h hip/hip_vector_types.h "
     "hip/hip_common.h "
     "hip/driver_types.h hip/math_functions.h hip/hip_texture_types.h hip/texture_types.h hip/surface_types.h "
     "hip/channel_descriptor.h hip/hip_version.h hip/hip_hcc.h hip/hip_profile.h hip/hip_atomic.h "
     "hip/hcc_detail/host_defines.h "
     "hip/amd_detail/host_defines.h hip/hip_deprecated.h hip/hip_math_constants.h",
     "#include <lockstep_hip.h>\n"},
    {"math_constants.h", "#include <lockstep_math_constants.h>\n"},
    {"cuda_bf16.h cuda_bf16.hpp hip/hip_bf16.h hip/hip_bfloat16.h", "#include <lockstep_bf16.h>\n"},
    {"cuda_fp8.h cuda_fp6.h cuda_fp4.h cuda_fp8.hpp hip/hip_fp8.h", "#include <lockstep_fp8.h>\n"},
    {"mma.h", "#include <lockstep_mma.h>\n"},
    {"cuComplex.h hip/hip_complex.h", "#include <lockstep_cuda_complex.h>\n"},
    {"library_types.h", "#include <lockstep_lib_types.h>\n"},
    {"cublas.h cublas_v2.h cublas_api.h cublasXt.h", "#include <lockstep_lib_blas.h>\n"},
    {"cublasLt.h", "#include <lockstep_lib_blas_lt.h>\n"},
    {"cusparse.h cusparse_v2.h", "#include <lockstep_lib_sparse.h>\n"},
    {"cusolverDn.h cusolverSp.h cusolverSp_LOWLEVEL_PREVIEW.h cusolverRf.h cusolverMg.h cusolver_common.h",
     "#include <lockstep_lib_solver.h>\n"},
    {"cufft.h cufftXt.h cufftw.h", "#include <lockstep_lib_fft.h>\n"},
    {"nccl.h nccl/nccl.h rccl.h rccl/rccl.h", "#include <lockstep_lib_nccl.h>\n"},
    {"nvml.h", "#include <lockstep_lib_nvml.h>\n"},
    {"cudnn.h cudnn_frontend.h cudnn_v8.h cudnn_backend.h cudnn_ops_infer.h cudnn_cnn_infer.h",
     "#include <lockstep_lib_cudnn.h>\n"},
    {"nvrtc.h hip/hiprtc.h", "#include <lockstep_lib_nvrtc.h>\n"},
    {"nvToolsExt.h nvToolsExtCuda.h nvToolsExtCudaRt.h nvtx3/nvToolsExt.h nvtx3/nvToolsExtCuda.h "
     "nvtx3/nvToolsExtCudaRt.h "
     "nvtx3/nvtx3.hpp roctx.h roctracer/roctx.h rocprofiler-sdk-roctx/roctx.h",
     "#include <lockstep_lib_nvtx.h>\n"},
    {"hip/library_types.h", "#include <lockstep_lib_hip_types.h>\n"},
    {"hipblas.h hipblas/hipblas.h hipblaslt/hipblaslt.h hipblaslt/hipblaslt-ext.hpp hipblas-common/hipblas-common.h",
     "#include <lockstep_lib_hip_blas.h>\n"},
    {"rocblas.h rocblas/rocblas.h rocsolver.h rocsolver/rocsolver.h", "#include <lockstep_lib_rocblas.h>\n"},
    {"hipfft.h hipfft/hipfft.h hipfft/hipfftXt.h rocfft.h rocfft/rocfft.h", "#include <lockstep_lib_hip_fft.h>\n"},
    {"hipsparse.h hipsparse/hipsparse.h", "#include <lockstep_lib_hip_sparse.h>\n"},
    {"hipsolver.h hipsolver/hipsolver.h", "#include <lockstep_lib_hip_solver.h>\n"},
    {"hiprand.h hiprand/hiprand.h hiprand/hiprand.hpp hiprand/hiprand_kernel.h hiprand_kernel.h rocrand/rocrand.h "
     "rocrand/rocrand_kernel.h rocrand.h",
     "#include <lockstep_lib_hip_rand.h>\n"},
    {"miopen/miopen.h", "#include <lockstep_lib_miopen.h>\n"},
    {"cooperative_groups/reduce.h cooperative_groups/scan.h cooperative_groups/memcpy_async.h",
     "#include <lockstep_cuda_groups.h>\n#include <lockstep_cuda_collectives.h>\n"},
    {"cuda_pipeline.h cuda_pipeline_primitives.h", "#include <lockstep_cuda_pipeline.h>\n"},
    {"cuda/atomic cuda/std/atomic", "#include <lockstep_cuda_atomic.h>\n"},
    {"cuda/barrier cuda/std/barrier cuda/pipeline cuda/latch cuda/std/latch cuda/semaphore cuda/ptx",
     "#include <lockstep_cuda_groups.h>\n#include <lockstep_cuda_barrier.h>\n"},
    {"cuda/std/complex cuda/std/span cuda/std/optional cuda/std/variant", "#include <lockstep_std_more.h>\n"},
    {"cuda/std/array cuda/std/bit cuda/std/cassert cuda/std/cfloat cuda/std/climits cuda/std/cmath "
     "cuda/std/cstddef cuda/std/cstdint cuda/std/cstdlib cuda/std/cstring cuda/std/functional "
     "cuda/std/initializer_list "
     "cuda/std/limits cuda/std/numeric cuda/std/tuple cuda/std/type_traits cuda/std/utility cuda/functional",
     "#include <lockstep_cuda_std.h>\n"},
    {"cub/cub.cuh cub/block/block_reduce.cuh cub/block/block_scan.cuh cub/block/block_load.cuh "
     "cub/block/block_store.cuh "
     "cub/block/block_radix_sort.cuh cub/block/block_exchange.cuh cub/warp/warp_reduce.cuh cub/warp/warp_scan.cuh "
     "cub/device/device_reduce.cuh cub/device/device_scan.cuh cub/device/device_radix_sort.cuh cub/util_type.cuh "
     "hipcub/hipcub.hpp hipcub/block/block_reduce.hpp hipcub/block/block_scan.hpp",
     "#include <lockstep_cub.h>\n"},
    {"thrust/adjacent_difference.h thrust/complex.h thrust/copy.h thrust/count.h thrust/device_free.h "
     "thrust/device_malloc.h "
     "thrust/device_ptr.h thrust/device_vector.h thrust/execution_policy.h thrust/extrema.h thrust/fill.h "
     "thrust/find.h "
     "thrust/for_each.h thrust/functional.h thrust/gather.h thrust/generate.h thrust/host_vector.h "
     "thrust/inner_product.h "
     "thrust/iterator/constant_iterator.h thrust/iterator/counting_iterator.h thrust/iterator/discard_iterator.h "
     "thrust/iterator/transform_iterator.h thrust/iterator/zip_iterator.h thrust/pair.h thrust/random.h "
     "thrust/reduce.h "
     "thrust/remove.h thrust/scan.h thrust/scatter.h thrust/sequence.h thrust/sort.h "
     "thrust/system/cuda/execution_policy.h "
     "thrust/transform.h thrust/transform_reduce.h thrust/tuple.h thrust/unique.h thrust/version.h",
     "#include <lockstep_thrust.h>\n"},
    {"assert.h cassert", // each time as NDEBUG says
     "#undef assert\n#ifdef NDEBUG\n#define assert(...) ((void)0)\n#else\n"
     "#define assert(...) ((__VA_ARGS__) ? (void)0 : __lockstep_assert_fail(#__VA_ARGS__))\n#endif\n"},
    {"stdio.h stdlib.h string.h math.h time.h sys/time.h inttypes.h cstdio cstdlib cstring cmath ctime cstdint cstddef "
     "climits "
     "cfloat cstdarg string vector utility type_traits limits array initializer_list cctype cerrno cinttypes csignal "
     "exception fstream iomanip ios iosfwd iostream istream new ostream sstream stdexcept streambuf typeinfo ctype.h "
     "errno.h "
     "signal.h",
     "#include <lockstep_std.h>\n"},
    {"algorithm numeric functional tuple map set unordered_map unordered_set list deque forward_list queue stack "
     "bitset span "
     "string_view optional variant memory iterator ranges filesystem thread mutex shared_mutex condition_variable "
     "future atomic "
     "chrono ratio random complex locale regex system_error valarray bit concepts numbers any typeindex "
     "source_location",
     "#include <lockstep_std.h>\n#include <lockstep_std_more.h>\n"},
    {"mpi.h", "#include <lockstep_lib_mpi.h>\n"},
    {"fcntl.h fenv.h cfenv malloc.h memory.h omp.h pthread.h strings.h sys/mman.h sys/stat.h sys/types.h sys/utsname.h "
     "sys/wait.h unistd.h dirent.h glob.h dlfcn.h getopt.h libgen.h sched.h semaphore.h poll.h pwd.h arpa/inet.h "
     "netdb.h "
     "netinet/in.h sys/socket.h sys/ioctl.h sys/resource.h sys/sysinfo.h sys/syscall.h",
     "#include <lockstep_std_posix.h>\n"},
};

std::vector<std::string> names_of(const Served &s) {
  llvm::SmallVector<llvm::StringRef, 32> names;
  llvm::StringRef(s.names).split(names, ' ', -1, /*KeepEmpty=*/false);
  return {names.begin(), names.end()};
}

} // namespace

std::vector<std::vector<std::string>> served_headers() {
  std::vector<std::vector<std::string>> rows;
  for (const Served &s : served)
    rows.push_back(names_of(s));
  return rows;
}

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> file_system_with_headers(const std::string &defines) {
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const EmbeddedHeader &h : embedded_headers()) {
    std::string path = "/__lockstep__/" + std::string(h.path);
    memory->addFile(path, 0, llvm::MemoryBuffer::getMemBuffer(h.text, path));
  }
  for (const Served &s : served)
    for (const std::string &name : names_of(s)) {
      std::string path = std::string(own_header_dir) + "/" + name;
      memory->addFile(path, 0, llvm::MemoryBuffer::getMemBuffer(s.text, path));
    }
  auto add = [&](std::string_view path, std::unique_ptr<llvm::MemoryBuffer> buffer) {
    memory->addFile(path, 0, std::move(buffer));
  };
  add(std::string(own_header_dir) + "/lockstep_defines.h", llvm::MemoryBuffer::getMemBufferCopy(defines));
  if (std::string_view precompiled = precompiled_cuda_headers(); !precompiled.empty())
    add(precompiled_path,
        llvm::MemoryBuffer::getMemBuffer(precompiled, precompiled_path, /*RequiresNullTerminator=*/false));
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> real = llvm::vfs::getRealFileSystem();
  if (!real->getCurrentWorkingDirectory()) { // the folder is gone, and what overlays it must have one
    real = llvm::vfs::createPhysicalFileSystem();
    real->setCurrentWorkingDirectory("/");
  }
  auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(real);
  overlay->pushOverlay(memory);
  return overlay;
}

} // namespace lockstep::frontend
