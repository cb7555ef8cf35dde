// How far the lanes of a warp are apart where that hangs on a variable that they share: `a[t * w]` touches 4 * w
// sectors for w = 1 to 8, then 32. From some value on no two groups of lanes share a unit, so one count is good for all
// of them; the values before it are tried one by one (requests.cpp).
#pragma once

#include "cost/requests/requests.h"

namespace lockstep::coalescing {

struct Slope {
  cfg::VarId variable = 0;
  Number from = 0, to = 0; // for these values and all in between no two groups of lanes share a unit
};

// The variable that alone decides how the lanes of interest are apart, if one does; in units of `unit` bytes. Values
// are those of the variable as a signed number, and not negative.
std::optional<Slope> slope_of(const LaneForm &f, const std::vector<bool> &lanes, std::uint64_t granule,
                              std::uint64_t bytes, std::uint64_t unit);

// A form by the value of a variable, without reading it again.
struct Folded {
  LaneForm form; // without the variable's own term
  std::vector<Number> factors;
  std::vector<unsigned> powers; // by term: how often the variable is a factor of what lanes share
  std::vector<bool> lanes;      // that come, whatever the value
  LaneForm at(std::uint64_t value) const;
};
// None if what lanes share depends on the variable otherwise. Sound because a form holds whatever its symbols'
// values are, and a product is one of numbers, which do not wrap around (FormReader::product).
std::optional<Folded> fold(LaneForm f, cfg::VarId variable, std::vector<bool> lanes);

// Neighbouring pieces that say the same become one; those of the last `period` ones that only depend on a common
// divisor with it, one for each divisor.
std::vector<StrideCost> merged(std::vector<StrideCost> pieces, std::uint64_t period);

// "1 sector for w = 0, 4 * w for w = 1 to 8, 32 from there on"
std::string text(const ByStride &s, bool group);

} // namespace lockstep::coalescing
