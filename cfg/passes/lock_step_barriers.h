// Kernel -> kernel: warps whose threads run in lock step (Terms::lock_step) meet at the heads of loops.
#pragma once

#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"
#include "support/diagnostic.h"

namespace lockstep::cfg {

// Puts a barrier of the warp at the head of each loop whose threads go round together, so that its iterations are
// intervals of their own. Sound because all threads of the warp that have not ended come there at the same time, and
// memory before and after is ordered for them; no copy goes on meanwhile that a barrier would seem to order.
Kernel with_lock_step_barriers(Kernel k, const Launch &launch, support::Diagnostics &diags);

} // namespace lockstep::cfg
