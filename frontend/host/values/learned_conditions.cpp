// Conditions on the way to a launch: see learned_conditions.h.
#include "frontend/host/values/learned_conditions.h"

#include "frontend/host/effects/expression_effects.h"
#include "frontend/host/effects/host_text.h"
#include "frontend/host/values/host_arithmetic.h"

#include "clang/AST/ExprCXX.h"

#include <algorithm>
#include <utility>

namespace lockstep::frontend {

using cfg::Op;

void ConditionLearner::learn_conjuncts(const clang::Expr &whole, bool holds) {
  const clang::Expr &e = *whole.IgnoreParens();
  if (auto *full = llvm::dyn_cast<clang::FullExpr>(&e))
    return learn_conjuncts(*full->getSubExpr(), holds);
  if (auto *o = llvm::dyn_cast<clang::UnaryOperator>(&e); o && o->getOpcode() == clang::UO_LNot)
    return learn_conjuncts(*o->getSubExpr(), !holds);
  if (auto *o = llvm::dyn_cast<clang::BinaryOperator>(&e);
      o && o->getOpcode() == (holds ? clang::BO_LAnd : clang::BO_LOr)) {
    learn_conjuncts(*o->getLHS(), holds);
    return learn_conjuncts(*o->getRHS(), holds);
  }
  if (auto *c = llvm::dyn_cast<clang::CastExpr>(&e); c && c->getType()->isBooleanType())
    if (c->getSubExpr()->getType()->isBooleanType() && c->getCastKind() == clang::CK_NoOp)
      return learn_conjuncts(*c->getSubExpr(), holds);
  if (has_effects(e))
    return;
  if (const cfg::Expr t = evaluator_.truth(e, scope_.learns_now()))
    conditions_.push_back(holds ? t : opposite(t));
}

void ConditionLearner::learn_case(const PathFact &fact) {
  const cfg::Expr chosen = has_effects(*fact.value) ? nullptr : evaluator_.value(*fact.value, scope_.learns_now());
  if (!chosen)
    return;
  // One of a range has no single value.
  const auto is = [&](const clang::SwitchCase *c) -> cfg::Expr {
    auto *one = llvm::dyn_cast<clang::CaseStmt>(c);
    const cfg::Expr v = one && !one->caseStmtIsGNURange() ? evaluator_.value(*one->getLHS(), false) : nullptr;
    return v && v->type == chosen->type ? cfg::binary(Op::Eq, chosen, v) : nullptr;
  };
  const auto among = [&](const clang::SwitchCase *c) {
    return std::find(fact.cases.begin(), fact.cases.end(), c) != fact.cases.end();
  };
  if (std::any_of(fact.cases.begin(), fact.cases.end(), [](auto *c) { return llvm::isa<clang::DefaultStmt>(c); })) {
    for (const clang::SwitchCase *c = fact.of->getSwitchCaseList(); c; c = c->getNextSwitchCase())
      if (const cfg::Expr it = among(c) ? nullptr : is(c))
        conditions_.push_back(opposite(it));
    return;
  }
  cfg::Expr any = cfg::boolean(false);
  for (const clang::SwitchCase *c : fact.cases) {
    const cfg::Expr it = is(c);
    if (!it)
      return;
    any = cfg::is_const(any, 0) ? it : cfg::binary(Op::Or, any, it);
  }
  conditions_.push_back(any);
}

// Of the function called, in terms of the arguments that it leaves as they are.
void ConditionLearner::learn_end(const clang::CallExpr &call) {
  const clang::FunctionDecl *f = call.getDirectCallee();
  const clang::FunctionDecl *definition = host_body(*f, nullptr); // path_facts.cpp has asked for whom
  const PathFacts *inside = definition ? paths_.inside(*definition) : nullptr;
  if (!inside || helpers_.too_deep())
    return;
  const Unchanged &unchanged = paths_.unchanged(*definition);
  HelperCalls::Arguments mine;
  for (unsigned i = 0; i < call.getNumArgs() && i < definition->getNumParams(); ++i)
    if (unchanged.always.count(definition->getParamDecl(i)) != 0 && !scope_.lost().has(*definition->getParamDecl(i)) &&
        !has_effects(*call.getArg(i)))
      mine[definition->getParamDecl(i)] = call.getArg(i);
  helpers_.with(std::move(mine), [&] {
    for (const FactList *f : in_order(inside->end))
      learn(f->fact);
  });
}

void ConditionLearner::learn(const PathFact &fact) {
  switch (fact.kind) {
  case PathFact::Kind::Holds:
  case PathFact::Kind::Fails: learn_conjuncts(*fact.value, fact.kind == PathFact::Kind::Holds); return;
  case PathFact::Kind::Case: learn_case(fact); return;
  case PathFact::Kind::After: learn_end(*fact.call); return;
  case PathFact::Kind::Never: conditions_.push_back(cfg::boolean(false)); return;
  case PathFact::Kind::Assigned:
  case PathFact::Kind::Updated:
  case PathFact::Kind::Pitched:
  case PathFact::Kind::Changing:
  case PathFact::Kind::Changed:
  case PathFact::Kind::Scaled: return;
  }
}

} // namespace lockstep::frontend
