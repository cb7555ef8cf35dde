// The table of targets (targets.h).
#include "cfg/targets.h"

#include <array>

namespace lockstep::cfg {

namespace {
constexpr std::array targets{
    // CUDA's programming guide and Nsight Compute's: lines of four sectors; 8-byte accesses to shared memory go by half
    // warps, 16-byte ones by quarters.
    Target{"nvidia", 32, 32, 128, 32, 4, 32, 16, 8},
    // AMD's CDNA 2 instruction set and its profiler's guide: the vector L1's line; no sectors, so a line is one.
    Target{"mi200", 64, 64, 64, 32, 4, 32, 16, 8},
    // CDNA 3: the same, with lines of 128 bytes.
    Target{"mi300", 64, 128, 128, 32, 4, 32, 16, 8},
    // AMD's RDNA white paper: wave32, lines of 128 bytes. Banks as for CDNA; 64 of them, which two halves share, are
    // not modelled.
    Target{"rdna", 32, 128, 128, 32, 4, 32, 16, 8}};
} // namespace

std::optional<Target> target(std::string_view name) {
  for (const Target &t : targets)
    if (t.name == name)
      return t;
  return std::nullopt;
}

std::vector<std::string> target_names() {
  std::vector<std::string> names;
  for (const Target &t : targets)
    names.emplace_back(t.name);
  return names;
}

} // namespace lockstep::cfg
