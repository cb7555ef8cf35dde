// Constant folding of one node (used by the builders of expr.h) and evaluation of an operation on bits (used by
// folding and by the interpreter). Integers only; floats are never folded.
#pragma once

#include "cfg/expr.h"

#include <optional>
#include <vector>

namespace lockstep::cfg {

// The node itself, or a constant or argument equal to it in every defined execution.
Expr fold(Expr node);

// The result bits of an integer or Boolean operation on argument bits; empty where the result is undefined (division
// by zero, oversized shift) or the operation is not an integer one. `arg_type` is the first argument's type.
std::optional<std::uint64_t> evaluate(Op op, Type result, Type arg_type, const std::vector<std::uint64_t> &args);

} // namespace lockstep::cfg
