// Live variables: those whose value at a block's entry some execution may still read.
#pragma once

#include "cfg/analysis/graph/loops.h"

#include <cstddef>
#include <vector>

namespace lockstep::cfg {

struct Liveness {
  std::vector<std::vector<bool>> at_entry; // [block][variable]
};

// Backward may-analysis. Sound because a variable is live wherever some path reads it before assigning it; every
// operand counts as read, that of assumptions and assertions included.
Liveness liveness(const Kernel &k);

// The same just before statement `stmt` of `block` (`stmt` may be the number of statements: before the terminator).
std::vector<bool> live_before(const Kernel &k, const Liveness &live, BlockId block, std::size_t stmt);

// By variable: does it keep its value for a thread, once it has one? That is, it is assigned in one place, in no loop,
// and not read before; or it is a parameter.
std::vector<bool> assigned_once(const Kernel &k, const LoopForest &forest, const Liveness &live);

} // namespace lockstep::cfg
