// Scheme `flags`: which blocks need a flag, and which share one. Private to stage `predicate`.
//
// A block is predicated if it is control-dependent, directly or not, on a branch that threads may take differently. The
// predicated blocks fall into regions: each is left for one block only, where the threads meet again.
//
// Theorem (one exit). If a path leads from a divergent branch d to a block P that is not predicated, P post-dominates
// d: otherwise P would be control-dependent on some block of the path, itself control-dependent on d or d. Two exits P
// and P' of one region are reached from one d, so both post-dominate it, and the one further from d could not be left
// for the program's end without passing the nearer again, which then would not be passed on every path.
#pragma once

#include "cfg/analysis/graph/dominators.h"
#include "cfg/analysis/graph/sort_order.h"
#include "cfg/analysis/sharing/uniformity.h"

namespace lockstep::predication {

struct Region {
  std::vector<cfg::BlockId> blocks; // in sort order
  cfg::Node exit = cfg::no_node;    // where all threads meet; the number of blocks if they end there
};

struct FlagPlan {
  std::vector<bool> uniform_var; // one copy for all threads
  std::vector<bool> divergent;   // threads may take different successors of this block
  std::vector<bool> predicated;  // some threads run it, others not
  std::vector<int> region_of;    // -1: not predicated
  std::vector<Region> regions;
  // The block whose flag a predicated block uses: itself, or the first of those that a thread runs if and only if it
  // runs this one, in the same iteration of the same innermost loop.
  std::vector<cfg::BlockId> leader;
};

FlagPlan plan_flags(const cfg::Kernel &k, const cfg::LoopForest &forest, const cfg::SortOrder &order,
                    const cfg::Uniformity &uniform);

} // namespace lockstep::predication
