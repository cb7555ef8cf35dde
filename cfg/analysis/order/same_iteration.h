// That two threads come to a place of an interval in the same iteration of all loops around it.
//
// Between one barrier and the next, two threads may go round a loop differently often. Whoever concludes from both
// running a statement that they run it together (one vote, one load, one barrier under a mask) takes a
// SameIterationOfAllLoops, which is made here alone.
//
// Sound because both begin the interval together, in the same iteration of all loops around its barrier (that is
// barrier divergence's question), and a loop that is not cut cannot be gone round without a barrier, which ends the
// interval: at each of its nodes the head of a loop around the start has been met or has not (intervals.h), by both,
// and a loop that was entered since is in its first iteration. A block of which the interval has two nodes may be met
// in two ways.
#pragma once

#include "cfg/analysis/graph/intervals.h"

#include <optional>

namespace lockstep::cfg {

class SameIterationOfAllLoops {
public:
  // Where both come to the node; each comes there once at most.
  static std::optional<SameIterationOfAllLoops> at_node(const LoopForest &forest, const Interval &interval, int node);
  // Where both come to the block, whichever way they take; likewise.
  static std::optional<SameIterationOfAllLoops> in_block(const LoopForest &forest, const Interval &interval,
                                                         BlockId block);
  // At the barrier behind which the interval starts, if it does not start at the entry.
  static std::optional<SameIterationOfAllLoops> at_start(const Interval &interval);
  BlockId block() const { return block_; }
  bool operator==(const SameIterationOfAllLoops &) const = default;

private:
  explicit SameIterationOfAllLoops(BlockId block) : block_(block) {}
  BlockId block_;
};

} // namespace lockstep::cfg
