// What a launch's way through the host code says: conditions, as expressions of host variables. See values.h.
//
// Sound because each conjunct counts by itself, and only if all of it is known: its variables have at the launch the
// values that they had where it was evaluated. What is evaluated only sometimes, the right operand of a disjunction
// say, says nothing about overflow.
#include "frontend/host/values.h"

#include "frontend/host/host_text.h"
#include "support/sound.h"

#include "clang/AST/ExprCXX.h"

#include <algorithm>
#include <utility>

namespace lockstep::frontend {

using cfg::Op;

namespace {

cfg::Expr opposite(const cfg::Expr &e) {
  switch (e->op) {
  case Op::Slt: return cfg::binary(Op::Sle, e->args[1], e->args[0]);
  case Op::Sle: return cfg::binary(Op::Slt, e->args[1], e->args[0]);
  case Op::Ult: return cfg::binary(Op::Ule, e->args[1], e->args[0]);
  case Op::Ule: return cfg::binary(Op::Ult, e->args[1], e->args[0]);
  case Op::And: return cfg::binary(Op::Or, opposite(e->args[0]), opposite(e->args[1]));
  case Op::Or: return cfg::binary(Op::And, opposite(e->args[0]), opposite(e->args[1]));
  default: return cfg::negate(e);
  }
}

cfg::Expr nonzero(const cfg::Expr &e) { return e ? cfg::binary(Op::Ne, e, cfg::constant(e->type, 0)) : nullptr; }

} // namespace

// A condition's value; null unless all of it is known.
cfg::Expr HostValues::truth(const clang::Expr &whole, bool now) {
  const clang::Expr &e = *whole.IgnoreParens();
  const Depth depth(depth_);
  if (e.isValueDependent() || e.isTypeDependent() || depth.too_deep())
    return nullptr;
  if (bool known = false;
      !lost_.in(e) && e.getType()->isBooleanType() && e.EvaluateAsBooleanCondition(known, context_) && numbers_.has(e))
    return cfg::boolean(known);
  if (!e.getType()->isBooleanType())
    return nonzero(value(e, now));
  if (auto *full = llvm::dyn_cast<clang::FullExpr>(&e))
    return truth(*full->getSubExpr(), now);
  if (auto *c = llvm::dyn_cast<clang::CastExpr>(&e))
    switch (c->getCastKind()) {
    case clang::CK_LValueToRValue:
    case clang::CK_NoOp:
    case clang::CK_IntegralToBoolean: return truth(*c->getSubExpr(), now);
    default: return nullptr;
    }
  if (auto *r = llvm::dyn_cast<clang::DeclRefExpr>(&e)) {
    auto *v = llvm::dyn_cast<clang::VarDecl>(r->getDecl());
    if (!v || argument_for(*v))
      return nullptr;
    if (is_followed(*v)) {
      const auto last = last_.find({v, whole_variable});
      return last == last_.end() || last->second.changing ? nullptr : last->second.value;
    }
    return is_constant(*v) && v->hasInit() && !llvm::isa<clang::ParmVarDecl>(v) ? truth(*v->getInit(), false) : nullptr;
  }
  if (auto *o = llvm::dyn_cast<clang::UnaryOperator>(&e)) {
    const cfg::Expr t = o->getOpcode() == clang::UO_LNot ? truth(*o->getSubExpr(), now) : nullptr;
    return t ? opposite(t) : nullptr;
  }
  if (auto *o = llvm::dyn_cast<clang::ConditionalOperator>(&e)) {
    const cfg::Expr c = truth(*o->getCond(), now);
    const Perhaps one(*this);
    const cfg::Expr a = truth(*o->getTrueExpr(), now), b = truth(*o->getFalseExpr(), now);
    return c && a && b ? cfg::ite(c, a, b) : nullptr;
  }
  if (auto *call = llvm::dyn_cast<clang::CallExpr>(&e))
    return within<cfg::Expr>(*call, [&](const clang::CompoundStmt &body) -> cfg::Expr {
      auto *only = body.size() == 1 ? llvm::dyn_cast<clang::ReturnStmt>(body.body_front()) : nullptr;
      return only && only->getRetValue() ? truth(*only->getRetValue(), now) : nullptr;
    });
  auto *o = llvm::dyn_cast<clang::BinaryOperator>(&e);
  if (!o)
    return nullptr;
  if (o->isComparisonOp())
    return comparison(*o, now);
  if (!o->isLogicalOp())
    return nullptr;
  const cfg::Expr a = truth(*o->getLHS(), now);
  const Perhaps second(*this);
  const cfg::Expr b = truth(*o->getRHS(), now);
  if (support::left_out("host_conditions.whole") && (!a || !b))
    return a ? a : b;
  return a && b ? cfg::binary(o->getOpcode() == clang::BO_LAnd ? Op::And : Op::Or, a, b) : nullptr;
}

cfg::Expr HostValues::comparison(const clang::BinaryOperator &o, bool now) {
  const cfg::Expr a = value(*o.getLHS(), now), b = value(*o.getRHS(), now);
  if (!a || !b || !(a->type == b->type))
    return nullptr;
  const bool s = o.getLHS()->getType()->isSignedIntegerOrEnumerationType();
  switch (o.getOpcode()) {
  case clang::BO_LT: return cfg::binary(s ? Op::Slt : Op::Ult, a, b);
  case clang::BO_LE: return cfg::binary(s ? Op::Sle : Op::Ule, a, b);
  case clang::BO_GT: return cfg::binary(s ? Op::Slt : Op::Ult, b, a);
  case clang::BO_GE: return cfg::binary(s ? Op::Sle : Op::Ule, b, a);
  case clang::BO_EQ: return cfg::binary(Op::Eq, a, b);
  case clang::BO_NE: return cfg::binary(Op::Ne, a, b);
  default: return nullptr;
  }
}

void HostValues::conjuncts(const clang::Expr &whole, bool holds, std::vector<cfg::Expr> &out) {
  const clang::Expr &e = *whole.IgnoreParens();
  if (auto *full = llvm::dyn_cast<clang::FullExpr>(&e))
    return conjuncts(*full->getSubExpr(), holds, out);
  if (auto *o = llvm::dyn_cast<clang::UnaryOperator>(&e); o && o->getOpcode() == clang::UO_LNot)
    return conjuncts(*o->getSubExpr(), !holds, out);
  if (auto *o = llvm::dyn_cast<clang::BinaryOperator>(&e);
      o && o->getOpcode() == (holds ? clang::BO_LAnd : clang::BO_LOr)) {
    conjuncts(*o->getLHS(), holds, out);
    return conjuncts(*o->getRHS(), holds, out);
  }
  if (auto *c = llvm::dyn_cast<clang::CastExpr>(&e); c && c->getType()->isBooleanType())
    if (c->getSubExpr()->getType()->isBooleanType() && c->getCastKind() == clang::CK_NoOp)
      return conjuncts(*c->getSubExpr(), holds, out);
  if (has_effects(e))
    return;
  if (const cfg::Expr t = truth(e, learns_now()))
    out.push_back(holds ? t : opposite(t));
}

void HostValues::learn_case(const PathFact &fact, std::vector<cfg::Expr> &out) {
  const cfg::Expr chosen = has_effects(*fact.value) ? nullptr : value(*fact.value, learns_now());
  if (!chosen)
    return;
  // One of a range has no single value.
  const auto is = [&](const clang::SwitchCase *c) -> cfg::Expr {
    auto *one = llvm::dyn_cast<clang::CaseStmt>(c);
    const cfg::Expr v = one && !one->caseStmtIsGNURange() ? value(*one->getLHS(), false) : nullptr;
    return v && v->type == chosen->type ? cfg::binary(Op::Eq, chosen, v) : nullptr;
  };
  const auto among = [&](const clang::SwitchCase *c) {
    return std::find(fact.cases.begin(), fact.cases.end(), c) != fact.cases.end();
  };
  if (std::any_of(fact.cases.begin(), fact.cases.end(), [](auto *c) { return llvm::isa<clang::DefaultStmt>(c); })) {
    for (const clang::SwitchCase *c = fact.of->getSwitchCaseList(); c; c = c->getNextSwitchCase())
      if (const cfg::Expr it = among(c) ? nullptr : is(c))
        out.push_back(opposite(it));
    return;
  }
  cfg::Expr any = cfg::boolean(false);
  for (const clang::SwitchCase *c : fact.cases) {
    const cfg::Expr it = is(c);
    if (!it)
      return;
    any = cfg::is_const(any, 0) ? it : cfg::binary(Op::Or, any, it);
  }
  out.push_back(any);
}

// Of the function called, in terms of the arguments that it leaves as they are.
void HostValues::learn_end(const clang::CallExpr &call, PathReader &paths) {
  const clang::FunctionDecl *f = call.getDirectCallee();
  const clang::FunctionDecl *definition = host_body(*f, nullptr); // path_facts.cpp has asked for whom
  const PathFacts *inside = definition ? paths.inside(*definition) : nullptr;
  if (!inside || calls_.size() >= deepest_call)
    return;
  const Unchanged &unchanged = paths.unchanged(*definition);
  Arguments mine;
  for (unsigned i = 0; i < call.getNumArgs() && i < definition->getNumParams(); ++i)
    if (unchanged.always.count(definition->getParamDecl(i)) != 0 && !lost_.has(*definition->getParamDecl(i)) &&
        !has_effects(*call.getArg(i)))
      mine[definition->getParamDecl(i)] = call.getArg(i);
  calls_.push_back(std::move(mine));
  for (const FactList *f : in_order(inside->end))
    learn_condition(f->fact, paths);
  calls_.pop_back();
}

void HostValues::learn_condition(const PathFact &fact, PathReader &paths) {
  std::vector<cfg::Expr> &out = call_.conditions;
  switch (fact.kind) {
  case PathFact::Kind::Holds:
  case PathFact::Kind::Fails: conjuncts(*fact.value, fact.kind == PathFact::Kind::Holds, out); return;
  case PathFact::Kind::Case: learn_case(fact, out); return;
  case PathFact::Kind::After: learn_end(*fact.call, paths); return;
  case PathFact::Kind::Never: out.push_back(cfg::boolean(false)); return;
  case PathFact::Kind::Assigned:
  case PathFact::Kind::Updated:
  case PathFact::Kind::Pitched:
  case PathFact::Kind::Changing:
  case PathFact::Kind::Changed:
  case PathFact::Kind::Scaled: return;
  }
}

} // namespace lockstep::frontend
