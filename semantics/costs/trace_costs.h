// Counts what an execution costs (cost_counts.h) from the traces of its threads, each by itself: the blocks that a
// thread visited and the accesses of each visit. When the execution ends, the lanes of each warp walk through their
// traces together, in the sort order of [CDKQ13] (Sect. 4): a block is issued once for all lanes that are there, the
// last block of a loop goes back to its head if a lane waits there. That is the lock-step construction, without
// predicates. A second count is that of a stack: lanes that part at a branch go on by themselves up to its immediate
// post-dominator, and together from there. The two differ where branches are not nested: `a || b`, jumps out of loops.
//
// Sound because the walk reorders the steps of different lanes only: each lane's own trace is kept, and a block is
// issued with exactly the lanes whose traces visit it there. What a lane did depends on other lanes through memory, as
// the schedule had it; in a kernel free of races it does not depend on the schedule.
#pragma once

#include "cfg/analysis/graph/loops.h"
#include "cfg/analysis/graph/sort_order.h"
#include "semantics/costs/cost_counts.h"
#include "semantics/observers/observer.h"

#include <memory>

namespace lockstep::semantics {

class TraceCosts final : public Observer {
public:
  explicit TraceCosts(CostOptions options);
  ~TraceCosts() override;
  // Of the execution that ran last, if it counts. Of one that ended early: what was executed until then.
  const CostCounts &counts() const { return counts_; }
  // The same where lanes come together at immediate post-dominators.
  const CostCounts &counts_at_post_dominators() const { return late_; }

  void on_start(const cfg::Kernel &, const Geometry &) override;
  void on_step(ThreadIndex, Site, std::uint64_t) override;
  void on_access(const Access &) override;
  void on_end(const Execution &) override;
  bool wants_steps() const override { return true; }

private:
  struct Touch { // granules [lo, lo + granules) at a statement
    std::uint32_t stmt = 0;
    bool atomic = false;
    cfg::ArrayId array = 0;
    std::int64_t lo = 0;
    std::uint64_t granules = 0;
  };
  struct Visit { // of a block, up to its last statement that was reached
    cfg::BlockId block = 0;
    std::uint32_t reached = 0;
    std::uint32_t first_touch = 0, touches = 0;
  };
  struct Trace {
    std::vector<Visit> visits;
    std::vector<Touch> touches;
  };
  struct Way; // of a warp through its traces

  CostOptions options_;
  const cfg::Kernel *kernel_ = nullptr;
  const Geometry *geometry_ = nullptr;
  std::vector<Trace> traces_;
  CostCounts counts_, late_;
};

} // namespace lockstep::semantics
