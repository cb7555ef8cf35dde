// Values of host expressions: see values.h.
#include "frontend/host/values.h"

#include "cfg/ir/rewrite.h"
#include "frontend/host/expression_effects.h"
#include "frontend/host/host_text.h"
#include "support/sound.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace lockstep::frontend {

using cfg::Op;

cfg::VarId HostNames::add(std::string name) {
  names_.push_back(std::move(name));
  definitions_.emplace_back();
  return static_cast<cfg::VarId>(names_.size() - 1);
}

cfg::VarId HostNames::of(HostPart part, const FactList *since) {
  auto [it, fresh] = ids_.try_emplace({part, since});
  if (fresh)
    it->second = add(part.first->getNameAsString() + (part.second ? "." + part.second->getNameAsString() : ""));
  return it->second;
}

cfg::VarId HostNames::of_place(const ExpressionKey &place, const std::string &text) {
  auto [it, fresh] = places_.try_emplace(place);
  if (fresh)
    it->second = add(text);
  return it->second;
}

bool HostValues::is_constant(const clang::VarDecl &v) const {
  return support::sound("host_values.constant", constants_.always.count(&v) != 0 && !lost_.has(v));
}

bool HostValues::is_followed(const clang::VarDecl &v) const {
  return followed_ && calls_.empty() && !lost_.has(v) &&
         support::sound("host_values.followed", constants_.followed.count(&v) != 0);
}

// --- integers ---------------------------------------------------------------------------------------------

std::optional<cfg::Type> HostValues::type_of(clang::QualType t) const {
  if (t.isNull() || !t->isIntegralOrEnumerationType() || t->isBooleanType() || t->isDependentType())
    return std::nullopt;
  const std::uint64_t width = context_.getIntWidth(t);
  return width <= 64 ? std::optional(cfg::int_type(static_cast<unsigned>(width))) : std::nullopt;
}

cfg::Expr HostValues::value(const clang::Expr &whole, bool now) {
  const clang::Expr &e = *whole.IgnoreParens();
  const auto type = type_of(e.getType());
  const Depth depth(depth_);
  if (!type || e.isValueDependent() || e.isTypeDependent() || depth.too_deep())
    return nullptr;
  if (clang::Expr::EvalResult r; !lost_.in(e) && e.EvaluateAsInt(r, context_) && numbers_.has(e))
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
    const Perhaps one(*this);
    const cfg::Expr a = value(*o->getTrueExpr(), now), b = value(*o->getFalseExpr(), now);
    return c && a && b ? cfg::ite(c, a, b) : nullptr;
  }
  if (auto *call = llvm::dyn_cast<clang::CallExpr>(&e); call && forwarded(*call))
    return value(*forwarded(*call), now);
  if (auto *call = llvm::dyn_cast<clang::CallExpr>(&e))
    return within<cfg::Expr>(
        *call, [&](const clang::CompoundStmt &body) { return returned(body.body_begin(), body.body_end(), now); });
  if (auto *s = llvm::dyn_cast<clang::ArraySubscriptExpr>(&e))
    if (const cfg::Expr one = element(*s))
      return one;
  return place(e, now);
}

const clang::Expr *HostValues::argument_for(const clang::VarDecl &v) const {
  auto *p = llvm::dyn_cast<clang::ParmVarDecl>(&v);
  if (!p || calls_.empty())
    return nullptr;
  const auto argument = calls_.back().find(p);
  return argument == calls_.back().end() ? nullptr : argument->second;
}

