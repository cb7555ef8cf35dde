// Which of two racing accesses a thread comes to first: for reports.
#pragma once

#include "cfg/ir/kernel.h"
#include "support/source.h"

#include <array>

namespace lockstep::verify {

struct RacingAccess {
  cfg::AccessKind kind = cfg::AccessKind::Read;
  support::Origin origin;
};

// 0 or 1. The access from which the other one can be reached without a barrier of the group; where both or neither can:
// the one that stands first in the kernel, loops aside.
unsigned first_access(const cfg::Kernel &k, cfg::ArrayId array, const std::array<RacingAccess, 2> &accesses);

} // namespace lockstep::verify
