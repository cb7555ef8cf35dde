// CUDA and HIP: one file with the kernel and a host `main` that allocates, fills, launches, waits and checks every
// call. The host's part is hidden from Lockstep, so that the file can still be verified. What it needs beside `main`
// stands before the user's source, whose macros may have any names.
#include "driver/repro/parts.h"

#include "cfg/ir/text/shown_name.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <regex>

namespace lockstep::driver::repro {

namespace {

using frontend::LeafKind;
using frontend::ParameterKind;

constexpr std::uint64_t shared_limit = 49152; // bytes of shared memory that every device has

constexpr const char *helpers = R"(#include <cassert>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>

static void repro_check(cudaError_t error, const char *what) {
  if (error == cudaSuccess)
    return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
  std::abort();
}

// Memory of the device with these contents; without any, all zero.
static void *repro_buffer(const void *contents, std::size_t bytes) {
  void *p = nullptr;
  repro_check(cudaMalloc(&p, bytes), "cudaMalloc");
  if (contents != nullptr)
    repro_check(cudaMemcpy(p, contents, bytes, cudaMemcpyHostToDevice), "cudaMemcpy");
  else
    repro_check(cudaMemset(p, 0, bytes), "cudaMemset");
  return p;
}

// Memory of the device that holds 0, 1, 2, ...
template <typename T> static void *repro_counting(std::size_t elements) {
  T *host = new T[elements];
  for (std::size_t i = 0; i < elements; ++i)
    host[i] = static_cast<T>(i);
  void *p = repro_buffer(host, elements * sizeof(T));
  delete[] host;
  return p;
}
)";

std::string identifier(const std::string &name) {
  std::string out = "arg_";
  for (char c : name)
    out += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return out;
}

std::string byte_list(const std::vector<std::uint8_t> &bytes) {
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    out += fmt::format("{}{}", i == 0 ? "" : i % 24 == 0 ? ",\n    " : ",", bytes[i]);
  return out;
}

// A scalar as an initialiser of its type; empty where it has no plain spelling.
std::string literal(const std::uint8_t *at, const frontend::ParameterLeaf &l) {
  const std::string text = scalar(at, l.bytes, l.kind);
  if (l.kind == LeafKind::Float)
    return std::isfinite(std::strtod(text.c_str(), nullptr))
               ? text + (text.find_first_of(".e") == std::string::npos ? ".0" : "")
               : "";
  if (l.kind == LeafKind::Unsigned)
    return text + (l.bytes == 8 ? "ULL" : "U");
  return text == "-9223372036854775808" ? "" : text + (l.bytes == 8 ? "LL" : "");
}

class Host {
public:
  Host(const ReproKernel &k, const ReproLaunch &launch, const ReproInputs &inputs)
      : k_(k), launch_(launch), inputs_(inputs) {}

  std::string text() {
    std::string arguments, addresses;
    for (std::size_t i = 0; i < k_.parameters.size(); ++i) {
      const frontend::Parameter &p = k_.parameters[i];
      const std::string name = identifier(p.name.empty() ? std::to_string(i) : p.name);
      arguments += arguments.empty() ? "" : ", ";
      arguments += p.kind == ParameterKind::Value ? by_value(p, name) : pointer(p, name);
      addresses += (addresses.empty() ? "&" : ", &") + name;
    }
    const auto dim3 = [](const std::array<std::uint64_t, 3> &s) { return fmt::format("dim3({})", fmt::join(s, ", ")); };
    const std::uint64_t shared = dynamic_shared();
    std::string out = "\nint main() {\n" + body_;
    if (meets_in_grid()) // which only a cooperative launch may
      out +=
          fmt::format("  void *arguments[] = {{{}}};\n"
                      "  repro_check(cudaLaunchCooperativeKernel({}, {}, {}, arguments, {}, nullptr), \"launch\");\n",
                      addresses.empty() ? "nullptr" : addresses, k_.kernel.name, dim3(launch_.num_groups),
                      dim3(launch_.local_size), shared);
    else
      out += fmt::format("  {}<<<{}, {}, {}>>>({});\n", k_.kernel.name, dim3(launch_.num_groups),
                         dim3(launch_.local_size), shared, arguments);
    out += "  repro_check(cudaGetLastError(), \"launch\");\n"
           "  repro_check(cudaDeviceSynchronize(), \"kernel\");\n";
    for (const std::string &b : buffers_)
      out += "  cudaFree(" + b + ");\n";
    return out + "  std::puts(\"the kernel has run\");\n  return 0;\n}\n";
  }

private:
  // Declares the memory; what it is called.
  void allocate(const std::string &name, const std::string &source, std::uint64_t element, const std::string &type) {
    const ReproBuffer &b = buffer(inputs_, source);
    buffers_.push_back(name);
    if (b.contents.empty() && b.counting && !type.empty()) {
      body_ += fmt::format("  void *{} = repro_counting<{}>({});\n", name, type,
                           b.bytes / std::max<std::uint64_t>(1, element));
      return;
    }
    const std::uint64_t bytes = std::max({b.bytes, element, std::uint64_t{1}});
    if (!b.contents.empty())
      body_ += fmt::format("  static const unsigned char {}_contents[] = {{\n    {}}};\n", name, byte_list(b.contents));
    body_ +=
        fmt::format("  void *{} = repro_buffer({}, {});\n", name, b.contents.empty() ? "nullptr" : name + "_contents",
                    b.contents.empty() ? bytes : b.contents.size());
  }

