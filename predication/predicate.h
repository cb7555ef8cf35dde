// Stage `predicate`: flattens one thread's control flow (Sect. 4.1 of [CDKQ13], Tables 1 and 2).
//
// Two schemes. `block-id` is the construction to the letter: a variable `active` holds the block to execute, every
// block runs in sort order under `active = B`. It takes a kernel whose branches are desugared (normalise.h).
//
// `flags` (default) is its one-hot form, only where needed:
//
//     A: br uniform, B, C          stays                              A: br uniform, B, C
//     B: br e, T, F                a branch that threads may take     B: in_T := e; in_F := not(e); goto T
//     T: x := 1; goto J            differently is flattened up to     T: x := in_T ? 1 : x; goto F
//     F: x := 2; goto J            where they meet again              F: x := in_F ? 2 : x; goto J
//     J: ...                       no guard                           J: ...
//
// Sound because the threads at a kept branch agree on its condition (cfg/analysis/sharing/uniformity.h), and a block
// without a guard is control-dependent on kept branches only, so that all threads run it together.
#pragma once

#include "cfg/analysis/graph/loops.h"
#include "cfg/analysis/sharing/uniformity.h"
#include "predication/predicated.h"
#include "support/result.h"

namespace lockstep::predication {

struct PredicateOptions {
  Scheme scheme = Scheme::Flags;
};

// `uniform`: uniformity between all threads that will run in lock step (for a pair of any two threads: the grid level).
// Scheme block-id does not read it. The kernel has at most one reachable block that returns (normalise.h).
support::Result<Predicated> predicate(const cfg::Kernel &k, const cfg::LoopForest &forest,
                                      const cfg::Uniformity &uniform, const PredicateOptions &options,
                                      support::Diagnostics &diags);

} // namespace lockstep::predication
