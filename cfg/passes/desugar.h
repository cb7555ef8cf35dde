// `br` and `switch` as `goto` to blocks that open with assumptions (Sect. 3.1 and Fig. 3 of [CDKQ13]); the
// picture stands in normalise.h. A part of normalise.
#pragma once

#include "cfg/ir/edit.h"

namespace lockstep::cfg {

// Every block of the result ends in `goto` or `return`.
void desugar_branches(Kernel &k, FreshNames &fresh);

// The way back: `goto A, B` where A opens with `assume c` and B with `assume not c` becomes `br c, A, B`. Blocks and
// statements keep their numbers and expressions their nodes, so analyses of the one hold for the other.
// Sound because the assumptions leave each thread the same choice.
Kernel sugared(const Kernel &k);

} // namespace lockstep::cfg
