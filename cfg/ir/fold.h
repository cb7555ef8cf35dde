// Constant folding of one node, for the builders of expr.h. Floats are never folded: they are uninterpreted for the
// verifier.
#pragma once

#include "cfg/ir/expr.h"

namespace lockstep::cfg {

// The node itself, or a constant or argument equal to it in every defined execution.
Expr fold(Expr node);

} // namespace lockstep::cfg
