// The manifest's entry for a launch (entry.h).
#include "record/entry.h"

#include <algorithm>
#include <numeric>

#include <unistd.h>

namespace lockstep::record {

using nlohmann::ordered_json;

namespace {

std::string hex(const Scalar &bytes) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string out;
  for (const unsigned char b : bytes) {
    out += digits[b >> 4];
    out += digits[b & 15];
  }
  return out;
}

std::string working_directory() {
  std::string out(4096, '\0');
  return ::getcwd(out.data(), out.size()) ? out.c_str() : "";
}

// Memory that arguments share: which piece of memory, and where in it each begins.
struct Place {
  unsigned memory = 0; // 0: shared with no other
  std::uint64_t begins = 0;
};

bool meet(const Memory &a, const Memory &b) {
  return a.root == b.root && a.begins < b.begins + b.size && b.begins < a.begins + a.size;
}

// Numbers count from 1 in the order of the arguments, so that equal launches look equal.
std::vector<Place> places(const std::vector<Argument> &arguments) {
  std::vector<std::size_t> group(arguments.size());
  std::iota(group.begin(), group.end(), 0);
  for (std::size_t i = 0; i < arguments.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const auto *a = std::get_if<Memory>(&arguments[i]), *b = std::get_if<Memory>(&arguments[j]);
      if (a && b && meet(*a, *b))
        std::replace(group.begin(), group.end(), std::max(group[i], group[j]), std::min(group[i], group[j]));
    }
  std::vector<Place> out(arguments.size());
  unsigned memories = 0;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (group[i] != i || std::count(group.begin(), group.end(), i) < 2)
      continue;
    ++memories;
    std::uint64_t first = std::get<Memory>(arguments[i]).begins;
    for (std::size_t j = i; j < arguments.size(); ++j)
      if (group[j] == i)
        first = std::min(first, std::get<Memory>(arguments[j]).begins);
    for (std::size_t j = i; j < arguments.size(); ++j)
      if (group[j] == i)
        out[j] = {memories, std::get<Memory>(arguments[j]).begins - first};
  }
  return out;
}

struct Writer {
  const Place &place;

  ordered_json operator()(const Unset &) const { return {{"type", "unset"}}; }
  ordered_json operator()(const Scalar &s) const { return {{"type", "scalar"}, {"bytes", hex(s)}}; }
  ordered_json operator()(const Sampler &) const { return {{"type", "sampler"}}; }
  ordered_json operator()(const Svm &) const { return {{"type", "svm"}}; }
  ordered_json operator()(const Local &l) const {
    return {{"type", "array"}, {"address_space", "local"}, {"size", l.size}};
  }
  ordered_json operator()(const Memory &m) const {
    ordered_json out = {{"type", m.kind == MemoryKind::Buffer  ? "array"
                                 : m.kind == MemoryKind::Image ? "image"
                                                               : "pipe"}};
    if (m.kind == MemoryKind::Buffer)
      out["size"] = m.size;
    if (place.memory != 0) {
      out["memory"] = place.memory;
      out["begins"] = place.begins;
    }
    return out;
  }
};

} // namespace

ordered_json entry(const Kernel &kernel, const Sizes &sizes, const std::string &source) {
  ordered_json out = {{"language", "OpenCL"}, {"entry_point", kernel.name}};
  if (!kernel.program->not_recordable.empty())
    out["not_recordable"] = kernel.program->not_recordable;
  else
    out["kernel_file"] = source;
  out["global_size"] = sizes.global;
  if (!sizes.local.empty())
    out["local_size"] = sizes.local;
  if (!sizes.offset.empty())
    out["global_offset"] = sizes.offset;
  out["compiler_flags"] = kernel.program->options;
  out["directory"] = working_directory();
  out["pointer_bits"] = sizes.pointer_bits;
  out["kernel_arguments"] = ordered_json::array();
  const std::vector<Place> shared = places(kernel.arguments);
  for (std::size_t i = 0; i < kernel.arguments.size(); ++i)
    out["kernel_arguments"].push_back(std::visit(Writer{shared[i]}, kernel.arguments[i]));
  return out;
}

} // namespace lockstep::record
