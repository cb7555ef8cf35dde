// In how many parts the lanes of a warp may come to a block.
//
// A machine brings lanes that part at a branch together again at its immediate post-dominator, where all their ways
// meet (semantics/simt/program/place.h); the lock-step program of [CDKQ13] does so wherever the sort order allows it,
// which is never later. What stands between is run once by the latter and several times by the former: the second
// operand's way into `if (a || b) X`, what a `goto` skips to, what precedes a `break` or `return` out of a loop, to
// which lanes come in different rounds.
//
//   before the branch: parts   ->   each way that stays: part + (way, join)   ->   at the join: part
//
// Sound because a part's brackets are the branches that have divided the lanes and whose joins have not been passed, in
// the order of the branches: a join is post-dominated by those of the brackets around it, so brackets close from the
// inside; lanes in the same brackets were divided by none of them, and ways out of a loop that lanes take in different
// rounds, or loops whose lanes do not come together in each round, are brackets in which each lane may be alone. A
// branch inside a loop whose join is outside has the same join as all others of that kind there.
#pragma once

#include "cfg/analysis/graph/sort_order.h"
#include "cfg/analysis/sharing/uniformity.h"

namespace lockstep::cfg {

class WarpParts {
public:
  static constexpr std::uint32_t each_lane = ~std::uint32_t(0); // as many as there are lanes

  // `uniform`: of the threads of a warp.
  WarpParts(const Kernel &k, const LoopForest &loops, const Uniformity &uniform, const SortOrder &order);

  // In one round of all loops around the block: at most so many.
  std::uint32_t most(BlockId b) const { return most_[b]; }
  bool together(BlockId b) const { return most_[b] <= 1; }
  // May lanes that have gone different numbers of rounds come together there? (They leave a loop for the next round of
  // one around it, and meet the others at a place inside.)
  bool mixes_rounds(BlockId b) const { return mixed_[b]; }

private:
  std::vector<std::uint32_t> most_;
  std::vector<bool> mixed_;
};

} // namespace lockstep::cfg
