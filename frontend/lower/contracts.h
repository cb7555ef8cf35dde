// What a function that is judged by itself may access (builtins/contracts.cpp).
#pragma once

#include "frontend/lower/context.h"

namespace lockstep::frontend {

// In front of an access of such a function: its contract allows it.
std::optional<cfg::Stmt> in_contract(Context &cx, const Builder::Node &access);

} // namespace lockstep::frontend