  std::string pointer(const frontend::Parameter &p, const std::string &name) {
    const bool number =
        p.leaves.size() == 1 && p.leaves.front().kind != LeafKind::Pointer && p.leaves.front().name.empty();
    allocate(name, p.name, p.bytes, number ? p.type : "");
    if (p.type == "void")
      return name;
    return fmt::format("static_cast<{} *>({})", p.type, name);
  }

  std::string by_value(const frontend::Parameter &p, const std::string &name) {
    const std::vector<std::uint8_t> bytes = value_bytes(p, inputs_);
    if (p.leaves.size() == 1 && p.leaves.front().name == p.name && p.leaves.front().kind != LeafKind::Pointer)
      if (const std::string v = literal(bytes.data(), p.leaves.front()); !v.empty()) {
        body_ += fmt::format("  {} {} = static_cast<{}>({});\n", p.type, name, p.type, v);
        return name;
      }
    body_ += fmt::format("  alignas(16) unsigned char {}[{}] = {{{}}}; // {}\n", name,
                         std::max<std::uint64_t>(1, p.bytes), byte_list(bytes), p.type);
    for (const frontend::ParameterLeaf &l : p.leaves)
      if (l.kind == LeafKind::Pointer) {
        const std::string member = identifier(l.name);
        allocate(member, l.name, 1, "");
        body_ += fmt::format("  std::memcpy({} + {}, &{}, sizeof {});\n", name, l.offset, member, member);
      }
    return fmt::format("reinterpret_cast<{} &>({})", p.type, name);
  }

  bool meets_in_grid() const {
    const auto of_grid = [](const cfg::Stmt &s) {
      const auto *barrier = std::get_if<cfg::Barrier>(&s.node);
      return barrier != nullptr && barrier->scope == cfg::Scope::Grid;
    };
    return std::ranges::any_of(k_.kernel.blocks,
                               [&](const cfg::Block &b) { return std::ranges::any_of(b.stmts, of_grid); });
  }

  std::uint64_t dynamic_shared() const {
    std::uint64_t fixed = 0, dynamic = 0;
    for (const cfg::Array &a : k_.kernel.arrays) {
      if (a.space != cfg::Space::Group)
        continue;
      if (a.extent)
        fixed += *a.extent * a.granule_bytes;
      else
        dynamic = std::max(dynamic, buffer(inputs_, cfg::shown_name(a)).bytes);
    }
    return std::min(dynamic, shared_limit - std::min(fixed, shared_limit));
  }

  const ReproKernel &k_;
  const ReproLaunch &launch_;
  const ReproInputs &inputs_;
  std::string body_;
  std::vector<std::string> buffers_;
};

std::string as_hip(const std::string &host) {
  static const std::regex name(R"(\bcuda([A-Z]))"), type(R"(\bcudaError_t\b)");
  return std::regex_replace(std::regex_replace(host, type, "hipError_t"), name, "hip$1");
}

} // namespace

std::vector<ReproFile> cuda_files(const ReproKernel &k, const ReproLaunch &launch, const verify::Finding &finding,
                                  const ReproInputs &inputs, const std::string &name, std::string &commands) {
  const bool hip = form_of(k) == Form::Hip;
  const std::string file = name + (hip ? ".hip" : ".cu");
  static const std::regex main_function(R"(\bmain\s*\()");
  const bool has_main = std::regex_search(k.text, main_function);

  std::string text = comment(k, finding, "// ");
  text += fmt::format("//--local_size=[{}] --num_groups=[{}]\n", list(launch.local_size), list(launch.num_groups));
  text += fmt::format("#ifndef __LOCKSTEP__\n#include <{}>\n{}#endif\n", hip ? "hip/hip_runtime.h" : "cuda_runtime.h",
                      hip ? as_hip(helpers) : helpers);
  text += prelude(k, launch);
  if (has_main)
    text += "#define main original_main\n";
  text += fmt::format("#line 1 {}\n", in_quotes(std::filesystem::path(k.file).filename().string())) + k.text;
  if (text.back() != '\n')
    text += '\n';
  if (has_main)
    text += "#undef main\n";

  for (const frontend::Parameter &p : k.parameters)
    if (p.kind == ParameterKind::Opaque || p.type.empty()) {
      commands +=
          fmt::format("({} is the kernel alone: there is no host part for the parameter '{}' {})\n", file, p.name,
                      p.type.empty() ? "whose type cannot be written down (a pointer to a function, say)"
                                     : "of type '" + p.type + "'");
      return {{file, text}};
    }
  text += fmt::format("#line {} \"{}\"\n", std::ranges::count(text, '\n') + 2, file);
  text += "#ifndef __LOCKSTEP__ // the host's part\n";
  const std::string host = Host(k, launch, inputs).text();
  text += (hip ? as_hip(host) : host) + "#endif\n";

  std::string options;
  if (!k.options.standard.empty())
    options += " -std=" + k.options.standard;
  for (const std::string &dir : k.options.include_dirs)
    options += " -I" + in_shell(whole_path(dir));
  if (k.text.find("#include \"") != std::string::npos)
    options += " -I" + in_shell(std::filesystem::path(whole_path(k.file)).parent_path().string());
  if (!hip && k.text.find("<<<") != std::string::npos) // the user's host code may call what other files hold: dropped
    options += " -Xcompiler -ffunction-sections -Xlinker --gc-sections";
  if (hip)
    commands += fmt::format("hipcc -g{} {} -o {}.out && ./{}.out\n", options, file, name, name);
  else
    commands += fmt::format("nvcc -lineinfo{} {} -o {}.out && compute-sanitizer --tool racecheck ./{}.out\n", options,
                            file, name, name);
  return {{file, text}};
}

} // namespace lockstep::driver::repro
