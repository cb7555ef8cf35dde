// Conditions of host code, as expressions of host variables: see host_evaluator.h.
//
// Sound because each conjunct counts by itself, and only if all of it is known: its variables have at the launch the
// values that they had where it was evaluated. What is evaluated only sometimes, the right operand of a disjunction
// say, says nothing about overflow.
#include "frontend/host/values/host_evaluator.h"

#include "frontend/host/values/host_arithmetic.h"
#include "support/sound.h"

#include "clang/AST/ExprCXX.h"

namespace lockstep::frontend {

using cfg::Op;

namespace {

cfg::Expr nonzero(const cfg::Expr &e) { return e ? cfg::binary(Op::Ne, e, cfg::constant(e->type, 0)) : nullptr; }

} // namespace

// A condition's value; null unless all of it is known.
cfg::Expr HostEvaluator::truth(const clang::Expr &whole, bool now) {
  const clang::Expr &e = *whole.IgnoreParens();
  const Depth depth(depth_);
  if (e.isValueDependent() || e.isTypeDependent() || depth.too_deep())
    return nullptr;
  if (bool known = false; !scope_.lost().in(e) && e.getType()->isBooleanType() &&
                          e.EvaluateAsBooleanCondition(known, scope_.context()) && scope_.numbers().has(e))
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
    if (!v || helpers_.argument_for(*v))
      return nullptr;
    if (is_followed(*v)) {
      const LastChange *last = last_.of({v, whole_variable});
      return !last || last->changing ? nullptr : last->value;
    }
    return scope_.is_constant(*v) && v->hasInit() && !llvm::isa<clang::ParmVarDecl>(v) ? truth(*v->getInit(), false)
                                                                                       : nullptr;
  }
  if (auto *o = llvm::dyn_cast<clang::UnaryOperator>(&e)) {
    const cfg::Expr t = o->getOpcode() == clang::UO_LNot ? truth(*o->getSubExpr(), now) : nullptr;
    return t ? opposite(t) : nullptr;
  }
  if (auto *o = llvm::dyn_cast<clang::ConditionalOperator>(&e)) {
    const cfg::Expr c = truth(*o->getCond(), now);
    const HostArithmetic::Perhaps one(arithmetic_);
    const cfg::Expr a = truth(*o->getTrueExpr(), now), b = truth(*o->getFalseExpr(), now);
    return c && a && b ? cfg::ite(c, a, b) : nullptr;
  }
  if (auto *call = llvm::dyn_cast<clang::CallExpr>(&e))
    return helpers_.within(*call, [&](const clang::CompoundStmt &body) -> cfg::Expr {
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
  const HostArithmetic::Perhaps second(arithmetic_);
  const cfg::Expr b = truth(*o->getRHS(), now);
  if (support::left_out("host_conditions.whole") && (!a || !b))
    return a ? a : b;
  return a && b ? cfg::binary(o->getOpcode() == clang::BO_LAnd ? Op::And : Op::Or, a, b) : nullptr;
}

cfg::Expr HostEvaluator::comparison(const clang::BinaryOperator &o, bool now) {
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

} // namespace lockstep::frontend
