// Candidate invariants of the source (__candidate_invariant and its like): which of them are invariants of their loops
// is found out by trial. All are claimed at first, and those that are not proved are left out, until what is left is
// proved.
//
// Sound because a kernel with those that are left is verified with all of them as claims; and because the variables
// that stand for candidates (cfg::VarKind::Candidate) are read by nobody, so that whoever does not ask here knows
// nothing of them.
#pragma once

#include "cfg/ir/kernel.h"

#include <set>

namespace lockstep::verify {

// Where they stand in the kernel: at the top of blocks, as invariants do.
std::set<cfg::Point> candidate_invariants(const cfg::Kernel &k);

// The same kernel, in which those at `claimed` are invariants, and no others are left.
cfg::Kernel with_invariants(cfg::Kernel k, const std::set<cfg::Point> &claimed);

} // namespace lockstep::verify
