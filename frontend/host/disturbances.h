// Where a host function may change what is not followed by name: variables that others may change, globals, what is
// behind pointers. Internal to frontend/.
//
// Sound because what is not followed changes only by an effect (expression_effects.h) of the function's own text, or of
// what that calls; an operator that changes a followed variable by name changes nothing else, and other threads
// become visible only by an operation that is no plain one (an atomic, a lock, a volatile access, a wait), which counts.
#pragma once

#include "frontend/host/unchanged_variables.h"

namespace lockstep::frontend {

// Adds `elsewhere` to `changes`; `followed` and `changes` say what the function changes by name.
void add_disturbances(const clang::FunctionDecl &function, Unchanged &out);

} // namespace lockstep::frontend
