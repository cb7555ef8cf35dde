// What statements of host code change, and where control goes in them. Internal to frontend/.
#pragma once

#include "frontend/host/effects/unchanged_variables.h"

#include "clang/AST/Stmt.h"

#include <initializer_list>
#include <set>

namespace lockstep::frontend {

struct PartChanges {
  std::set<HostPart> found, otherwise; // than by multiplying or dividing by a power of two
};
// Null statements have none.
PartChanges changes_in(const Unchanged &of, std::initializer_list<const clang::Stmt *> all);

struct FunctionJumps {
  bool found = false; // control may come somewhere, or come twice, by other means than from the statement before
  unsigned returns = 0;
};
FunctionJumps jumps_in(const clang::Stmt *body);

// How a loop's body leaves the loop, or goes on with its condition, from within.
struct LoopExits {
  bool breaks = false, continues = false;
};
LoopExits exits_of(const clang::Stmt &body);

} // namespace lockstep::frontend
