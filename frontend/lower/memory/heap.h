// The heap of the device (builtins/heap.cpp).
#pragma once

#include "frontend/lower/context.h"

namespace lockstep::frontend {

// In front of an access: it stays in one of the many blocks of an array.
std::optional<cfg::Stmt> inside_block(const Context &cx, const Builder::Node &access);
void check_frees(Context &cx); // refuses what may touch memory that was freed

} // namespace lockstep::frontend
