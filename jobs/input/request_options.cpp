// See request_options.h.
#include "jobs/input/request_options.h"

#include "jobs/input/stage_options.h"

#include <bit>
#include <charconv>
#include <fmt/format.h>

namespace lockstep::jobs {

support::Result<coalescing::Options> request_options(const Options &o, support::Diagnostics &diags) {
  coalescing::Options out{};
  const auto target = target_of(o.device.target, diags);
  if (!target)
    return support::failure;
  out.target = *target;
  KernelOptions warps = o.kernel; // a file's first lines may say otherwise
  if (!settle_warp_size({}, warps, &out.target, diags))
    return support::failure;
  for (const std::string &text : o.device.base_align) {
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

} // namespace lockstep::jobs