// A variable, or a field of one, of integer type. One that is followed is what it was last set to, as far as that is
// known; a parameter of a function that is looked into is its argument.
cfg::Expr HostValues::variable(const clang::VarDecl &v, const clang::FieldDecl *f, bool now) {
  const clang::QualType whole = v.getType().getNonReferenceType();
  const auto type = type_of(f ? f->getType() : whole);
  const Depth depth(depth_);
  if (!type || whole.isVolatileQualified() || (f && (f->getType().isVolatileQualified() || f->isBitField())) ||
      depth.too_deep())
    return nullptr;
  if (const clang::Expr *argument = argument_for(v))
    return outside([&] { return f ? field(*argument, *f, now) : value(*argument, now); });
  const HostPart part{&v, f};
  if (is_followed(v)) {
    const auto last = last_.find(part);
    if (last == last_.end()) {
      const auto passed = call_.values.find(part);
      return passed != call_.values.end() && passed->second ? passed->second
                                                            : cfg::variable(call_.names.of(part), *type);
    }
    if (last->second.changing)
      return nullptr;
    const cfg::VarId id = call_.names.of(part, last->second.since);
    return last->second.value && last->second.value->type == *type ? named(id, last->second.value)
                                                                   : cfg::variable(id, *type);
  }
  const bool constant = is_constant(v);
  const bool referred = constants_.references.count(&v) != 0 && !lost_.has(v); // the caller says what to
  if (auto passed = call_.values.find(part); (constant || referred) && passed != call_.values.end() && passed->second)
    return passed->second;
  if (f && v.hasGlobalStorage() && v.getType().isConstQualified() && !lost_.has(v))
    return lasting(v, *f);
  if (v.hasInit() && !llvm::isa<clang::ParmVarDecl>(v) && constant && call_.names.is_chosen(call_.names.of(part)))
    return cfg::variable(call_.names.of(part), *type); // evaluated once
  if (v.hasInit() && !llvm::isa<clang::ParmVarDecl>(v) && constant)
    if (const cfg::Expr first = f ? field(*v.getInit(), *f, false) : value(*v.getInit(), false))
      return named(call_.names.of(part), first);
  if (constant)
    return cfg::variable(call_.names.of(part), *type);
  const auto disturbed = last_.find(elsewhere);
  const bool first = disturbed == last_.end();
  if (!now || (!first && disturbed->second.changing) || support::unsound("host_values.helper", !calls_.empty()))
    return nullptr; // it may have changed since, or be changing, or is a helper's, in one of its calls
  if (auto passed = call_.values.find(part); first && learns_now() && followed_ && !v.getType()->isReferenceType() &&
                                             passed != call_.values.end() && passed->second)
    return passed->second;
  return cfg::variable(call_.names.of(part, first ? nullptr : disturbed->second.since), *type);
}

// Of a constant that outlives the call. Its initialiser is evaluated at another time, in another call perhaps. Sound
// because it counts only if it is a number whatever variables hold, and if it is in force before anything runs that
// may ask.
cfg::Expr HostValues::lasting(const clang::VarDecl &v, const clang::FieldDecl &f) {
  const clang::VarDecl *defined = v.getInitializingDeclaration();
  if (!defined || !defined->hasInit() || defined->isWeak())
    return nullptr;
  if (support::left_out("host_values.lasting"))
    return field(*defined->getInit(), f, false);
  if (!defined->hasConstantInitialization())
    return nullptr;
  HostCall nobody;
  const Unchanged nothing{};
  const cfg::Expr x = HostValues(numbers_, lost_, nothing, nobody, /*effects=*/true, /*followed=*/false)
                          .field(*defined->getInit(), f, false);
  return x && cfg::is_const(x) ? x : nullptr;
}

