// One thread of a launch, by its ids.
#pragma once

#include <array>
#include <cstdint>

namespace lockstep::cfg {

struct ThreadId {
  std::array<std::uint64_t, 3> local{}; // in its group
  std::array<std::uint64_t, 3> group{}; // of its group
  bool operator==(const ThreadId &) const = default;
};

} // namespace lockstep::cfg
