// Targets: what a memory request is counted in, per family of devices (notes: docs/design.md, memory accesses).
//
// Lines and sectors are those of the first cache that global accesses go through, banks those of group memory.
#pragma once

#include <optional>
#include <span>
#include <string_view>

namespace lockstep::cfg {

struct Target {
  std::string_view name;
  unsigned lanes;        // threads of a warp
  unsigned sector_bytes; // what is moved at least
  unsigned line_bytes;   // what has one tag
  unsigned banks;        // of group memory
  unsigned bank_bytes;   // of a word of a bank
  // Lanes that a request of group memory serves at a time, by the bytes of a lane: up to 4, 8, 16.
  unsigned phase_lanes[3];

  unsigned lanes_at_a_time(unsigned bytes) const {
    const unsigned most = phase_lanes[bytes <= 4 ? 0 : bytes <= 8 ? 1 : 2];
    return most < lanes ? most : lanes;
  }
};

std::span<const Target> targets(); // the default first
std::optional<Target> find_target(std::string_view name);

} // namespace lockstep::cfg
