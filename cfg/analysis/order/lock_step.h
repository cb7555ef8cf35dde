// What is ordered between threads of a warp that run in lock step (Terms::lock_step, --warp-sync): old warps, whose
// threads part at a branch and come together again at its immediate post-dominator.
//
// Threads of a warp start an interval (intervals.h) together. A node is run *together* if all threads of the warp that
// come to it in the interval have taken the same branches on the way: it is control dependent on one edge at most, and
// the branch's node is run together. Two accesses are ordered if they are different statements of one such node, or if
// such a node stands between them: it post-dominates the one's node and dominates the other's.
//
// Each node that is run together is a channel of tokens (tokens.h). An access gives the position from which on it has
// been made, the node's start where it stands before; it takes its own, the node's end where it stands behind.
//
// Sound because threads that have taken the same branches since they were together still are, those that parted at a
// branch whose post-dominator this is wait for each other there, and both threads come to the node: who made the first
// access cannot but go on to it, and who makes the second has been there. Post-dominators are those of the kernel, or
// weaker: a way that the interval leaves out, because no execution takes it, counts as one to the end. In loops that an
// interval cuts nothing is said, since the two may be in different iterations; nor in intervals that start at a barrier
// of fewer threads; nor in kernels where threads meet that only the execution knows, or at barriers of some threads, or
// where copies go on by themselves.
#pragma once

#include "cfg/analysis/graph/intervals.h"
#include "cfg/analysis/order/tokens.h"

#include <map>

namespace lockstep::cfg {

class LockStep {
public:
  // The channels are added to those that are there.
  LockStep(const Kernel &k, const LoopForest &forest, const Interval &interval, std::vector<Channel> &channels);

  // To an access of a thread, against those of others of its warp.
  void give_tokens(int node, std::uint32_t stmt, Tokens &out) const;

private:
  struct Meeting { // at a node that is run together, at most once
    std::size_t channel;
    SameIterationOfAllLoops same;
  };
  std::map<std::uint32_t, Meeting> meets_;
  // Per node: those that are surely come to behind it, in front of it; it is one of each.
  std::vector<std::vector<std::uint32_t>> post_dominators_, dominators_;
};

// Does it copy in a way that goes on between its statements (quiet accesses)? Lock step orders nothing then.
bool copies_by_itself(const Kernel &k);

} // namespace lockstep::cfg
