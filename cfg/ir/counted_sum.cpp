// See counted_sum.h.
#include "cfg/ir/counted_sum.h"

namespace lockstep::cfg {

CountedSum counted_sum(const Stmt &assumption) {
  const auto *a = std::get_if<Assume>(&assumption.node);
  if (!a || a->kind != AssumeKind::Counter || (a->condition->op != Op::Sle && a->condition->op != Op::Ule))
    return {};
  const Expr &from = a->condition->args[0], &sum = a->condition->args[1];
  if (from->op != Op::Var || sum->op != Op::Add || sum->nsw || sum->nuw || !equal(sum->args[0], from))
    return {};
  return {sum.get(), a->condition->op == Op::Sle};
}

CountedSum counted_sum(const Block &b, std::size_t stmt) {
  const auto *a = stmt > 0 ? std::get_if<Assign>(&b.stmts[stmt].node) : nullptr;
  if (!a)
    return {};
  CountedSum out = counted_sum(b.stmts[stmt - 1]);
  if (!out.sum || !equal(std::get<Assume>(b.stmts[stmt - 1].node).condition->args[1], a->value))
    return {};
  out.sum = a->value.get();
  return out;
}

} // namespace lockstep::cfg
