// The predicated program: one thread whose non-uniform control flow is flattened (Sect. 4.1, Tables 1 and 2 of
// [CDKQ13]). The result of stage `predicate`; text form `.pred` (text.h).
//
// Blocks stand in sort order. A predicated loop ends in a Back and an Exit block; uniform branches and loops (flags
// scheme only) keep their real control flow.
#pragma once

#include "predication/guarded.h"
#include "support/diagnostic.h"

namespace lockstep::predication {

struct Barrier { // the thread waits if the guard holds; else a no-op (rule BARRIER_SKIP)
  Guard guard;
  cfg::Scope scope = cfg::Scope::Group;
  bool fence_group = true;
  bool fence_global = true;
};

struct Predicated {
  using Node =
      std::variant<Assign, SetBlock, Choose, Havoc, Assume, Assert, Skip, Load, Store, Atomic, AtHead, Barrier>;
  using Stmt = StmtOf<Node>;
  using Block = BlockOf<Node>;

  std::string name;
  Scheme scheme = Scheme::Flags;
  std::vector<Var> vars;
  std::vector<cfg::Array> arrays;
  std::vector<Block> blocks; // blocks[0] is the entry
  unsigned pointer_bits = 64;
  cfg::Terms terms;
  Origin origin;
};

// True if well formed: names unique, ids in range, types fit, guards are flags or block tests, uniform variables
// are only assigned uniform values without a guard, real branches are uniform, every predicated loop has its pair
// of pseudo blocks.
bool check(const Predicated &p, support::Diagnostics &diags);

} // namespace lockstep::predication
