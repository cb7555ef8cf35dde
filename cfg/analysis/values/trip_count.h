// Trip counts: how often a loop goes round each time it is entered.
//
// Sound because a variable that each round moves by at least some amount in one direction, exactly, and that stays
// between two numbers at the head has room for so many rounds and no more; and an orbit that ends has no visit beyond.
#pragma once

#include "cfg/analysis/values/ranges/ranges.h"

#include <map>
#include <optional>

namespace lockstep::cfg {

struct Loop;
struct Orbit;
struct Step;

// The visits of the head are numbered 0 to the count.
struct TripCount {
  std::optional<Wide> most; // empty: not known
};

// `steps`: what each round adds to the variables of which that is known (iteration.h).
TripCount trip_count(const std::map<VarId, Step> &steps, const std::vector<Orbit> &orbits, const Loop &loop,
                     const Ranges &ranges);

} // namespace lockstep::cfg
