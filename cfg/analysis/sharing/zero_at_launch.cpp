// What is zero at launch: see zero_at_launch.h.
#include "cfg/analysis/sharing/zero_at_launch.h"

#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

std::optional<ZeroAtLaunch> ZeroAtLaunch::of(const Kernel &k, ArrayId array) {
  const Array &a = k.arrays[array];
  const bool other = a.nonzero || std::ranges::any_of(a.initial, [](auto v) { return v != 0; });
  if (a.space != Space::Global || support::unsound("zero_at_launch.declared", other))
    return std::nullopt;
  return ZeroAtLaunch(array);
}

} // namespace lockstep::cfg
