// Threads that end while others of their team go on to a barrier. A thread that has ended need not come to the barriers
// of its team; others wait until it has. It counts as one if it has turned to an end of its own: having come to its
// end, and without having accessed shared memory on the way there, where no barrier can be reached any more, in places
// to which those who wait may come from the barrier. Who accesses there goes on with what the others do behind, and
// could have come to the barrier first. In lock step threads meet without barriers, so that all such places count.
//
// The rule is asked of a thread and of the barrier at which another one waits, by proofs
// (emit/pick/goals/divergence.cpp, cfg/analysis/sharing/uniformity.cpp) and by executions
// (semantics/machines/barriers.cpp): where a path leads is the same for all of them, since jumps are threaded first
// (cfg/analysis/values/thread_jumps.h), as normalise does. A thread that goes round a loop for ever has not ended:
// whoever waits for it waits for ever, and termination is not claimed.
#pragma once

#include "cfg/analysis/graph/graph.h"
#include "cfg/ir/kernel.h"

namespace lockstep::cfg {

class Endings {
public:
  explicit Endings(const Kernel &k);

  // Does every way from the block's start lead to the thread's end, with no barrier but the last statement there (which
  // normalise puts there)?
  bool no_barrier(BlockId b) const { return no_barrier_[b]; }
  // Does no way from the block's start lead through any statement or choice?
  bool silent(BlockId b) const { return silent_[b]; }
  // Per block: has a thread that has executed it not ended quietly, while others wait at a barrier of a warp in this
  // block? Sound because a block to which no path leads from there, in this round of a loop or a later one, is none in
  // which they do anything behind it.
  std::vector<bool> loud(BlockId barrier) const;
  // Does who turns from `branch` to this successor end quietly, at whatever barrier others wait who have come to the
  // branch, too? Or: may it end so, on some way?
  bool quiet(BlockId branch, BlockId successor) const;
  bool may_be_quiet(BlockId branch, BlockId successor) const;

  // The blocks with barriers of warps.
  const std::vector<BlockId> &barriers() const { return barriers_; }

private:
  std::vector<bool> loud_ahead(BlockId branch) const; // for whoever waits at a barrier that is reached from the branch

  bool any_in_lock_step_ = false;
  Graph graph_; // jumps threaded
  std::vector<BlockId> barriers_;
  std::vector<bool> no_barrier_, uses_, silent_; // per block
};

// Is there a branch at which a thread may turn to its end while others may go on to a barrier? Of whatever team: what a
// barrier of a warp gives depends on all who meet there. Sound because one way on which a thread ends quietly is enough
// for it to be missing there.
bool some_end_early(const Kernel &k);

} // namespace lockstep::cfg
