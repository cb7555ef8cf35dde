// Where a host function may change what is not followed by name: variables that others may change, globals, what is
// behind pointers. Internal to frontend/.
//
// Sound because a statement disturbs nothing only if each part of it is known to do no more than to compute: plain
// operators, changes of followed variables by name, launches (which nobody sees the effects of before a call waits),
// and calls of functions whose text is of that kind. Whatever else it is, it counts as a disturbance, and so does the
// end of a block that has something to destroy.
#pragma once

#include "frontend/broken/lost_names.h"
#include "frontend/host/effects/unchanged_variables.h"

namespace lockstep::frontend {

// Adds `elsewhere` to `changes`; `followed` and `changes` say what the function changes by name.
void add_disturbances(const clang::FunctionDecl &function, const LostNames &lost, Unchanged &out);

} // namespace lockstep::frontend
