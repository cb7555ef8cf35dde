// See voted.h.
#include "cfg/analysis/values/voted.h"

#include "cfg/ir/op_groups.h"

#include <algorithm>

namespace lockstep::cfg {

namespace {

constexpr unsigned deep = 12; // definitions that are followed, one in the other

// The condition without negations: an order is turned into the strict one.
struct Signed {
  Expr e;
  bool positive;
};
Signed without_negation(Expr e) {
  for (bool positive = true;;) {
    const bool equals = e->op == Op::Eq || e->op == Op::Ne;
    const bool number = equals && is_const(e->args[1], 0) && e->args[0]->op == Op::Ite && // of a truth value, that is
                        is_const(e->args[0]->args[2], 0) && is_const(e->args[0]->args[1]) &&
                        !is_const(e->args[0]->args[1], 0);
    if (e->op == Op::Not || number) {
      positive = positive == (e->op == Op::Ne);
      e = number ? e->args[0]->args[0] : e->args[0];
      continue;
    }
    if (e->op == Op::Ne)
      return {binary(Op::Eq, e->args[0], e->args[1]), !positive};
    if (e->op == Op::Sle || e->op == Op::Ule)
      return {binary(e->op == Op::Sle ? Op::Slt : Op::Ult, e->args[1], e->args[0]), !positive};
    return {e, positive};
  }
}

} // namespace

// With each variable that is assigned in one place only replaced by what it is assigned.
Expr Voted::whole(const Expr &e, unsigned depth) const {
  if (e->op == Op::Var) {
    const std::optional<Point> at = definitions_[e->var];
    auto *a = at ? std::get_if<Assign>(&statement(k_, *at).node) : nullptr;
    return a && depth < deep ? whole(a->value, depth + 1) : e;
  }
  switch (e->op) { // those that a condition is made of
  case Op::Not: return negate(whole(e->args[0], depth));
  case Op::Ite: return ite(whole(e->args[0], depth), whole(e->args[1], depth), whole(e->args[2], depth));
  case OPS_CAST: return cast(e->op, whole(e->args[0], depth), e->type);
  case OPS_OPAQUE: return e;
  case OPS_LEAF:
  case OPS_NUMBER:
  case OPS_ORDER:
  case OPS_EQUALITY:
  case Op::And:
  case Op::Or:
  case Op::Implies:
  case OPS_FLOAT: break;
  }
  if (e->args.size() != 2)
    return e;
  return binary(e->op, whole(e->args[0], depth), whole(e->args[1], depth), e->nsw, e->nuw);
}

Voted::Voted(const Kernel &k, const std::vector<std::optional<Point>> &definitions, const Expr &value)
    : k_(k), definitions_(definitions) {
  const Expr all = whole(value);
  if (is_const(all)) {
    constant_ = all->value != 0;
    return;
  }
  value_ = all;
  while (value_->op == Op::Zext || value_->op == Op::Sext)
    value_ = value_->args[0];
  const Signed vote = without_negation(binary(Op::Ne, all, constant(all->type, 0)));
  vote_ = vote.e;
  positive_ = vote.positive;
  std::vector<VarId> vars;
  collect_vars(vote_, vars);
  made_of_ = {vars.begin(), vars.end()};
}

Expr Voted::with_value(const Expr &condition, VarId as) const {
  if (!value_)
    return condition;
  const auto replaced = [&](const auto &self, const Expr &e) -> Expr {
    // of a truth value that was brought as a number, the value itself
    if (equal(e, value_) || (value_->op == Op::Ite && equal(e, value_->args[0])))
      return e->type == value_->type ? variable(as, e->type)
                                     : binary(Op::Ne, variable(as, value_->type), constant(value_->type, 0));
    if (e->op == Op::Not)
      return negate(self(self, e->args[0]));
    if (e->args.size() == 2 && e->op != Op::Call && e->op != Op::Read)
      return binary(e->op, self(self, e->args[0]), self(self, e->args[1]), e->nsw, e->nuw);
    return e;
  };
  return replaced(replaced, whole(condition));
}

std::optional<bool> Voted::decides(const Expr &condition, bool holds) const {
  if (!vote_)
    return std::nullopt;
  const Signed c = without_negation(whole(condition));
  if (!equal(c.e, vote_))
    return std::nullopt;
  return holds == (c.positive == positive_);
}

} // namespace lockstep::cfg
