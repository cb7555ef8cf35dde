// See made.h.
#include "tests/oracle/bytes/made.h"

#include <fmt/format.h>

namespace lockstep::oracle::bytes {

std::string Writer::hole() { return fmt::format("0x{:08X}u", first_hole + 16 * wish.index + holes++ % 16); }

std::string Writer::kernel_head(const std::string &name, const std::vector<std::string> &parameters) const {
  std::string s = (cuda ? "extern \"C\" __global__ void " : "__kernel void ") + name + "(";
  for (std::size_t i = 0; i < parameters.size(); ++i)
    s += (i ? ", " : "") + parameters[i];
  return s + ") {";
}

} // namespace lockstep::oracle::bytes