cfg::Expr HostValues::named(cfg::VarId id, const cfg::Expr &value) {
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

// Names the last changes of what the expression names, and of what has no name; false: some are under way. Sound
// because the same expression names the same place, with the same value, if nothing is evaluated between that changes a
// variable that it names or disturbs what others may change.
bool HostValues::add_changes(const clang::Expr &e, ExpressionKey &key) const {
  std::vector<const clang::VarDecl *> named = variables_in(e);
  named.push_back(elsewhere.first);
  for (const clang::VarDecl *v : named)
    for (const auto &[part, last] : last_)
      if (part.first == v) {
        if (last.changing)
          return false;
        key.push_back(reinterpret_cast<std::uintptr_t>(last.since));
      }
  return true;
}

cfg::Expr HostValues::place(const clang::Expr &e, bool now) {
  const auto type = type_of(e.getType());
  auto key = key_of(e);
  if (!type || !calls_.empty() || !e.isGLValue() || e.refersToBitField() || !is_place(e) || !key || lost_.in(e) ||
      support::unsound("host_values.place", !now || !add_changes(e, *key)))
    return nullptr;
  std::string text;
  llvm::raw_string_ostream out(text);
  e.printPretty(out, nullptr, context_.getPrintingPolicy());
  return cfg::variable(call_.names.of_place(*key, text), *type);
}

// `block.x`, or a field of another structure.
cfg::Expr HostValues::member(const clang::MemberExpr &m, bool now) {
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

cfg::Expr HostValues::converted(const clang::CastExpr &c, bool now) {
  const clang::Expr &from = *c.getSubExpr();
  switch (c.getCastKind()) {
  case clang::CK_LValueToRValue:
  case clang::CK_NoOp:
  case clang::CK_IntegralCast: break;
  default: return nullptr;
  }
  const auto to = type_of(c.getType());
  if (to && from.getType()->isBooleanType()) {
    const cfg::Expr t = truth(from, now);
    return t ? cfg::ite(t, cfg::constant(*to, 1), cfg::constant(*to, 0)) : nullptr;
  }
  const cfg::Expr x = value(from, now);
  return x && to ? resized(x, *to, from.getType()->isSignedIntegerOrEnumerationType()) : x;
}

cfg::Expr HostValues::resized(const cfg::Expr &x, cfg::Type to, bool from_signed) {
  if (x->type == to)
    return x;
  if (to.width < x->type.width)
    return cfg::cast(Op::Trunc, x, to);
  return cfg::cast(from_signed ? Op::Sext : Op::Zext, x, to);
}

cfg::Expr HostValues::operation(const clang::BinaryOperator &o, bool now) {
  const cfg::Expr a = value(*o.getLHS(), now);
  return operation(o.getOpcode(), a, value(*o.getRHS(), now), o.getType()->isSignedIntegerOrEnumerationType());
}

// Of values; null, if one is.
cfg::Expr HostValues::operation(clang::BinaryOperatorKind kind, const cfg::Expr &a, cfg::Expr b, bool is_signed) {
  std::optional<Op> op;
  switch (kind) {
  case clang::BO_Add: op = Op::Add; break;
  case clang::BO_Sub: op = Op::Sub; break;
  case clang::BO_Mul: op = Op::Mul; break;
  case clang::BO_Div: op = is_signed ? Op::SDiv : Op::UDiv; break;
  case clang::BO_Rem: op = is_signed ? Op::SRem : Op::URem; break;
  case clang::BO_And: op = Op::BitAnd; break;
  case clang::BO_Or: op = Op::BitOr; break;
  case clang::BO_Shl: op = Op::Shl; break;
  case clang::BO_Shr: op = is_signed ? Op::AShr : Op::LShr; break;
  default: return nullptr;
  }
  if (!a || !b)
    return nullptr;
  const bool shift = *op == Op::Shl || *op == Op::AShr || *op == Op::LShr;
  if (shift && (!cfg::is_const(b) || b->value >= a->type.width))
    return nullptr;
  if ((kind == clang::BO_Div || kind == clang::BO_Rem) && !is_divided(a, b, is_signed))
    return nullptr;
  if (shift && !(b->type == a->type))
    b = cfg::constant(a->type, b->value);
  if (!(a->type == b->type))
    return nullptr;
  const bool flagged = perhaps_ == 0 && (*op == Op::Add || *op == Op::Sub || *op == Op::Mul);
  return cfg::binary(*op, a, b, is_signed && flagged, false);
}

// Is the quotient defined? Where it is evaluated, the divisor is not zero, nor the quotient too large: a condition of
// the launch. Sound because what divides by zero on the way to a launch does not come to it.
bool HostValues::is_divided(const cfg::Expr &a, const cfg::Expr &b, bool is_signed) {
  if (cfg::is_const(b))
    return b->value != 0 && cfg::signed_value(*b) != -1;
  if (is_positive_choice(b))
    return true;
  if (support::unsound("host_values.evaluated", perhaps_ != 0))
    return false;
  const auto differs = [](const cfg::Expr &e, std::uint64_t bits) {
    return cfg::binary(Op::Ne, e, cfg::constant(e->type, cfg::mask_to_width(bits, e->type.width)));
  };
  call_.conditions.push_back(differs(b, 0));
  if (is_signed)
    call_.conditions.push_back(
        cfg::binary(Op::Or, differs(a, std::uint64_t(1) << (a->type.width - 1)), differs(b, ~std::uint64_t(0))));
  return true;
}

const clang::CompoundStmt *HostValues::looked_into(const clang::CallExpr &call, Arguments &arguments) const {
  const clang::FunctionDecl *f = call.getDirectCallee();
  const clang::FunctionDecl *definition = f ? host_body(*f, looked_into_) : nullptr;
  if (!definition || calls_.size() >= deepest_call || llvm::isa<clang::CXXMethodDecl>(f) || lost_.has(*f) ||
      lost_.within(*definition) || definition->getNumParams() != call.getNumArgs())
    return nullptr;
  const Unchanged unchanged = constants_of(*definition, lost_);
  for (unsigned i = 0; i < call.getNumArgs(); ++i) {
    const clang::ParmVarDecl *p = definition->getParamDecl(i);
    const clang::QualType t = p->getType();
    const bool kept = t->isReferenceType() ? t->getPointeeType().isConstQualified() : unchanged.always.count(p) != 0;
    if (support::unsound("host_values.parameters", !kept))
      return nullptr;
    arguments[p] = call.getArg(i);
  }
  return llvm::dyn_cast<clang::CompoundStmt>(definition->getBody());
}

// Of statements that are `return`, or `if` with such statements.
cfg::Expr HostValues::returned(const clang::Stmt *const *begin, const clang::Stmt *const *end, bool now) {
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
  const Perhaps one(*this);
  const cfg::Expr a = c ? returned(&yes, &yes + 1, now) : nullptr, b = !a   ? nullptr
                                                                       : no ? returned(&no, &no + 1, now)
                                                                            : returned(begin + 1, end, now);
  return a && b && a->type == b->type ? cfg::ite(c, a, b) : nullptr;
}

// --- sizes ------------------------------------------------------------------------------------------------

HostSizes HostValues::sizes(const clang::Expr &e, bool now) {
  HostSizes out;
  const clang::CXXRecordDecl *record = e.getType()->getAsCXXRecordDecl();
  unsigned d = 0;
  if (is_dim3(record))
    for (const clang::FieldDecl *f : record->fields())
      if (d < 3)
        out[d++] = field(e, *f, now);
  // A number that text with an error beside it has left without its conversion to a dim3.
  if (const auto type = type_of(e.getType()); type && type->width == 32)
    if (const cfg::Expr x = value(e, now))
      out = {x, cfg::constant(*type, 1), cfg::constant(*type, 1)};
  return out;
}

cfg::Expr HostValues::field(const clang::Expr &whole, const clang::FieldDecl &f, bool now) {
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
    return value_in(*list, f, now);
  }
  if (e.getType()->getAsCXXRecordDecl() != f.getParent())
    return nullptr;
  if (auto *r = llvm::dyn_cast<clang::DeclRefExpr>(&e)) {
    auto *v = llvm::dyn_cast<clang::VarDecl>(r->getDecl());
    return v ? variable(*v, &f, now) : nullptr;
  }
  if (auto *call = llvm::dyn_cast<clang::CallExpr>(&e))
    return within<cfg::Expr>(*call, [&](const clang::CompoundStmt &body) -> cfg::Expr {
      auto *only = body.size() == 1 ? llvm::dyn_cast<clang::ReturnStmt>(body.body_front()) : nullptr;
      return only && only->getRetValue() ? field(*only->getRetValue(), f, now) : nullptr;
    });
  auto key = key_of(e);
  if (!now || !calls_.empty() || !e.isGLValue() || !is_place(e) || !key || lost_.in(e) || !add_changes(e, *key))
    return nullptr;
  key->push_back(reinterpret_cast<std::uintptr_t>(&f));
  const auto type = type_of(f.getType());
  std::string text;
  llvm::raw_string_ostream out(text);
  e.printPretty(out, nullptr, context_.getPrintingPolicy());
  return type && !f.isBitField() ? cfg::variable(call_.names.of_place(*key, text + "." + f.getNameAsString()), *type)
                                 : nullptr;
}

void HostValues::pass(const clang::ParmVarDecl &p, const clang::Expr &argument, HostCall &call) {
  const bool now = undisturbed_ && !p.getType()->isReferenceType();
  const clang::QualType t = p.getType().getNonReferenceType();
  if (const clang::CXXRecordDecl *record = t->getAsCXXRecordDecl()) {
    if (is_its_fields(record))
      for (const clang::FieldDecl *f : record->fields())
        call.values[{&p, f}] = field(argument, *f, now);
  } else {
    call.values[{&p, whole_variable}] = value(argument, now);
  }
  HostBuffer passed = buffer(argument);
  ++passed.calls;
  call.buffers[&p] = passed;
}

} // namespace lockstep::frontend
