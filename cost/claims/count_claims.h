// The count of an access's requests as a claim that an engine can prove: a kernel of one thread that stands for one
// warp (docs/design.md 12).
//
// Its parameters are what the threads of the warp have in common: the warp's number, the group's, the kernel's scalars,
// variables that are uniform in the warp. It asserts that each thread's offset is a constant from the first one's, that
// the first one's is one of some residues, and that the pattern, begun at any of these, touches no more sectors and
// lines than were counted, and, if all threads take part, no fewer. Of group memory it asserts the words on any one
// bank. Nothing of lane_form.h takes part: offsets are the kernel's own expressions, constants and residues are guessed
// from values and left to the engine to prove.
//
// Sound because a variable with one assignment, which dominates the access, holds that assignment's value of the same
// round of all loops around both; one that a loop moves by equal steps has gone as many of them in all threads that are
// in the loop; any other one is a parameter only where all threads of the warp agree on it; and a request of some of
// the threads touches no more than one of all.
#pragma once

#include "cost/requests/requests.h"

#include <variant>

namespace lockstep::coalescing {

struct NoClaim {
  std::string reason; // in the user's words
};
struct RequestClaim {
  std::string text;      // one line: what is claimed
  cfg::Kernel kernel;    // well formed (cfg/ir/check.h); for a launch of one thread
  std::string statement; // the kernel's text form, after a head that says what it is
};

// Of one access of `requests` with the same options. `a`: the kernel's analyses for the launch that was counted.
std::variant<RequestClaim, NoClaim> request_claim(const cfg::Kernel &k, const cfg::Analyses &a, const Options &options,
                                                  const AccessCost &access);

} // namespace lockstep::coalescing
