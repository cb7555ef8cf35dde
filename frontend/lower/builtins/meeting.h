// Points that threads must reach together, and with the same values (meeting.cpp).
#pragma once

#include "frontend/lower/context.h"

namespace lockstep::frontend {

void barrier_statement(Builder &out, cfg::Scope scope, bool group, bool global);
// Of a parameter that no program has.
inline cfg::Expr any_value(Builder &out, cfg::VarKind kind, const std::string &name, cfg::Type type) {
  return cfg::variable(added_parameter(out, kind, name, type), type);
}
// All threads of the group, with the same values.
void meet_with(Context &cx, const std::vector<cfg::Expr> &values, bool fences = false);
void meet_tile_with(Context &cx, const std::vector<cfg::Expr> &values, unsigned lanes); // those of a tile

} // namespace lockstep::frontend
