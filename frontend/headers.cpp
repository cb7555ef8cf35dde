// See headers.h. Our own headers stand in one flat folder; `served` gives the names under which programs include them.
#include "frontend/headers.h"

#include "frontend/embedded.h"

#include "llvm/Support/MemoryBuffer.h"

#include <string>

namespace lockstep::frontend {
namespace {

struct Served {
  std::string_view names, text;
}; // names: separated by blanks
constexpr Served served[] = {
    {"cuda.h", "#include <lockstep_cuda_groups.h>\n#include <lockstep_cuda_random.h>\n"},
    {"cuda_runtime.h cuda_runtime_api.h device_launch_parameters.h vector_types.h vector_functions.h "
     "device_functions.h "
     "device_atomic_functions.h math_functions.h math_constants.h driver_types.h builtin_types.h host_defines.h "
     "cuda_device_runtime_api.h texture_fetch_functions.h texture_types.h surface_functions.h sm_20_atomic_functions.h "
     "sm_30_intrinsics.h cuda_profiler_api.h crt/host_defines.h hip/hip_runtime_api.h hip/device_functions.h",
     "// forced in already\n"},
    {"cooperative_groups.h hip/hip_cooperative_groups.h", "#include <lockstep_cuda_groups.h>\n"},
    {"curand.h curand_kernel.h curand_mtgp32_kernel.h", "#include <lockstep_cuda_random.h>\n"},
    {"cuda_fp16.h hip/hip_fp16.h", "#include <lockstep_half.h>\n"},
    {"hip/hip_runtime.h", "#include <lockstep_hip.h>\n"},
    {"assert.h cassert", // each time as NDEBUG says
     "#undef assert\n#ifdef NDEBUG\n#define assert(...) ((void)0)\n#else\n"
     "#define assert(...) ((__VA_ARGS__) ? (void)0 : __lockstep_assert_fail(#__VA_ARGS__))\n#endif\n"},
    {"stdio.h stdlib.h string.h math.h time.h sys/time.h unistd.h inttypes.h cstdio cstdlib cstring cmath ctime "
     "cstdint cstddef climits cfloat cstdarg string vector utility type_traits limits array "
     "numeric functional initializer_list algorithm bitset cctype chrono cerrno complex condition_variable deque "
     "exception "
     "filesystem forward_list fstream future iomanip ios iosfwd iostream istream iterator list locale map memory mutex "
     "new "
     "optional ostream queue random ratio regex set shared_mutex span sstream stack stdexcept streambuf string_view "
     "system_error thread tuple typeinfo unordered_map unordered_set valarray variant ctype.h errno.h signal.h",
     "#include <lockstep_std.h>\n"},
};

} // namespace

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> file_system_with_headers(const std::string &defines) {
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const EmbeddedHeader &h : embedded_headers()) {
    std::string path = "/__lockstep__/" + std::string(h.path);
    memory->addFile(path, 0, llvm::MemoryBuffer::getMemBuffer(h.text, path));
  }
  for (const Served &s : served) {
    llvm::SmallVector<llvm::StringRef, 32> names;
    llvm::StringRef(s.names).split(names, ' ', -1, /*KeepEmpty=*/false);
    for (llvm::StringRef name : names) {
      std::string path = std::string(own_header_dir) + "/" + name.str();
      memory->addFile(path, 0, llvm::MemoryBuffer::getMemBuffer(s.text, path));
    }
  }
  auto add = [&](std::string_view path, std::unique_ptr<llvm::MemoryBuffer> buffer) {
    memory->addFile(path, 0, std::move(buffer));
  };
  add(std::string(own_header_dir) + "/lockstep_defines.h", llvm::MemoryBuffer::getMemBufferCopy(defines));
  if (std::string_view precompiled = precompiled_cuda_headers(); !precompiled.empty())
    add(precompiled_path,
        llvm::MemoryBuffer::getMemBuffer(precompiled, precompiled_path, /*RequiresNullTerminator=*/false));
  auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::vfs::getRealFileSystem());
  overlay->pushOverlay(memory);
  return overlay;
}

} // namespace lockstep::frontend
