// Barriers of some threads (Numbered): who is ordered by them, and that nobody waits for ever.
//
// Threads of a group that can go the same ways (conditions on local ids are followed, thread by thread) have a *role*.
// The conditions, all of them checked on the kernel:
//   (1) the threads of a role, and those of a warp, come to the same statements in the same order, whatever they read:
//       a sequence, in which at most one loop is gone round, equally often by all roles that have one
//       (order/named_barriers/ways.cpp);
//   (2) all that come to a number ask for the same count, and as many threads of the group come as that is;
//   (3) roles that take their turns as the barriers let them all come to their ends, and a thread comes to a number
//       again only when it knows that all others have come before (order/named_barriers/rounds.cpp).
//
// Then the threads that come to a number for the k-th time pass it together. Sound because as long as no thread has
// come twice to what the others have not come to once, each k-th passing is made of the k-th coming of every thread
// that comes at all (2); so what a thread has passed tells of the others what it tells in (3), and by (3) no thread is
// the first to come too early. What is done before the k-th coming is ordered before what is done behind the k-th
// passing; the counts since the last barrier of the group (cfg/passes/number_barriers.h) say which that is, since where
// all meet all have the same counts, or the number is not used any more (3). So each access gives the number of its
// thread's comings, if the thread is one that comes, and takes the number of its passings: as tokens (tokens.h) they
// meet where the one is less than the other.
#pragma once

#include "cfg/analysis/order/handover.h"
#include "cfg/analysis/values/induction.h"
#include "cfg/ir/launch.h"

#include <optional>
#include <string>

namespace lockstep::cfg {

struct NumberedBarrier {
  unsigned number = 0;
  std::optional<VarId> waited, arrived; // what counts a thread's own
  Expr comes;                           // does a thread come to it, by its local ids?
};
struct NumberedBarriers {
  std::vector<NumberedBarrier> all; // empty if a condition does not hold
  std::string missing;              // which one
  BlockId block = 0;                // of one of these barriers
  std::uint32_t stmt = 0;

  void give_tokens(const Kernel &k, Handovers &out) const; // to each access
};

NumberedBarriers numbered_barriers(const Kernel &k, const LoopForest &forest, const Induction &induction,
                                   const Launch &launch);

} // namespace lockstep::cfg
