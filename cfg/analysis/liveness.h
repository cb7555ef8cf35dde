// Live variables: those whose value at a block's entry some execution may still read.
#pragma once

#include "cfg/kernel.h"

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

} // namespace lockstep::cfg
