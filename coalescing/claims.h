// What is said of an access, as a kernel of its own that the verifier judges: one thread computes the offsets of all
// lanes of a warp, counts the different units that they touch, and asserts that there are at most so many.
//
// It shares nothing with the counting (lane_form.h, units.h): offsets are the source's expressions with definitions put
// in, and what is not understood is any value.
//
// Sound because everything a lane of a request can have is a choice of the claim: a definition stands for its variable
// only where that is assigned once, in no loop; another variable is one symbol for all lanes only where it is uniform
// in the warp, one for each lane otherwise, and at each place where it is read another one; arithmetic wraps around, so
// nothing is assumed of lanes that do not come along; and lanes that facts around the access rule out are left out, no
// others: with fewer lanes, fewer units are touched.
#pragma once

#include "coalescing/requests.h"

namespace lockstep::coalescing {

struct ClaimText {
  std::optional<cfg::Kernel> kernel; // for one thread in one group
  std::string why_not;               // where there is none: one line
};

// That no request of the access touches more than `most` units of so many bytes (a power of two).
ClaimText claim(const cfg::Kernel &k, const cfg::Analyses &a, const Options &options, const AccessCost &access,
                std::uint64_t unit, std::uint64_t most);

} // namespace lockstep::coalescing
