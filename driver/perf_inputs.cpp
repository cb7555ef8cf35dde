// See perf_inputs.h.
#include "driver/perf_inputs.h"

#include "driver/suite.h"

#include <charconv>
#include <filesystem>
#include <fmt/format.h>

namespace lockstep::driver {

support::Result<coalescing::Options> request_options(const Options &o, support::Diagnostics &diags) {
  coalescing::Options out{};
  const auto target = cfg::target(o.perf.target);
  if (!target) {
    diags.error({}, fmt::format("--target {}: no such target: there are {}", o.perf.target,
                                fmt::join(cfg::target_names(), ", ")));
    return support::failure;
  }
  out.target = *target;
  if (o.kernel.warp_size_given)
    out.target.lanes = o.kernel.warp_size;
  for (const std::string &text : o.perf.base_align) {
    const std::size_t sign = text.find('=');
    const std::string number = sign == std::string::npos ? text : text.substr(sign + 1);
    std::uint64_t align = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), align);
    if (number != "element" &&
        (error != std::errc() || end != number.data() + number.size() || align == 0 || (align & (align - 1)) != 0)) {
      diags.error({}, fmt::format("--base-align {}: a power of two, in bytes, or `element`", text));
      return support::failure;
    }
    (sign == std::string::npos ? out.base_align : out.align_by_name[text.substr(0, sign)]) = align;
  }
  return out;
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
    out.insert(out.end(), below->begin(), below->end());
  }
  return out;
}

} // namespace lockstep::driver
