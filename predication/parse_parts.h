// The statements of .pred and .lks: private to the parser (parse.cpp, parse_stmt.cpp).
#pragma once

#include "cfg/ir/text/parse_parts.h"
#include "predication/lockstep.h"
#include "predication/predicated.h"

namespace lockstep::predication {

// A statement in a block of this kind. Reports what is wrong and returns false, the reader near the mistake. Leaves
// origin and ';' to the caller. For Predicated and Lockstep.
template <typename Program>
bool parse_stmt(cfg::kir::Context &c, const Program &p, BlockKind block, typename Program::Node &out);

} // namespace lockstep::predication
