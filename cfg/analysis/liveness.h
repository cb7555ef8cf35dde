// Live variables: those whose value at a block's entry some execution may still read.
#pragma once

#include "cfg/kernel.h"

#include <vector>

namespace lockstep::cfg {

struct Liveness {
  std::vector<std::vector<bool>> at_entry; // [block][variable]
};

// Backward may-analysis. Sound because a variable is live wherever some path reads it before assigning it; every
// operand counts as read, that of assumptions and assertions included.
Liveness liveness(const Kernel &k);

} // namespace lockstep::cfg
