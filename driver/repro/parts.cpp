// Pieces that the reproducers of every language share (parts.h).
#include "driver/repro/parts.h"
#include "support/printable.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <regex>

namespace lockstep::driver::repro {

using frontend::LeafKind;

Form form_of(const ReproKernel &k) {
  if (k.parameters.empty() && std::ranges::any_of(k.kernel.vars, [](const auto &v) { return v.param; }))
    return Form::Other;
  const std::string suffix = std::filesystem::path(k.file).extension().string();
  if (suffix == ".kir" || suffix == ".ll" || suffix == ".bc")
    return Form::Other;
  if (suffix == ".hip" || k.text.find("hip/hip_runtime") != std::string::npos)
    return Form::Hip;
  if (suffix == ".cu" || suffix == ".cuh" || k.text.find("__global__") != std::string::npos)
    return Form::Cuda;
  return Form::OpenCL;
}

std::string list(const std::array<std::uint64_t, 3> &sizes) {
  std::size_t n = 3;
  while (n > 1 && sizes[n - 1] <= 1)
    --n;
  return fmt::format("{}", fmt::join(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(n), ","));
}

std::string in_shell(const std::string &word) {
  const auto plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || std::strchr("_-./=:,@+%", c) != nullptr;
  };
  if (!word.empty() && std::ranges::all_of(word, plain))
    return word;
  std::string out = "'";
  for (char c : word)
    out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string in_quotes(const std::string &name) {
  std::string out = "\"";
  for (const char c : support::printable(name))
    out += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
  return out + "\"";
}

std::string whole_path(const std::string &path) {
  std::error_code error; // the current folder may be gone
  const auto whole = std::filesystem::absolute(path, error);
  return (error ? std::filesystem::path(path) : whole).lexically_normal().string();
}

std::string comment(const ReproKernel &k, const verify::Finding &f, std::string_view start) {
  std::string out;
  const auto line = [&](const std::string &text) { out += std::string(start) + support::printable(text) + "\n"; };
  const auto where = [](const verify::ThreadId &t) {
    return fmt::format("local id {} in group {}", list(t.local), list(t.group));
  };
  line(fmt::format("{}: {}: {}", k.file, k.kernel.name, f.message));
  for (const verify::Access &a : f.accesses)
    line(fmt::format("  {}: {}: {}", a.origin.str(), a.what, where(a.thread)));
  return out;
}

const ReproBuffer &buffer(const ReproInputs &inputs, const std::string &name) {
  static const ReproBuffer none;
  const auto it = inputs.buffers.find(name);
  return it == inputs.buffers.end() ? none : it->second;
}

std::vector<std::uint8_t> value_bytes(const frontend::Parameter &p, const ReproInputs &inputs) {
  std::vector<std::uint8_t> bytes(p.bytes);
  for (const frontend::ParameterLeaf &l : p.leaves) {
    const auto it = inputs.scalars.find(l.name);
    for (unsigned i = 0; it != inputs.scalars.end() && i < l.bytes && i < 8 && l.offset + i < p.bytes; ++i)
      bytes[l.offset + i] = static_cast<std::uint8_t>(it->second >> (8 * i));
  }
  // Padding is named by its place: "p.at5". The value's bytes that are not zero lie within it.
  const std::string place = p.name + ".at";
  for (auto it = inputs.scalars.lower_bound(place); it != inputs.scalars.end() && it->first.starts_with(place); ++it) {
    std::uint64_t offset = 0;
    const char *first = it->first.data() + place.size(), *last = it->first.data() + it->first.size();
    if (std::from_chars(first, last, offset).ptr != last)
      continue;
    for (std::uint64_t v = it->second; v != 0 && offset < p.bytes; v >>= 8, ++offset)
      if ((v & 255) != 0)
        bytes[offset] = static_cast<std::uint8_t>(v);
  }
  return bytes;
}

namespace {
double half_value(std::uint16_t h) {
  const int exponent = (h >> 10) & 31, mantissa = h & 1023;
  const double v = exponent == 0    ? std::ldexp(mantissa, -24)
                   : exponent == 31 ? (mantissa != 0 ? NAN : INFINITY)
                                    : std::ldexp(1024 + mantissa, exponent - 25);
  return (h & 0x8000) != 0 ? -v : v;
}
} // namespace

std::string scalar(const std::uint8_t *at, unsigned bytes, LeafKind kind) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, at, std::min(bytes, 8U));
  if (kind == LeafKind::Float)
    return bytes == 4   ? fmt::format("{:.9g}", std::bit_cast<float>(static_cast<std::uint32_t>(bits)))
           : bytes == 8 ? fmt::format("{:.17g}", std::bit_cast<double>(bits))
                        : fmt::format("{:.9g}", half_value(static_cast<std::uint16_t>(bits)));
  if (kind != LeafKind::Signed)
    return fmt::format("{}", bits);
  const unsigned unused = 64 - 8 * std::min(bytes, 8U);
  return fmt::format("{}", static_cast<std::int64_t>(bits << unused) >> unused);
}

