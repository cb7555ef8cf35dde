// What is known of a branch by a condition that has been voted for. Private to cfg/analysis/.
#pragma once

#include "cfg/ir/kernel.h"

#include <optional>
#include <set>
#include <vector>

namespace lockstep::cfg {

class Voted {
public:
  // `value`: of which it is voted whether it is not zero. `definitions`: the only ones (graph/definitions.h).
  Voted(const Kernel &k, const std::vector<std::optional<Point>> &definitions, const Expr &value);

  bool always() const { return constant_ == std::optional(true); }
  const std::set<VarId> &made_of() const { return made_of_; } // as soon as one of these changes, nothing is known
  Type type() const { return value_ ? value_->type : int_type(32); } // of the value that was brought
  // If the vote was `holds`, what does the condition say? Nothing: not known.
  std::optional<bool> decides(const Expr &condition, bool holds) const;
  // The condition with the value that was brought as `as`, wherever it occurs.
  Expr with_value(const Expr &condition, VarId as) const;

private:
  Expr whole(const Expr &e, unsigned depth = 0) const;
  const Kernel &k_;
  const std::vector<std::optional<Point>> &definitions_;
  Expr vote_;  // a truth value; null: not understood
  Expr value_; // which was brought, before it was widened
  bool positive_ = true;
  std::optional<bool> constant_;
  std::set<VarId> made_of_;
};

} // namespace lockstep::cfg
