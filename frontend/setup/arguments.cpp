// Clang's cc1 options for each language.
//
// Code generation is that of -O0, without `optnone` and without any LLVM pass: every access of the source becomes a
// load or store of the module, where the source has it. The pass pipeline (passes.h) does the rest.
#include "frontend/setup/arguments.h"

#include "frontend/setup/embedded.h"
#include "frontend/setup/headers.h"

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

Arguments common_arguments() {
  Arguments a;
  // The folder of the debug information is the root: of another one, Clang would cut off what a file's path begins
  // with.
  append(a, {"-O0", "-disable-O0-optnone", "-disable-llvm-passes", "-disable-lifetime-markers", "-ffp-contract=on",
             "-debug-info-kind=limited", "-dwarf-version=4", "-fdebug-compilation-dir=/", "-ferror-limit", "20",
             "-nostdsysteminc", "-nobuiltininc", "-fno-caret-diagnostics", "-Wno-unused-value",
             "-Wno-unknown-attributes"});
  return a;
}

void add_header_dirs(Arguments &a) { // searched last
  a.insert(a.end(),
           {"-internal-isystem", std::string(own_header_dir), "-internal-isystem", std::string(clang_header_dir)});
}

Arguments opencl_arguments(const Options &options) {
  Arguments a = common_arguments();
  append(a, {"-triple", options.pointer_bits == 32 ? "spir-unknown-unknown" : "spir64-unknown-unknown", "-x", "cl",
             "-finclude-default-header", "-fdeclare-opencl-builtins"});
  a.push_back(opencl_standard(options.standard));
  append(a, {"-include", "lockstep_builtins.h", "-include", "lockstep_annotations.h", "-include", "lockstep_opencl.h",
             "-include", "lockstep_scopes.h"});
  return a;
}

// --- macros -------------------------------------------------------------------------------------------------------
void define(std::string &text, std::string name, std::string value) {
  std::replace(value.begin(), value.end(), '\n', ' ');
  text += "#undef " + name.substr(0, name.find('(')) + "\n#define " + name + " " + value + "\n";
}

void define_language(std::string &text, Language language) {
  define(text, "__LOCKSTEP__", "1");
  if (language == Language::OpenCL) {
    define(text, "__OPENCL__", "1");
    return;
  }
  define(text, "__CUDACC__", "1");
  if (language == Language::Hip) {
    for (const char *name : {"__HIP__", "__HIPCC__", "__HIP_DEVICE_COMPILE__", "__HIP_PLATFORM_AMD__"})
      define(text, name, "1");
  } else {
    define(text, "__NVCC__", "1");
    define(text, "CUDART_VERSION", "12000");
    define(text, "__CUDACC_VER_MAJOR__", "12");
    define(text, "__CUDACC_VER_MINOR__", "0");
  }
}

// Known sizes, so that kernels can state what depends on them.
void define_launch(std::string &text, const cfg::Launch &launch) {
  for (unsigned d = 0; d < 3; ++d) {
    std::string dim = std::to_string(d);
    if (launch.local_size[d])
      define(text, "__LOCAL_SIZE_" + dim, std::to_string(*launch.local_size[d]));
    if (launch.num_groups[d])
      define(text, "__NUM_GROUPS_" + dim, std::to_string(*launch.num_groups[d]));
    if (launch.global_size[d])
      define(text, "__GLOBAL_SIZE_" + dim, std::to_string(*launch.global_size[d]));
    else if (launch.local_size[d] && launch.num_groups[d])
      define(text, "__GLOBAL_SIZE_" + dim, std::to_string(*launch.local_size[d] * *launch.num_groups[d]));
  }
}

void define_users(std::string &text, const std::string &macro) { // NAME, NAME=VALUE
  std::size_t equals = macro.find('=');
  define(text, macro.substr(0, equals), equals == std::string::npos ? "1" : macro.substr(equals + 1));
}

