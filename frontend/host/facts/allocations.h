// Calls in host code that allocate memory, of which something is known afterwards. Internal to frontend/.
#pragma once

#include "clang/AST/Expr.h"

#include <vector>

namespace lockstep::frontend {

// The runtime's, of rows with a pitch (`cudaMallocPitch(&memory, &pitch, row, rows)`), that evaluating `s` makes in any
// case: none that hangs on another operand.
std::vector<const clang::CallExpr *> calls_of_pitched(const clang::Stmt &s);

// Is the condition that a call has given, or has not given, no error, and does it say that it has given none?
bool call_succeeds(const clang::Expr &condition, bool holds);

} // namespace lockstep::frontend
