// Values of host expressions: see host_evaluator.h.
#include "frontend/host/values/host_evaluator.h"

#include "cfg/ir/rewrite.h"
#include "frontend/host/effects/expression_effects.h"
#include "frontend/host/effects/expression_key.h"
#include "frontend/host/effects/unchanged_variables.h"
#include "support/sound.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <string>

namespace lockstep::frontend {

using cfg::Op;

cfg::Expr HostEvaluator::value(const clang::Expr &whole, bool now) {
  const clang::Expr &e = *whole.IgnoreParens();
  const auto type = scope_.type_of(e.getType());
  const Depth depth(depth_);
  if (!type || e.isValueDependent() || e.isTypeDependent() || depth.too_deep())
    return nullptr;
  if (clang::Expr::EvalResult r;
      !scope_.lost().in(e) && e.EvaluateAsInt(r, scope_.context()) && scope_.numbers().has(e))
    return cfg::constant(*type, cfg::mask_to_width(r.Val.getInt().extOrTrunc(64).getZExtValue(), type->width));
  if (auto *full = llvm::dyn_cast<clang::FullExpr>(&e))
    return value(*full->getSubExpr(), now);
  if (auto *temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(&e))
    return value(*temporary->getSubExpr(), now);
  if (auto *given = llvm::dyn_cast<clang::CXXDefaultArgExpr>(&e))
    return value(*given->getExpr(), now);
  if (auto *r = llvm::dyn_cast<clang::DeclRefExpr>(&e)) {
    auto *v = llvm::dyn_cast<clang::VarDecl>(r->getDecl());
    return v ? variable(*v, whole_variable, now) : nullptr;
  }
  if (auto *m = llvm::dyn_cast<clang::MemberExpr>(&e))
    return member(*m, now);
  if (auto *c = llvm::dyn_cast<clang::CastExpr>(&e))
    return converted(*c, now);
  if (auto *o = llvm::dyn_cast<clang::BinaryOperator>(&e))
    return operation(*o, now);
  if (auto *o = llvm::dyn_cast<clang::ConditionalOperator>(&e)) {
    const cfg::Expr c = truth(*o->getCond(), now);
    const HostArithmetic::Perhaps one(arithmetic_);
    const cfg::Expr a = value(*o->getTrueExpr(), now), b = value(*o->getFalseExpr(), now);
    return c && a && b ? cfg::ite(c, a, b) : nullptr;
  }
  if (auto *call = llvm::dyn_cast<clang::CallExpr>(&e); call && forwarded(*call))
    return value(*forwarded(*call), now);
  if (auto *call = llvm::dyn_cast<clang::CallExpr>(&e))
    return helpers_.within(
        *call, [&](const clang::CompoundStmt &body) { return returned(body.body_begin(), body.body_end(), now); });
  if (auto *s = llvm::dyn_cast<clang::ArraySubscriptExpr>(&e))
    if (const cfg::Expr one = element(*s))
      return one;
  return place(e, now);
}

// One that is followed is what it was last set to, as far as that is known.
cfg::Expr HostEvaluator::followed(HostPart part, cfg::Type type) {
  const LastChange *last = last_.of(part);
  if (!last) {
    const auto passed = call_.values.find(part);
    return passed != call_.values.end() && passed->second ? passed->second : cfg::variable(call_.names.of(part), type);
  }
  if (last->changing)
    return nullptr;
  const cfg::VarId id = call_.names.of(part, last->since);
  return last->value && last->value->type == type ? named(id, last->value) : cfg::variable(id, type);
}

// A parameter of a function that is looked into is its argument.
cfg::Expr HostEvaluator::variable(const clang::VarDecl &v, const clang::FieldDecl *f, bool now) {
  const clang::QualType whole = v.getType().getNonReferenceType();
  const auto type = scope_.type_of(f ? f->getType() : whole);
  const Depth depth(depth_);
  if (!type || whole.isVolatileQualified() || (f && (f->getType().isVolatileQualified() || f->isBitField())) ||
      depth.too_deep())
    return nullptr;
  if (const clang::Expr *argument = helpers_.argument_for(v))
    return helpers_.outside([&] { return f ? field(*argument, *f, now) : value(*argument, now); });
  const HostPart part{&v, f};
  if (is_followed(v))
    return followed(part, *type);
  const bool constant = scope_.is_constant(v);
  if (auto passed = call_.values.find(part);
      (constant || scope_.is_reference(v)) && passed != call_.values.end() && passed->second)
    return passed->second;
  if (f && v.hasGlobalStorage() && v.getType().isConstQualified() && !scope_.lost().has(v))
    return lasting(v, *f);
  if (v.hasInit() && !llvm::isa<clang::ParmVarDecl>(v) && constant && call_.names.is_chosen(call_.names.of(part)))
    return cfg::variable(call_.names.of(part), *type); // evaluated once
  if (v.hasInit() && !llvm::isa<clang::ParmVarDecl>(v) && constant)
    if (const cfg::Expr first = f ? field(*v.getInit(), *f, false) : value(*v.getInit(), false))
      return named(call_.names.of(part), first);
  if (constant)
    return cfg::variable(call_.names.of(part), *type);
  const LastChange *disturbed = last_.of(elsewhere);
  if (!now || (disturbed && disturbed->changing) || support::unsound("host_values.helper", !helpers_.empty()))
    return nullptr; // it may have changed since, or be changing, or is a helper's, in one of its calls
  if (auto passed = call_.values.find(part); !disturbed && scope_.learns_now() && scope_.has_facts() &&
                                             !v.getType()->isReferenceType() && passed != call_.values.end() &&
                                             passed->second)
    return passed->second;
  return cfg::variable(call_.names.of(part, disturbed ? disturbed->since : nullptr), *type);
}

// Of a constant that outlives the call. Its initialiser is evaluated at another time, in another call perhaps. Sound
// because it counts only if it is a number whatever variables hold, and if it is in force before anything runs that
// may ask.
cfg::Expr HostEvaluator::lasting(const clang::VarDecl &v, const clang::FieldDecl &f) {
  const clang::VarDecl *defined = v.getInitializingDeclaration();
  if (!defined || !defined->hasInit() || defined->isWeak())
    return nullptr;
  if (support::left_out("host_values.lasting"))
    return field(*defined->getInit(), f, false);
  if (!defined->hasConstantInitialization())
    return nullptr;
  HostCall nobody;
  const Unchanged nothing{};
  const HostScope anywhere(scope_.numbers(), scope_.lost(), nothing, /*followed=*/false);
  const LastChanges none;
  HelperCalls helpers(scope_.lost());
  const cfg::Expr x = HostEvaluator(anywhere, none, helpers, nobody).field(*defined->getInit(), f, false);
  return x && cfg::is_const(x) ? x : nullptr;
}

cfg::Expr HostEvaluator::named(cfg::VarId id, const cfg::Expr &value) {
  if (cfg::is_const(value))
    return value;
  if (!cfg::mentions(value, id)) // its own initialiser may
    call_.names.define(id, value);
  return cfg::variable(id, value->type);
}

namespace {
// Is it only made of names, fields, elements and what is behind pointers?
bool is_place(const clang::Expr &whole) {
  const clang::Expr &e = *whole.IgnoreParenImpCasts();
  if (is_shared(e))
    return false;
  if (auto *m = llvm::dyn_cast<clang::MemberExpr>(&e))
    return llvm::isa<clang::FieldDecl>(m->getMemberDecl()) && is_place(*m->getBase());
  if (auto *s = llvm::dyn_cast<clang::ArraySubscriptExpr>(&e))
    return is_place(*s->getBase()) && is_place(*s->getIdx());
  if (auto *o = llvm::dyn_cast<clang::UnaryOperator>(&e))
    return o->getOpcode() == clang::UO_Deref && is_place(*o->getSubExpr());
  return llvm::isa<clang::DeclRefExpr, clang::CXXThisExpr, clang::IntegerLiteral>(e);
}
} // namespace

cfg::Expr HostEvaluator::place(const clang::Expr &e, bool now) {
  const auto type = scope_.type_of(e.getType());
  auto key = key_of(e);
  if (!type || !helpers_.empty() || !e.isGLValue() || e.refersToBitField() || !is_place(e) || !key ||
      scope_.lost().in(e) || support::unsound("host_values.place", !now || !last_.add_to(e, *key)))
    return nullptr;
  std::string text;
  llvm::raw_string_ostream out(text);
  e.printPretty(out, nullptr, scope_.context().getPrintingPolicy());
  return cfg::variable(call_.names.of_place(*key, text), *type);
}

// `block.x`, or a field of another structure.
cfg::Expr HostEvaluator::member(const clang::MemberExpr &m, bool now) {
  auto *f = llvm::dyn_cast<clang::FieldDecl>(m.getMemberDecl());
  if (!f || f->isBitField())
    return nullptr;
  const clang::Expr &base = *m.getBase()->IgnoreParens();
  auto *r = llvm::dyn_cast<clang::DeclRefExpr>(&base);
  auto *v = r && !m.isArrow() ? llvm::dyn_cast<clang::VarDecl>(r->getDecl()) : nullptr;
  if (v && is_its_fields(base.getType()->getAsCXXRecordDecl()))
    return variable(*v, f, now);
  if (!m.isArrow() && !base.isLValue())
    return field(base, *f, now);
  return place(m, now);
}

cfg::Expr HostEvaluator::converted(const clang::CastExpr &c, bool now) {
  const clang::Expr &from = *c.getSubExpr();
  switch (c.getCastKind()) {
  case clang::CK_LValueToRValue:
  case clang::CK_NoOp:
  case clang::CK_IntegralCast: break;
  default: return nullptr;
  }
  const auto to = scope_.type_of(c.getType());
  if (to && from.getType()->isBooleanType()) {
    const cfg::Expr t = truth(from, now);
    return t ? cfg::ite(t, cfg::constant(*to, 1), cfg::constant(*to, 0)) : nullptr;
  }
  const cfg::Expr x = value(from, now);
  return x && to ? resized(x, *to, from.getType()->isSignedIntegerOrEnumerationType()) : x;
}

cfg::Expr HostEvaluator::operation(const clang::BinaryOperator &o, bool now) {
  const cfg::Expr a = value(*o.getLHS(), now);
  return arithmetic_.operation(o.getOpcode(), a, value(*o.getRHS(), now),
                               o.getType()->isSignedIntegerOrEnumerationType());
}

// Of statements that are `return`, or `if` with such statements.
cfg::Expr HostEvaluator::returned(const clang::Stmt *const *begin, const clang::Stmt *const *end, bool now) {
  if (begin == end)
    return nullptr;
  if (auto *r = llvm::dyn_cast<clang::ReturnStmt>(*begin))
    return r->getRetValue() ? value(*r->getRetValue(), now) : nullptr;
  if (auto *b = llvm::dyn_cast<clang::CompoundStmt>(*begin))
    return b->body_empty() ? nullptr : returned(b->body_begin(), b->body_end(), now);
  auto *branch = llvm::dyn_cast<clang::IfStmt>(*begin);
  if (!branch || branch->getInit() || branch->getConditionVariable() || branch->isConsteval())
    return nullptr;
  const clang::Stmt *yes = branch->getThen(), *no = branch->getElse();
  const cfg::Expr c = truth(*branch->getCond(), now);
  const HostArithmetic::Perhaps one(arithmetic_);
  const cfg::Expr a = c ? returned(&yes, &yes + 1, now) : nullptr, b = !a   ? nullptr
                                                                       : no ? returned(&no, &no + 1, now)
                                                                            : returned(begin + 1, end, now);
  return a && b && a->type == b->type ? cfg::ite(c, a, b) : nullptr;
}

// --- sizes ------------------------------------------------------------------------------------------------

HostSizes HostEvaluator::sizes(const clang::Expr &e, bool now) {
  HostSizes out;
  const clang::CXXRecordDecl *record = e.getType()->getAsCXXRecordDecl();
  unsigned d = 0;
  if (is_dim3(record))
    for (const clang::FieldDecl *f : record->fields())
      if (d < 3)
        out[d++] = field(e, *f, now);
  // A number that text with an error beside it has left without its conversion to a dim3.
  if (const auto type = scope_.type_of(e.getType()); type && type->width == 32)
    if (const cfg::Expr x = value(e, now))
      out = {x, cfg::constant(*type, 1), cfg::constant(*type, 1)};
  return out;
}

namespace {
// What a list says of a field. Sound because the elements of a list are its structure's bases, then its fields, those
// without a name left out.
const clang::Expr *field_in(const clang::InitListExpr &list, const clang::FieldDecl &f) {
  auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(f.getParent());
  if (!record || record->isUnion() || record->getNumBases() != 0)
    return nullptr;
  unsigned at = 0;
  for (const clang::FieldDecl *before : record->fields()) {
    if (before == &f)
      break;
    at += support::unsound("host_values.unnamed", before->isUnnamedBitField()) ? 0 : 1;
  }
  return at < list.getNumInits() ? list.getInit(at) : nullptr;
}
} // namespace

cfg::Expr HostEvaluator::field(const clang::Expr &whole, const clang::FieldDecl &f, bool now) {
  const clang::Expr &e = *whole.IgnoreParens();
  const Depth depth(depth_);
  if (e.isValueDependent() || e.isTypeDependent() || depth.too_deep())
    return {};
  if (auto *full = llvm::dyn_cast<clang::FullExpr>(&e))
    return field(*full->getSubExpr(), f, now);
  if (auto *temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(&e))
    return field(*temporary->getSubExpr(), f, now);
  if (auto *bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(&e))
    return field(*bound->getSubExpr(), f, now);
  if (auto *given = llvm::dyn_cast<clang::CXXDefaultArgExpr>(&e))
    return field(*given->getExpr(), f, now);
  if (auto *c = llvm::dyn_cast<clang::CastExpr>(&e))
    return field(*c->getSubExpr(), f, now);
  if (auto *c = llvm::dyn_cast<clang::CXXConstructExpr>(&e)) {
    const clang::CXXConstructorDecl &made = *c->getConstructor();
    if (made.isCopyOrMoveConstructor() && made.isTrivial() && made.getParent() == f.getParent())
      return field(*c->getArg(0), f, now);
    if (!is_dim3(made.getParent()) || f.getParent() != made.getParent())
      return nullptr;
    const clang::CXXRecordDecl *from = c->getArg(0)->getType()->getAsCXXRecordDecl(); // a uint3
    if (c->getNumArgs() == 1 && is_its_fields(from) && from->getName() == "uint3" && is_of_the_runtime(*from))
      return field(*c->getArg(0), **std::next(from->field_begin(), f.getFieldIndex()), now);
    return c->getNumArgs() == 3 ? value(*c->getArg(f.getFieldIndex()), now) : nullptr;
  }
  if (auto *list = llvm::dyn_cast<clang::InitListExpr>(&e)) {
    if (list->getType()->getAsCXXRecordDecl() != f.getParent())
      return list->getNumInits() == 1 ? field(*list->getInit(0), f, now) : nullptr;
    const clang::Expr *init = field_in(*list, f);
    return init ? value(*init, now) : nullptr;
  }
  if (e.getType()->getAsCXXRecordDecl() != f.getParent())
    return nullptr;
  if (auto *r = llvm::dyn_cast<clang::DeclRefExpr>(&e)) {
    auto *v = llvm::dyn_cast<clang::VarDecl>(r->getDecl());
    return v ? variable(*v, &f, now) : nullptr;
  }
  if (auto *call = llvm::dyn_cast<clang::CallExpr>(&e))
    return helpers_.within(*call, [&](const clang::CompoundStmt &body) -> cfg::Expr {
      auto *only = body.size() == 1 ? llvm::dyn_cast<clang::ReturnStmt>(body.body_front()) : nullptr;
      return only && only->getRetValue() ? field(*only->getRetValue(), f, now) : nullptr;
    });
  auto key = key_of(e);
  if (!now || !helpers_.empty() || !e.isGLValue() || !is_place(e) || !key || scope_.lost().in(e) ||
      !last_.add_to(e, *key))
    return nullptr;
  key->push_back(reinterpret_cast<std::uintptr_t>(&f));
  const auto type = scope_.type_of(f.getType());
  std::string text;
  llvm::raw_string_ostream out(text);
  e.printPretty(out, nullptr, scope_.context().getPrintingPolicy());
  return type && !f.isBitField() ? cfg::variable(call_.names.of_place(*key, text + "." + f.getNameAsString()), *type)
                                 : nullptr;
}

} // namespace lockstep::frontend
