// The last change of each variable of the host, of those that the facts so far tell of. Internal to frontend/.
#pragma once

#include "cfg/ir/expr.h"
#include "frontend/host/effects/expression_key.h"
#include "frontend/host/effects/unchanged_variables.h"
#include "frontend/host/facts/path_facts.h"

#include "clang/AST/Expr.h"

#include <map>
#include <utility>

namespace lockstep::frontend {

// What a part is worth since its last change.
struct LastChange {
  const FactList *since;
  cfg::Expr value; // null: it has only a name
  bool changing = false;
};

class LastChanges {
public:
  // Null: no fact tells of one.
  const LastChange *of(HostPart part) const {
    const auto last = last_.find(part);
    return last == last_.end() ? nullptr : &last->second;
  }
  void set(HostPart part, LastChange change) { last_.insert_or_assign(part, std::move(change)); }
  // What others may change, is not changing.
  void settle_elsewhere() {
    if (const auto others = last_.find(elsewhere); others != last_.end())
      others->second.changing = false;
  }
  // Adds the last changes of what the expression names, and of what has no name; false: some are under way.
  bool add_to(const clang::Expr &e, ExpressionKey &key) const;

private:
  std::map<HostPart, LastChange> last_;
};

} // namespace lockstep::frontend
