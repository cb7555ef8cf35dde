// How far the lanes of a warp are apart where that hangs on a variable that they share: `a[t * w]` touches 4 * w
// sectors for w = 1 to 8, then 32. From some value on no two groups of lanes share a unit, so one count is good for all
// of them; the values before it are tried one by one (requests.cpp).
#pragma once

#include "coalescing/requests.h"

namespace lockstep::coalescing {

struct Slope {
  cfg::VarId variable = 0;
  Number from = 0, to = 0; // for these values and all in between no two groups of lanes share a unit
};

// The variable that alone decides how the lanes of interest are apart, if one does; in units of `unit` bytes. Values
// are those of the variable as a signed number, and not negative.
std::optional<Slope> slope_of(const LaneForm &f, const std::vector<bool> &lanes, std::uint64_t granule,
                              std::uint64_t bytes, std::uint64_t unit);

// Neighbouring pieces that say the same become one; those of the last `period` ones that only depend on a common
// divisor with it, one for each divisor.
std::vector<StrideCost> merged(std::vector<StrideCost> pieces, std::uint64_t period);

// "1 sector for w = 0, 4 * w for w = 1 to 8, 32 from there on"
std::string text(const ByStride &s, bool group);

} // namespace lockstep::coalescing
