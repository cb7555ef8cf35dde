// Clang's cc1 options for each language.
//
// Code generation is that of -O0, without `optnone` and without any LLVM pass: every access of the source becomes a
// load or store of the module, where the source has it. The pass pipeline (passes.h) does the rest.
#include "frontend/clang_arguments.h"

#include "frontend/headers.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string_view>

namespace lockstep::frontend {
namespace {

using Arguments = std::vector<std::string>;

void append(Arguments &to, std::initializer_list<const char *> from) { to.insert(to.end(), from.begin(), from.end()); }

std::string lower(std::string s) {
  std::transform(s.begin(), s.end(), s.begin(), [](unsigned char c) { return std::tolower(c); });
  return s;
}

// "CL1.2", "cl1.2", "1.2" and "clc++" as Clang spells them.
std::string opencl_standard(const std::string &standard) {
  if (standard.empty())
    return "-cl-std=CL2.0";
  std::string s = lower(standard);
  if (!s.empty() && std::isdigit(static_cast<unsigned char>(s[0])))
    s = "cl" + s;
  if (s == "cl1.0")
    s = "cl";
  return "-cl-std=" + s;
}

void add_opencl(Arguments &a, const Options &options) {
  append(a, {"-triple", options.pointer_bits == 32 ? "spir-unknown-unknown" : "spir64-unknown-unknown", "-x", "cl",
             "-finclude-default-header", "-fdeclare-opencl-builtins", "-D__OPENCL__=1"});
  a.push_back(opencl_standard(options.standard));
  append(a, {"-include", "lockstep_builtins.h", "-include", "lockstep_annotations.h", "-include", "lockstep_opencl.h"});
}

// CUDA and HIP share one path: HIP's device code differs by names of headers and of functions only.
void add_cuda(Arguments &a, const Options &options, bool hip) {
  append(a, {"-triple", options.pointer_bits == 32 ? "nvptx-nvidia-cuda" : "nvptx64-nvidia-cuda", "-target-cpu", "sm_80",
             "-target-feature", "+ptx80", "-x", "cuda", "-fcuda-is-device", "-fcuda-allow-variadic-functions", "-fdeclspec", "-fno-builtin-printf",
             "-fcxx-exceptions", "-fexceptions", "-fno-threadsafe-statics", "-fno-dllexport-inlines", "-fgnuc-version=4.2.1",
             "-D__CUDACC__=1"});
  if (hip)
    append(a, {"-D__HIP__=1", "-D__HIPCC__=1", "-D__HIP_DEVICE_COMPILE__=1", "-D__HIP_PLATFORM_AMD__=1"});
  else
    append(a, {"-D__NVCC__=1", "-DCUDART_VERSION=12000", "-D__CUDACC_VER_MAJOR__=12", "-D__CUDACC_VER_MINOR__=0"});
  a.push_back("-std=" + (options.standard.empty() ? "c++17" : options.standard));
  append(a, {"-include", "lockstep_builtins.h", "-include", "lockstep_annotations.h", "-include", "lockstep_cuda.h"});
}

// Known sizes as macros, so that kernels can state what depends on them.
void add_launch(Arguments &a, const cfg::Launch &launch) {
  for (unsigned d = 0; d < 3; ++d) {
    std::string dim = std::to_string(d);
    auto define = [&](const char *name, std::uint64_t value) {
      a.push_back("-D" + std::string(name) + dim + "=" + std::to_string(value));
    };
    if (launch.local_size[d])
      define("__LOCAL_SIZE_", *launch.local_size[d]);
    if (launch.num_groups[d])
      define("__NUM_GROUPS_", *launch.num_groups[d]);
    if (launch.global_size[d])
      define("__GLOBAL_SIZE_", *launch.global_size[d]);
    else if (launch.local_size[d] && launch.num_groups[d])
      define("__GLOBAL_SIZE_", *launch.local_size[d] * *launch.num_groups[d]);
  }
}

// Options of Clang's driver that say nothing to cc1, or what we decide ourselves. With `argument`, the next word too.
struct Dropped { std::string_view prefix; bool exact; bool argument; };
constexpr std::array<Dropped, 22> dropped{{
    {"-x", true, true}, {"-o", true, true}, {"-Xclang", true, false}, {"-c", true, false}, {"-S", true, false},
    {"-O", false, false}, {"-g", false, false}, {"-emit-llvm", true, false}, {"-target", true, true},
    {"--target=", false, false}, {"-march=", false, false}, {"-mcpu=", false, false}, {"-arch", true, true},
    {"--cuda-", false, false}, {"--offload-arch=", false, false}, {"-nocuda", false, false}, {"-pthread", true, false},
    {"-fPIC", true, false}, {"-m64", true, false}, {"-m32", true, false}, {"-lineinfo", true, false}, {"-pipe", true, false},
}};

void add_users(Arguments &a, const Arguments &users) {
  for (std::size_t i = 0; i < users.size(); ++i) {
    const std::string &u = users[i];
    auto row = std::find_if(dropped.begin(), dropped.end(),
                            [&](const Dropped &d) { return d.exact ? u == d.prefix : u.starts_with(d.prefix); });
    if (row == dropped.end())
      a.push_back(u);
    else if (row->argument)
      ++i;
  }
}

} // namespace

std::vector<std::string> clang_arguments(const std::string &path, Language language, const Options &options) {
  Arguments a;
  append(a, {"-O0", "-disable-O0-optnone", "-disable-llvm-passes", "-disable-lifetime-markers", "-ffp-contract=on",
             "-debug-info-kind=limited", "-dwarf-version=4", "-ferror-limit", "20", "-nostdsysteminc", "-nobuiltininc",
             "-fno-caret-diagnostics", "-Wno-unused-value", "-Wno-unknown-attributes", "-D__LOCKSTEP__=1"});
  if (language == Language::OpenCL)
    add_opencl(a, options);
  else
    add_cuda(a, options, language == Language::Hip);
  add_launch(a, options.launch);
  for (const std::string &d : options.defines)
    a.push_back("-D" + d);
  for (const std::string &d : options.include_dirs)
    a.push_back("-I" + d);
  add_users(a, options.clang_options);
  a.insert(a.end(), {"-internal-isystem", std::string(own_header_dir), "-internal-isystem", std::string(clang_header_dir)});
  a.push_back(path);
  return a;
}

} // namespace lockstep::frontend
