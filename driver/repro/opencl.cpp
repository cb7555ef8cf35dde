// OpenCL: the kernel and a file for Oclgrind's `oclgrind-kernel` (its simulator files: program, kernel, NDRange, group
// size, then one argument after the other, `<size=BYTES TYPE fill=VALUE>` or values; `#` begins a comment).
#include "driver/repro/parts.h"

#include "cfg/ir/text/shown_name.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>

namespace lockstep::driver::repro {

namespace {

using frontend::LeafKind;
using frontend::ParameterKind;

const char *sim_type(const Uniform &u) {
  const bool is_signed = u.kind == LeafKind::Signed;
  if (u.kind == LeafKind::Float && u.bytes != 2)
    return u.bytes == 4 ? "float" : "double";
  switch (u.bytes) {
  case 2: return is_signed ? "short" : "ushort";
  case 4: return is_signed ? "int" : "uint";
  case 8: return is_signed ? "long" : "ulong";
  default: return is_signed ? "char" : "uchar";
  }
}

// Values as the simulator's parser reads them: it takes no infinity and no NaN, and half-precision floats as bits.
std::string values(const std::vector<std::uint8_t> &bytes, Uniform u) {
  if (u.kind == LeafKind::Float && u.bytes == 2)
    u.kind = LeafKind::Unsigned;
  std::string out;
  for (std::size_t at = 0; at + u.bytes <= bytes.size(); at += u.bytes)
    out += (at % (16 * u.bytes) == 0 && at != 0 ? "\n " : " ") + scalar(&bytes[at], u.bytes, u.kind);
  return out;
}

bool has_odd_float(const std::vector<std::uint8_t> &bytes, const Uniform &u) {
  if (u.kind == LeafKind::Float)
    for (std::size_t at = 0; at + u.bytes <= bytes.size(); at += u.bytes)
      if (!std::isfinite(std::strtod(scalar(&bytes[at], u.bytes, u.kind).c_str(), nullptr)))
        return true;
  return false;
}

std::string contents(std::uint64_t size, const std::vector<std::uint8_t> &bytes, Uniform u, bool counting,
                     const std::string &comment) {
  if (bytes.empty() && counting &&
      u.bytes < 4) // elements that are views of bytes; the parser's own ranges end at a char
    u = {LeafKind::Unsigned, 4};
  if (bytes.empty())
    return fmt::format("<size={} {} {}> # {}\n", size, sim_type(u),
                       counting ? fmt::format("range=0:1:{}", size / u.bytes - 1) : "fill=0", comment);
  if (has_odd_float(bytes, u))
    u.kind = LeafKind::Unsigned;
  return fmt::format("<size={} {}> # {}\n {}\n", size, sim_type(u), comment, values(bytes, u));
}

std::uint64_t whole_elements(std::uint64_t bytes, std::uint64_t element) {
  element = std::max<std::uint64_t>(1, element);
  return std::max(element, bytes / element * element);
}

std::string argument(const frontend::Parameter &p, const ReproInputs &inputs) {
  if (p.kind == ParameterKind::Value)
    return contents(p.bytes, value_bytes(p, inputs), uniform(p.leaves, p.bytes), false, p.type + " " + p.name);
  const ReproBuffer &b = buffer(inputs, p.name);
  const std::uint64_t size = whole_elements(b.bytes, p.bytes);
  if (p.kind == ParameterKind::Group)
    return fmt::format("<size={} uchar> # local {} *{}\n", size, p.type, p.name);
  return contents(size, b.contents, uniform(p.leaves, p.bytes), b.counting, p.type + " *" + p.name);
}

// Bytes of group memory that one group takes.
std::uint64_t group_memory(const ReproKernel &k, const ReproInputs &inputs) {
  std::uint64_t sum = 0;
  for (const cfg::Array &a : k.kernel.arrays)
    if (a.space == cfg::Space::Group)
      sum += a.extent ? *a.extent * a.granule_bytes : buffer(inputs, cfg::shown_name(a)).bytes;
  return sum;
}

std::string build_options(const ReproKernel &k, std::string standard) {
  if (standard.find_first_of("0123456789") == 0)
    standard = "CL" + standard;
  std::string out = "-cl-std=" + standard;
  for (const std::string &dir : k.options.include_dirs)
    out += " -I" + whole_path(dir);
  if (k.text.find("#include") != std::string::npos) // beside the source
    out += " -I" + std::filesystem::path(whole_path(k.file)).parent_path().string();
  for (const std::string &o : k.options.clang_options)
    out += " " + o;
  return out;
}

} // namespace

std::vector<ReproFile> opencl_files(const ReproKernel &k, const ReproLaunch &launch, const verify::Finding &finding,
                                    const ReproInputs &inputs, const std::string &name, std::string &commands) {
  std::vector<ReproFile> files;
  files.push_back(
      {name + ".cl",
       comment(k, finding, "// ") +
           fmt::format("//--local_size=[{}] --num_groups=[{}]\n", list(launch.local_size), list(launch.num_groups)) +
           prelude(k, launch) +
           fmt::format("#line 1 {}\n", in_quotes(std::filesystem::path(k.file).filename().string())) + k.text});
  for (const frontend::Parameter &p : k.parameters)
    if (p.kind == ParameterKind::Opaque) {
      commands += fmt::format("(no file for Oclgrind: it cannot hold the parameter '{}' of type {})\n", p.name, p.type);
      return files;
    }
  std::string sim = comment(k, finding, "# ");
  sim += fmt::format("{}.cl\n{}\n", name, k.kernel.name);
  std::array<std::uint64_t, 3> global{};
  for (std::size_t d = 0; d < 3; ++d)
    global[d] = launch.local_size[d] * launch.num_groups[d];
  sim += fmt::format("{} # global size\n{} # group size\n", fmt::join(global, " "), fmt::join(launch.local_size, " "));
  for (const frontend::Parameter &p : k.parameters)
    sim += argument(p, inputs);
  files.push_back({name + ".sim", sim});

  std::string command = "oclgrind-kernel --data-races";
  if (k.options.no_benign_tolerance || k.options.tolerance == cfg::Tolerance::None)
    command += " --uniform-writes";
  if (const std::uint64_t bytes = group_memory(k, inputs); bytes > 32768) // its default
    command += fmt::format(" --local-mem-size {}", bytes);
  const auto with = [&](const std::string &standard) {
    return fmt::format("{} --build-options {} {}", command, in_shell(build_options(k, standard)),
                       in_shell(name + ".sim"));
  };
  // Oclgrind has no generic address space, which OpenCL 2.0's library functions take: 1.2 where that compiles.
  commands += k.options.standard.empty() ? with("CL1.2") + " || " + with("CL2.0") : with(k.options.standard);
  commands += '\n';
  return files;
}

} // namespace lockstep::driver::repro
