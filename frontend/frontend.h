// The front end: source text to kernel IR. The only folder that includes clang/ or llvm/, and even here only in .cpp
// files and in headers below frontend/ that no other folder includes.
//
// Two stages: `compile` (Clang in process, plus the documented pass pipeline; result is an LLVM module) and
// `build_kernel` (one kernel function of the module to cfg::Kernel). Everything is inlined; recursion, indirect
// calls, inline assembly and whatever else has no model is refused by name and place.
#pragma once

#include "cfg/kernel.h"
#include "cfg/launch.h"
#include "support/result.h"

#include <memory>
#include <string>
#include <vector>

namespace lockstep::frontend {

enum class Language { Auto, OpenCL, Cuda, Hip, LlvmIr };

struct Options {
  Language language = Language::Auto;      // Auto: by suffix, then by looking for __kernel / __global__
  std::string standard;                    // -std=, --cl-std: "CL2.0", "c++17"; empty: the language's default
  std::vector<std::string> defines;        // without -D
  std::vector<std::string> include_dirs;
  std::vector<std::string> clang_options;  // after `--`, passed as they are
  std::string cuda_path;                   // a CUDA toolkit whose other headers are searched after our own
  unsigned pointer_bits = 64;
  std::vector<std::string> no_effect;      // functions without a body that are taken to touch no memory; "*": all of them
  cfg::Launch launch;                      // known sizes also become __LOCAL_SIZE_0 ... macros
};

class Module { // an LLVM module and its context
public:
  struct Impl;
  explicit Module(std::unique_ptr<Impl> impl);
  Module(Module &&) noexcept;
  Module &operator=(Module &&) noexcept;
  ~Module();
  const Impl &impl() const { return *impl_; }

private:
  std::unique_ptr<Impl> impl_;
};

struct KernelName {
  std::string name;      // demangled, as the user wrote it; template arguments included
  std::string symbol;    // in the module
  support::Origin origin;
};

support::Result<Module> compile(const std::string &path, const Options &options, support::Diagnostics &diags);
std::vector<KernelName> kernels(const Module &module); // in source order
// Functions with accesses to memory that are no kernels and that nothing of the file calls: no verdict is about them.
const std::vector<KernelName> &uncalled_functions(const Module &module);
std::string print(const Module &module);               // LLVM assembly
support::Result<cfg::Kernel> build_kernel(const Module &module, const KernelName &kernel, const Options &options,
                                          support::Diagnostics &diags);

} // namespace lockstep::frontend
