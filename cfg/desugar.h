// `br` and `switch` as `goto` to blocks that open with assumptions (Sect. 3.1 and Fig. 3 of the lock-step paper); the
// picture stands in normalise.h. A part of normalise.
#pragma once

#include "cfg/edit.h"

namespace lockstep::cfg {

// Every block of the result ends in `goto` or `return`.
void desugar_branches(Kernel &k, FreshNames &fresh);

} // namespace lockstep::cfg
