// [ITE] and [While] of the paper's analysis, on a graph: where the threads that a branch parts come together again, and
// what they may have been assigned until then.
//
// Sound because whatever two threads hold differently behind a branch was assigned on one of the ways from it to where
// they meet; ways may lead round a loop and to the branch again, so that those who leave a loop at different times meet
// wherever one of them leaves it. The meeting points are all blocks that two ways lead to before the branch's
// post-dominator, and that one itself, the first to which no way goes round a loop of both; a block that all ways come
// to through an earlier meeting point, without leaving a loop on the way, is reached together.
//
// Sound because a test that holds for at most one thread lets at most one pass each time, and all that run a block that
// this edge dominates, in no fewer loops, have passed it this time.
#pragma once

#include "cfg/analysis/analyses.h"
#include "cfg/analysis/graph/dominators.h"

#include <vector>

namespace lockstep::coalescing::paper {

struct Branching {
  cfg::BlockId at = 0;
  std::vector<cfg::BlockId> meets;
  std::vector<cfg::VarId> assigned; // between the branch and its post-dominator
  std::vector<int> leaves;          // loops that contain the branch, and not all ways behind it
  unsigned heard = 0;               // ways on which a thread accesses global memory again
};

// Every block with several successors.
std::vector<Branching> branchings(const cfg::Kernel &k, const cfg::LoopForest &loops);

// The blocks that only threads run that have gone from `from` to `to`, this time.
std::vector<cfg::BlockId> behind_edge(const cfg::Kernel &k, const cfg::LoopForest &loops,
                                      const cfg::DominatorTree &dominators, cfg::BlockId from, cfg::BlockId to);

} // namespace lockstep::coalescing::paper
