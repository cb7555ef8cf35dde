// Barriers with a number (builtins/named_barriers.cpp) and barriers in group memory (builtins/phases.cpp).
#pragma once

#include "frontend/lower/context.h"

namespace lockstep::frontend {

bool counts_group(const Context &cx, const cfg::Expr &threads); // is it the number of the group's threads?
void finish_numbered(Builder &out);                             // once all of them are known
void finish_phases(Context &cx);                                // what is waited for is set up

} // namespace lockstep::frontend
