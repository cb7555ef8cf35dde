// What memory requests are counted in: how wide the warps of a device are, and the units that its caches and its banks
// move. Only counts depend on it, never a verdict.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace lockstep::cfg {

struct Target {
  std::string_view name;
  unsigned lanes; // of a warp
  std::uint64_t sector_bytes, line_bytes;
  std::uint64_t banks, bank_bytes; // of group memory
  // Lanes that group memory serves together, where each accesses up to 4, 8, 16 bytes.
  unsigned phase_4, phase_8, phase_16;
  // Bytes of alignment with which a thread's access of global memory of up to 16 bytes is one request.
  unsigned enough;

  unsigned lanes_a_phase(std::uint64_t bytes) const { return bytes <= 4 ? phase_4 : bytes <= 8 ? phase_8 : phase_16; }
};

// One of the table, or one with fields of its own: "nvidia", "nvidia,line=64,banks=64". Its name is the text, which
// must outlive it. Fields are powers of two, and a line is of whole sectors.
std::optional<Target> target(std::string_view text);
std::vector<std::string> target_names();
std::vector<std::string> target_fields();

} // namespace lockstep::cfg
