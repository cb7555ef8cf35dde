// See inputs.h.
#include "driver/perf/inputs.h"

#include "driver/commands/suite.h"
#include "driver/pipeline/load.h"

#include <bit>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>

namespace lockstep::driver {

support::Result<coalescing::Options> request_options(const Options &o, support::Diagnostics &diags) {
  coalescing::Options out{};
  const auto target = target_of(o.perf.target, diags);
  if (!target)
    return support::failure;
  out.target = *target;
  KernelOptions warps = o.kernel; // a file's first lines may say otherwise
  if (!settle_warp_size({}, warps, &out.target, diags))
    return support::failure;
  for (const std::string &text : o.perf.base_align) {
    const std::size_t sign = text.find('=');
    const std::string number = sign == std::string::npos ? text : text.substr(sign + 1);
    std::uint64_t align = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), align);
    if (sign == 0 || (number != "element" &&
                      (error != std::errc() || end != number.data() + number.size() || !std::has_single_bit(align)))) {
      diags.error({},
                  fmt::format("--base-align {}: a power of two, in bytes, or `element`; of one array: NAME=256", text));
      return support::failure;
    }
    (sign == std::string::npos ? out.base_align : out.align_by_name[text.substr(0, sign)]) = align;
  }
  return out;
}

bool names_are_known(const coalescing::Options &how, const std::set<std::string> &arrays, support::Diagnostics &diags) {
  for (const auto &[name, align] : how.align_by_name)
    if (arrays.count(name) == 0) {
      const std::vector<std::string> there(arrays.begin(), arrays.end());
      const std::string near = nearest(name, there);
      diags.error({}, fmt::format("--base-align {}=...: no kernel has an array of that name{}", name,
                                  !near.empty()   ? fmt::format(", did you mean '{}'?", near)
                                  : there.empty() ? ""
                                                  : fmt::format(": there are {}", fmt::join(there, ", "))));
      return false;
    }
  return true;
}

support::Result<std::vector<std::string>> files_of(const Options &o, support::Diagnostics &diags) {
  std::vector<std::string> out;
  for (const std::string &input : o.inputs) {
    std::error_code error;
    if (!std::filesystem::is_directory(input, error)) {
      out.push_back(input);
      continue;
    }
    const auto below = find_kernels(input, diags);
    if (!below)
      return support::failure;
    out.insert(out.end(), below->files.begin(), below->files.end());
    tell_omitted(below->left_out);
  }
  return out;
}

} // namespace lockstep::driver