// --- the user's options ---------------------------------------------------------------------------------------------
// Options of Clang's driver that say nothing to cc1, or what we decide ourselves. With `argument`, the next word too.
struct Dropped {
  std::string_view prefix;
  bool exact;
  bool argument;
};
constexpr std::array<Dropped, 22> dropped{{
    {"-x", true, true},          {"-o", true, true},          {"-Xclang", true, false},
    {"-c", true, false},         {"-S", true, false},         {"-O", false, false},
    {"-g", false, false},        {"-emit-llvm", true, false}, {"-target", true, true},
    {"--target=", false, false}, {"-march=", false, false},   {"-mcpu=", false, false},
    {"-arch", true, true},       {"--cuda-", false, false},   {"--offload-arch=", false, false},
    {"-nocuda", false, false},   {"-pthread", true, false},   {"-fPIC", true, false},
    {"-m64", true, false},       {"-m32", true, false},       {"-lineinfo", true, false},
    {"-pipe", true, false},
}};

// Macros go to the header of macros, the rest to Clang. `plain`: nothing that changes the language.
void add_users(Arguments &a, std::string &defines, bool &plain, const Arguments &users) {
  for (std::size_t i = 0; i < users.size(); ++i) {
    const std::string &u = users[i];
    if (u.starts_with("-D") || u.starts_with("-U")) {
      std::string macro = u.size() > 2 ? u.substr(2) : i + 1 < users.size() ? users[++i] : "";
      if (!macro.empty() && u[1] == 'D')
        define_users(defines, macro);
      else if (!macro.empty())
        defines += "#undef " + macro + "\n";
      continue;
    }
    auto row = std::find_if(dropped.begin(), dropped.end(),
                            [&](const Dropped &d) { return d.exact ? u == d.prefix : u.starts_with(d.prefix); });
    if (row == dropped.end()) {
      a.push_back(u);
      plain = plain && (u[0] != '-' || u.starts_with("-I") || u.starts_with("-W") || u.starts_with("-i") || u == "-w");
    } else if (row->argument) {
      ++i;
    }
  }
}

} // namespace

std::vector<std::string> cuda_arguments(unsigned pointer_bits, const std::string &standard) {
  Arguments a = common_arguments();
  append(a, {"-triple", pointer_bits == 32 ? "nvptx-nvidia-cuda" : "nvptx64-nvidia-cuda", "-target-cpu", "sm_80",
             "-target-feature", "+ptx80", "-x", "cuda", "-fcuda-is-device", "-fcuda-allow-variadic-functions",
             "-fdeclspec", "-fno-builtin-printf", "-fcxx-exceptions", "-fexceptions", "-fno-threadsafe-statics",
             "-fno-spell-checking", "-fgnuc-version=4.2.1"});
  a.push_back("-std=" + standard);
  add_header_dirs(a);
  return a;
}

ClangCommand clang_command(const std::string &path, Language language, const Options &options) {
  ClangCommand c;
  define_language(c.defines, language);
  define_launch(c.defines, options.launch);
  for (const std::string &d : options.defines)
    define_users(c.defines, d);
  Arguments users;
  for (const std::string &d : options.include_dirs)
    users.push_back("-I" + d);
  if (!options.cuda_path.empty() && language != Language::OpenCL) { // last: cuda_runtime.h and its like are ours
    users.push_back("-idirafter");
    users.push_back(options.cuda_path + "/include");
  }
  bool plain = true;
  add_users(users, c.defines, plain, options.clang_options);
  for (const std::string &d : options.fallback_include_dirs) {
    users.push_back("-idirafter");
    users.push_back(d);
  }

  // Clang searches in the order of kinds (-I before -internal-isystem), so the order here does not matter.
  if (language == Language::OpenCL) {
    c.arguments = opencl_arguments(options);
    add_header_dirs(c.arguments);
  } else {
    std::string standard = options.standard.empty() ? "c++17" : options.standard;
    c.arguments = cuda_arguments(options.pointer_bits, standard);
    const bool hip = language == Language::Hip; // has masks of 64 lanes, which the headers ask for before any macro
    if (hip)
      c.arguments.push_back("-D__LOCKSTEP_WIDE_MASKS__");
    if (plain && !hip && options.pointer_bits == 64 && standard == "c++17" && !precompiled_cuda_headers().empty())
      c.arguments.insert(c.arguments.end(), {"-include-pch", std::string(precompiled_path), "-fno-validate-pch"});
    else
      append(c.arguments, {"-include", "lockstep_cuda_all.h"});
  }
  append(c.arguments, {"-include", "lockstep_defines.h"});
  c.arguments.insert(c.arguments.end(), users.begin(), users.end());
  c.arguments.push_back(path);
  return c;
}

} // namespace lockstep::frontend
