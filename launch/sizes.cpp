// Launch sizes (sizes.h).
#include "launch/sizes.h"

#include <array>
#include <cctype>
#include <charconv>
#include <fmt/format.h>
#include <vector>

namespace lockstep::launch {

namespace {

using Extents = std::vector<cfg::Launch::Extent>;
constexpr std::uint64_t largest_size = 0xffffffff; // OpenCL's and CUDA's sizes are 32-bit on every device
constexpr const char *dimension_names[] = {"x", "y", "z"};

std::vector<std::string> split_at_commas(std::string text) {
  if (text.size() >= 2 && text.front() == '[' && text.back() == ']')
    text = text.substr(1, text.size() - 2);
  std::vector<std::string> parts(1);
  for (char c : text) {
    if (c == ',')
      parts.emplace_back();
    else if (std::isspace(static_cast<unsigned char>(c)) == 0)
      parts.back() += c;
  }
  return parts;
}

std::optional<std::uint64_t> number(const std::string &text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty())
    return std::nullopt;
  return value;
}

support::Result<Extents> extents(const char *flag, const std::string &text, std::uint64_t smallest,
                                 support::Diagnostics &diags) {
  Extents result;
  for (const std::string &part : split_at_commas(text)) {
    if (part == "*" && smallest > 0) {
      result.emplace_back();
      continue;
    }
    const auto value = number(part);
    if (!value || *value < smallest || *value > largest_size) {
      diags.error({},
                  fmt::format("{}={} is not a size: write X, X,Y or X,Y,Z, each a {} number{}", flag, text,
                              smallest > 0 ? "positive" : "non-negative", smallest > 0 ? " or * for any size" : ""));
      return support::failure;
    }
    result.emplace_back(*value);
  }
  if (result.size() > 3) {
    diags.error({}, fmt::format("{}={} has {} dimensions: a launch has at most three", flag, text, result.size()));
    return support::failure;
  }
  return result;
}

// Group count from the global size, or the fixed product where the group size is free.
bool divide(const Extents &global, cfg::Launch &launch, support::Diagnostics &diags) {
  for (std::size_t d = 0; d < global.size(); ++d) {
    if (!launch.local_size[d]) {
      launch.num_groups[d].reset();
      launch.global_size[d] = global[d];
    } else if (!global[d]) {
      launch.num_groups[d].reset();
    } else if (*global[d] % *launch.local_size[d] != 0) {
      diags.error({}, fmt::format("the global size {} is not a multiple of the local size {} in dimension {}: change "
                                  "one of them, or give --num-groups instead",
                                  *global[d], *launch.local_size[d], dimension_names[d]));
      return false;
    } else {
      launch.num_groups[d] = *global[d] / *launch.local_size[d];
    }
  }
  return true;
}

} // namespace

SizeText override_sizes(const SizeText &header, const SizeText &command_line) {
  SizeText merged = command_line;
  if (!merged.local_size)
    merged.local_size = header.local_size;
  if (!merged.num_groups && !merged.global_size) {
    merged.num_groups = header.num_groups;
    merged.global_size = header.global_size;
  }
  if (!merged.global_offset)
    merged.global_offset = header.global_offset;
  return merged;
}

support::Result<cfg::Launch> resolve_sizes(const SizeText &text, support::Diagnostics &diags) {
  if (!text.local_size) {
    diags.error({}, "the size of a group is not given: add --local-size X[,Y[,Z]] (CUDA: --block-dim), or write "
                    "//--local_size=X in the file's first lines");
    return support::failure;
  }
  if (!text.num_groups && !text.global_size) {
    diags.error({}, "the number of groups is not given: add --num-groups X[,Y[,Z]] (CUDA: --grid-dim) or "
                    "--global-size, or write //--num_groups=X in the file's first lines");
    return support::failure;
  }
  if (text.num_groups && text.global_size) {
    diags.error({}, "--num-groups and --global-size contradict each other: give only one of them");
    return support::failure;
  }
  const auto local = extents("--local-size", *text.local_size, 1, diags);
  if (!local)
    return support::failure;
  cfg::Launch launch;
  for (std::size_t d = 0; d < local->size(); ++d)
    launch.local_size[d] = (*local)[d];
  std::size_t dimensions = local->size();

  if (text.num_groups) {
    const auto groups = extents("--num-groups", *text.num_groups, 1, diags);
    if (!groups)
      return support::failure;
    for (std::size_t d = 0; d < groups->size(); ++d)
      launch.num_groups[d] = (*groups)[d];
    dimensions = std::max(dimensions, groups->size());
  } else {
    const auto global = extents("--global-size", *text.global_size, 1, diags);
    if (!global)
      return support::failure;
    if (global->size() != local->size()) {
      diags.error({}, fmt::format("--global-size has {} dimension(s) but --local-size has {}: give both the same "
                                  "number of dimensions",
                                  global->size(), local->size()));
      return support::failure;
    }
    if (!divide(*global, launch, diags))
      return support::failure;
  }

  if (text.global_offset) {
    const auto offset = extents("--global-offset", *text.global_offset, 0, diags);
    if (!offset)
      return support::failure;
    for (std::size_t d = 0; d < offset->size(); ++d)
      launch.global_offset[d] = *(*offset)[d];
  }
  launch.dimensions = static_cast<unsigned>(dimensions);
  return launch;
}

std::string sizes_text(const std::array<cfg::Launch::Extent, 3> &sizes) {
  std::string out;
  for (const cfg::Launch::Extent &e : sizes)
    out += (out.empty() ? "" : " x ") + (e ? std::to_string(*e) : "*");
  return out;
}

} // namespace lockstep::launch
