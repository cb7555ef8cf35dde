// Launch geometry: group size and number of groups per dimension, each given or free (`*`).
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace lockstep::cfg {

struct Launch {
  using Extent = std::optional<std::uint64_t>; // empty: any positive size (within the bounds below)
  std::array<Extent, 3> local_size{1, 1, 1};
  std::array<Extent, 3> num_groups{1, 1, 1};
  // --global-size with a free local size fixes the product instead.
  std::array<Extent, 3> global_size{};
  std::array<std::uint64_t, 3> global_offset{0, 0, 0};
  unsigned dimensions = 1; // get_work_dim()
  unsigned warp_size = 32;
  // What free sizes are at most, stated in the result where it is used: no device has more than 2^10 threads in a
  // dimension of a group, nor more than 2^31 - 1 groups in the first dimension and 65535 in the others. A kernel's
  // preconditions may say less (cfg/analysis/preconditions.h).
  std::array<std::uint64_t, 3> most_local{1024, 1024, 1024};
  std::array<std::uint64_t, 3> most_groups{2147483647, 65535, 65535};
  // In each dimension, all groups together; empty: as many as the sizes allow (--any-launch). Concerns free sizes only.
  Extent most_threads{2147483647};
  bool operator==(const Launch &) const = default;
};

} // namespace lockstep::cfg