Uniform uniform(const std::vector<frontend::ParameterLeaf> &leaves, std::uint64_t bytes) {
  if (leaves.empty())
    return {};
  const Uniform u{leaves.front().kind, leaves.front().bytes};
  const bool same = std::ranges::all_of(
      leaves, [&](const auto &l) { return l.kind == u.kind && l.bytes == u.bytes && l.offset % u.bytes == 0; });
  return same && u.kind != LeafKind::Pointer && u.bytes != 0 && u.bytes <= 8 && bytes % u.bytes == 0 ? u : Uniform{};
}

namespace {

// Does it say nothing, in its annotations, that only Lockstep can evaluate?
bool evaluates_anywhere(const std::string &text) {
  static const std::regex only_ours(
      R"(\b__(?:implies|ite|enabled|dominator_enabled|all|exclusive|same_group|read|write|no_)"
      R"(|old|return_val|other_|uniform_|distinct_|ptr_|accessed|atomic_has|add_noovfl)\w*)");
  return !std::regex_search(text, only_ours);
}

// The annotations that Lockstep understands without a header, as nothing; `asserts`: assertions as those of the
// language.
std::string without_annotations(const std::string &text, bool asserts) {
  static const std::regex word(
      R"(\b(__(?:global_|candidate_|function_wide_)*(?:requires|ensures|assume|assert|invariant)|__reads_from|__writes_to)"
      R"(|__barrier_invariant\w*|__read_permission|__write_permission|__requires_fresh_array|__array_snapshot|__axiom)\s*\()");
  std::vector<std::string> names;
  for (auto it = std::sregex_iterator(text.begin(), text.end(), word); it != std::sregex_iterator(); ++it)
    if (const std::string name = (*it)[1]; std::ranges::find(names, name) == names.end())
      names.push_back(name);
  std::string out;
  for (const std::string &name : names)
    out += fmt::format("#define {}(...){}\n", name,
                       name == "__axiom"               ? ""
                       : asserts && name == "__assert" ? " assert((__VA_ARGS__))"
                                                       : " ((void)0)");
  return out;
}

// A function that is only declared, as that: whoever runs the program says what it does.
std::string uninterpreted_functions(const std::string &text, bool of_device) {
  constexpr std::pair<const char *, const char *> declared[] = {
      {"DECLARE_UF_UNARY", "a"}, {"DECLARE_UF_BINARY", "a, b"}, {"DECLARE_UF_TERNARY", "a, b, c"}};
  std::string out;
  for (const auto &[macro, types] : declared)
    if (text.find(macro) != std::string::npos)
      out += fmt::format("#define {}(name, {}, result) {}result name({})\n", macro, types,
                         of_device ? "__device__ " : "", types);
  return out;
}

std::string sizes(const ReproKernel &k, const ReproLaunch &launch) {
  std::string out;
  for (std::size_t d = 0; d < 3; ++d)
    for (const auto &[name, size] : {std::pair("__LOCAL_SIZE_", launch.local_size[d]),
                                     {"__NUM_GROUPS_", launch.num_groups[d]},
                                     {"__GLOBAL_SIZE_", launch.local_size[d] * launch.num_groups[d]}})
      if (k.text.find(name + std::to_string(d)) != std::string::npos)
        out += fmt::format("#define {}{} {}\n", name, d, size);
  return out;
}

std::string user_macros(const ReproKernel &k) {
  std::string out;
  for (const std::string &d : k.options.defines) {
    const std::size_t equals = d.find('=');
    const std::string name = d.substr(0, equals);
    out += fmt::format("#undef {}\n#define {} {}\n", name.substr(0, name.find('(')), name,
                       equals == std::string::npos ? "1" : d.substr(equals + 1));
  }
  return out;
}

} // namespace

std::string prelude(const ReproKernel &k, const ReproLaunch &launch) {
  const Form form = form_of(k);
  const bool asserts = (form == Form::Cuda || form == Form::Hip) && evaluates_anywhere(k.text);
  std::string ours = sizes(k, launch) + without_annotations(k.text, asserts) +
                     uninterpreted_functions(k.text, form == Form::Cuda || form == Form::Hip);
  if (form == Form::OpenCL && launch.global_offset != std::array<std::uint64_t, 3>{})
    // A simulator file holds no global offset.
    ours += fmt::format("#define get_global_offset(d) ((d) == 0 ? {}u : (d) == 1 ? {}u : (d) == 2 ? {}u : 0u)\n"
                        "#define get_global_id(d) (get_global_id(d) + get_global_offset(d))\n",
                        launch.global_offset[0], launch.global_offset[1], launch.global_offset[2]);
  if (!ours.empty())
    ours = "#ifndef __LOCKSTEP__ // what Lockstep has built in\n" + ours + "#endif\n";
  return ours + user_macros(k);
}

} // namespace lockstep::driver::repro
