// See targets.h.
#include "cfg/targets.h"

namespace lockstep::cfg {

namespace {
constexpr Target table[] = {
    {"nvidia", 32, 32, 128, 32, 4, {32, 16, 8}}, // Nsight Compute's sectors and lines; 8 bytes by half warps
    {"mi200", 64, 64, 64, 32, 4, {32, 16, 8}},   // CDNA 2: vector L1 lines of 64 bytes, LDS 32 lanes a phase
    {"mi300", 64, 64, 128, 32, 4, {32, 16, 8}},  // CDNA 3: lines of 128 bytes
    {"rdna", 32, 64, 128, 32, 4, {32, 16, 8}},   // RDNA in its mode of 32 lanes
};
}

std::span<const Target> targets() { return table; }

std::optional<Target> find_target(std::string_view name) {
  for (const Target &t : table)
    if (t.name == name)
      return t;
  return std::nullopt;
}

} // namespace lockstep::cfg
