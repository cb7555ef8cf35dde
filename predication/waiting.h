// Scheme `flags`: what a thread needs while it waits. Private to stage `predicate`.
//
// While predicated block B runs, a thread whose flag of B is off waits at some block X, where it will go on. An
// assignment in B must leave its variable alone for that thread only if the variable is live at X.
//
// Within one pass over the region (or over one iteration of a loop) blocks run in sort order, so a thread can wait at X
// during B only if it came there from a block Y
//   - that stands before B, or outside the region, or
//   - that shares with B a loop that X is outside of: it came in an earlier iteration of that loop,
// and X stands behind B, or X is the head of a loop around B, for the next iteration.
#pragma once

#include "cfg/analysis/graph/liveness.h"
#include "predication/flag_plan.h"

namespace lockstep::predication {

class Waiting {
public:
  Waiting(const cfg::Kernel &k, const cfg::LoopForest &forest, const cfg::SortOrder &order, const FlagPlan &plan);

  // May a thread that does not run predicated block `b` still read its value of `v`?
  bool needs(cfg::BlockId b, cfg::VarId v) const;

private:
  bool can_wait(cfg::BlockId at, cfg::BlockId b) const;
  bool share_loop_without(cfg::BlockId y, cfg::BlockId b, cfg::BlockId at) const;

  const cfg::LoopForest &forest_;
  const cfg::SortOrder &order_;
  const FlagPlan &plan_;
  const cfg::Liveness live_;
  const std::vector<std::vector<cfg::BlockId>> preds_;
  std::vector<bool> claimed_; // variables that annotations about waiting threads speak of
};

} // namespace lockstep::predication
