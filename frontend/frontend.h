// The front end: source text to kernel IR. The only folder that includes clang/ or llvm/, and even here only in .cpp
// files and in headers below frontend/ that no other folder includes.
//
// Two stages: `compile` (Clang in process, plus the documented pass pipeline; result is an LLVM module) and
// `build_kernel` (one kernel function of the module to cfg::Kernel). Everything is inlined (but what contracts stand
// for); recursion, indirect calls, inline assembly and whatever else has no model is refused by name and place.
#pragma once

#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"
#include "support/result.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::frontend {

enum class Language { Auto, OpenCL, Cuda, Hip, LlvmIr };

// Which of them claim and assume something. NoInvariants: all, but those of loops are candidates.
enum class Annotations : std::uint8_t { Kept, NoInvariants, OnlyRequires, Ignored };

// Of which functions calls are replaced by their contracts, which are judged by themselves (passes/own_functions.h).
enum class Contracts : std::uint8_t {
  Inlined,   // of none
  Recursive, // of those that call themselves, directly or through others
  All        // of all that have one that can stand for them
};

struct Options {
  Language language = Language::Auto; // Auto: by suffix, then by looking for __kernel / __global__
  std::string standard;               // -std=, --cl-std: "CL2.0", "c++17"; empty: the language's default
  std::vector<std::string> defines;   // without -D
  std::vector<std::string> include_dirs;
  std::vector<std::string> fallback_include_dirs; // searched last
  std::vector<std::string> clang_options;         // after `--`, passed as they are
  std::string cuda_path;                          // a CUDA toolkit whose other headers are searched after our own
  unsigned pointer_bits = 64;
  std::vector<std::string> no_effect;   // functions without a body that are taken to touch no memory; "*": all of them
  std::vector<std::string> other_files; // of the program, which may call the file's host functions
  bool follow_memory = false; // what pointers in memory point to is an array for each load of one, at an offset that
                              // is the pointer; else accesses through them are refused
  bool copies_once = false;   // asynchronous copies access memory at their start only: where requests are counted. For
                              // races they do so again wherever a copy may still be under way
  bool wraps = false;         // signed arithmetic wraps around: no operation is marked (--strict-overflow)
  bool check_bounds = false;  // accesses outside of locals stay, to be found (--check-bounds)
  Annotations annotations = Annotations::Kept;
  Contracts contracts = Contracts::Inlined;
  bool plain_forms = false; // invariants are of the forms that GPUVerify reads (llvm/plain_forms.h), or refused
  std::vector<std::string> logged_arrays; // what annotations say of accesses to others is not asked; empty: all are
  bool any_dimensions = false;            // nobody says how many the launch has
  cfg::Launch launch;                     // known sizes also become __LOCAL_SIZE_0 ... macros
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
  std::string name;   // demangled, as the user wrote it; template arguments included
  std::string symbol; // in the module
  support::Origin origin;
  bool own_function = false;           // it is made of a function, which is judged by itself
  std::vector<std::string> needs = {}; // symbols of those whose functions are replaced by their contracts in it
  std::optional<std::size_t> broken;   // it does not compile: which one of those, and building it says why
};

// A kernel's parameter as the source declares it, for whoever launches the kernel: a reproducer's host, say.
enum class LeafKind { Signed, Unsigned, Float, Pointer };
struct ParameterLeaf { // a scalar within a value
  std::string name; // of a value: the kernel IR's name, "n", "shape.width", "v.2"; of an element: without the array's
  std::uint64_t offset = 0;
  unsigned bytes = 0;
  LeafKind kind = LeafKind::Signed;
};
enum class ParameterKind { Value, Buffer, Constant, Group, Opaque }; // Opaque: images, samplers, pipes
struct Parameter {
  std::string name;
  ParameterKind kind = ParameterKind::Value;
  std::string type;                  // as the source spells it; of a pointer, what it points to
  std::uint64_t bytes = 0;           // of the value, or of one element
  bool read_only = false;            // a pointer to const
  std::vector<ParameterLeaf> leaves; // of the value, or of one element; empty if there are too many
};

// A launch of a kernel in the same file's host code (CUDA, HIP): what is known of it.
struct LaunchSite {
  struct Argument {
    std::string parameter;
    cfg::Expr value;                    // of an integer; null: unknown. Its variables are indices into `names`
    int buffer = -1;                    // of a pointer: arguments of one number point into one buffer; -1: unknown
    bool whole_buffer = true;           // and to its beginning, or to where `begins` says
    std::uint64_t begins = 0;           // bytes into that buffer
    std::optional<std::uint64_t> bytes; // of a pointer: how many it may be used for; empty: unknown
    std::optional<bool> null;           // of a pointer: is it? Empty: unknown
  };
  // And the calls that lead there, where they say something of it; what host code has chosen on the way ("n = 32") is a
  // place whose function says it.
  support::Origin origin;
  std::array<cfg::Expr, 3> block, grid; // null: unknown
  std::vector<Argument> arguments;
  std::vector<std::string> names;         // of the host's variables
  std::vector<cfg::Expr> definitions;     // theirs, by others of them; null: none
  std::vector<cfg::Expr> conditions;      // that the host has met on its way to the launch
  std::vector<support::Origin> unreached; // launches of the kernel whose conditions contradict each other
  std::string asks;       // a macro by which host code tells its own compilation, on whose answer the launch may depend
  bool lost_part = false; // one of the two does not compile, and the other is known
  bool lost_sizes = false;   // those that are not known stand in text that does not compile
  bool others_apart = false; // arguments that are not of one `buffer` point to memory that does not overlap
};
// "gridDim.x == (n + 255) / 256, n == 4096": what is known besides numbers that a launch of `launch_at` holds.
std::string print(const LaunchSite &site);
cfg::Launch launch_at(const LaunchSite &site); // sizes that are not known are free

std::string llvm_version(); // of the libraries within: "19.1.7"

support::Result<Module> compile(const std::string &path, const Options &options, support::Diagnostics &diags);
std::vector<KernelName> kernels(const Module &module); // in source order
// In the source's order; empty where debug information does not tell (LLVM IR compiled without it).
std::vector<Parameter> parameters(const Module &module, const KernelName &kernel);
// The group's size that the kernel's attributes demand (reqd_work_group_size and its like), if they do.
std::optional<std::array<std::uint64_t, 3>> required_size(const Module &module, const KernelName &kernel);
// Dimensions of the launch that the kernel's functions speak of in the source, whether the kernel depends on them or
// not. Of LLVM IR and of OpenCL: those whose ids and sizes are called for.
std::array<bool, 3> spoken_dimensions(const Module &module, const KernelName &kernel);
// In the source's order; those that do not differ in what is known of them, once. One without a place stands for
// launches that are not seen.
std::vector<LaunchSite> launches(const Module &module, const KernelName &kernel);
// LLVM assembly. Comments in front say what a verdict needs beside; another tool that rewrites the module drops them,
// and what it makes is taken to be optimised.
std::string print(const Module &module);
// As launched at `site`, if one is given; `options.launch` then is launch_at(*site), or within it.
support::Result<cfg::Kernel> build_kernel(const Module &module, const KernelName &kernel, const Options &options,
                                          support::Diagnostics &diags, const LaunchSite *site = nullptr);

} // namespace lockstep::frontend
