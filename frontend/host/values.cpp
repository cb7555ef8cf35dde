// Values of host expressions: see values.h.
#include "frontend/host/values.h"

#include "cfg/ir/rewrite.h"
#include "frontend/host/host_text.h"
#include "support/sound.h"

#include "clang/AST/ExprCXX.h"
#include "llvm/Support/raw_ostream.h"

#include <utility>

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

cfg::Expr HostValues::value(const clang::Expr &whole, bool at_launch) {
  const clang::Expr &e = *whole.IgnoreParens();
  const auto type = type_of(e.getType());
  const Depth depth(depth_);
  if (!type || e.isValueDependent() || e.isTypeDependent() || depth.too_deep())
    return nullptr;
  if (clang::Expr::EvalResult r; !lost_.in(e) && e.EvaluateAsInt(r, context_) && numbers_.has(e))
    return cfg::constant(*type, cfg::mask_to_width(r.Val.getInt().extOrTrunc(64).getZExtValue(), type->width));
  if (auto *full = llvm::dyn_cast<clang::FullExpr>(&e))
    return value(*full->getSubExpr(), at_launch);
  if (auto *temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(&e))
    return value(*temporary->getSubExpr(), at_launch);
  if (auto *given = llvm::dyn_cast<clang::CXXDefaultArgExpr>(&e))
    return value(*given->getExpr(), at_launch);
  if (auto *r = llvm::dyn_cast<clang::DeclRefExpr>(&e)) {
    auto *v = llvm::dyn_cast<clang::VarDecl>(r->getDecl());
    return v ? variable(*v, whole_variable, at_launch) : nullptr;
  }
  if (auto *m = llvm::dyn_cast<clang::MemberExpr>(&e))
    return member(*m, at_launch);
  if (auto *c = llvm::dyn_cast<clang::CastExpr>(&e))
    return converted(*c, at_launch);
  if (auto *o = llvm::dyn_cast<clang::BinaryOperator>(&e))
    return operation(*o, at_launch);
  if (auto *o = llvm::dyn_cast<clang::ConditionalOperator>(&e)) {
    const cfg::Expr c = truth(*o->getCond(), at_launch);
    const Perhaps one(*this);
    const cfg::Expr a = value(*o->getTrueExpr(), at_launch), b = value(*o->getFalseExpr(), at_launch);
    return c && a && b ? cfg::ite(c, a, b) : nullptr;
  }
  if (auto *call = llvm::dyn_cast<clang::CallExpr>(&e); call && forwarded(*call))
    return value(*forwarded(*call), at_launch);
  if (auto *call = llvm::dyn_cast<clang::CallExpr>(&e))
    return within<cfg::Expr>(*call, [&](const clang::CompoundStmt &body) {
      return returned(body.body_begin(), body.body_end(), at_launch);
    });
  if (auto *s = llvm::dyn_cast<clang::ArraySubscriptExpr>(&e))
    if (const cfg::Expr one = element(*s))
      return one;
  return place(e, at_launch);
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
cfg::Expr HostValues::variable(const clang::VarDecl &v, const clang::FieldDecl *f, bool at_launch) {
  const clang::QualType whole = v.getType().getNonReferenceType();
  const auto type = type_of(f ? f->getType() : whole);
  const Depth depth(depth_);
  if (!type || whole.isVolatileQualified() || (f && (f->getType().isVolatileQualified() || f->isBitField())) ||
      depth.too_deep())
    return nullptr;
  if (const clang::Expr *argument = argument_for(v))
    return outside([&] { return f ? field(*argument, *f, at_launch) : value(*argument, at_launch); });
  const HostPart part{&v, f};
  if (is_followed(v)) {
    const auto now = now_.find(part);
    if (now == now_.end()) {
      const auto passed = call_.values.find(part);
      return passed != call_.values.end() && passed->second ? passed->second
                                                            : cfg::variable(call_.names.of(part), *type);
    }
    if (now->second.changing)
      return nullptr;
    const cfg::VarId id = call_.names.of(part, now->second.since);
    return now->second.value && now->second.value->type == *type ? named(id, now->second.value)
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
  if ((!constant && !at_launch) || (!v.isLocalVarDeclOrParm() && !calls_.empty()))
    return nullptr; // it may have changed since
  return cfg::variable(call_.names.of(part), *type);
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
  if (e.getType().isVolatileQualified() || e.getType()->isAtomicType())
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

// Sound because the same expression names the same place if nothing is evaluated between that changes a variable.
cfg::Expr HostValues::place(const clang::Expr &e, bool at_launch) {
  const auto type = type_of(e.getType());
  const auto key = key_of(e);
  if (!type || support::unsound("host_values.place", !at_launch) || !calls_.empty() || !e.isGLValue() ||
      e.refersToBitField() || !is_place(e) || !key || lost_.in(e))
    return nullptr;
  std::string text;
  llvm::raw_string_ostream out(text);
  e.printPretty(out, nullptr, context_.getPrintingPolicy());
  return cfg::variable(call_.names.of_place(*key, text), *type);
}

// `block.x`, or a field of another structure.
cfg::Expr HostValues::member(const clang::MemberExpr &m, bool at_launch) {
  auto *f = llvm::dyn_cast<clang::FieldDecl>(m.getMemberDecl());
  if (!f || f->isBitField())
    return nullptr;
  const clang::Expr &base = *m.getBase()->IgnoreParens();
  auto *r = llvm::dyn_cast<clang::DeclRefExpr>(&base);
  auto *v = r && !m.isArrow() ? llvm::dyn_cast<clang::VarDecl>(r->getDecl()) : nullptr;
  if (v && is_its_fields(base.getType()->getAsCXXRecordDecl()))
    return variable(*v, f, at_launch);
  if (!m.isArrow() && !base.isLValue())
    return field(base, *f, at_launch);
  return place(m, at_launch);
}

cfg::Expr HostValues::converted(const clang::CastExpr &c, bool at_launch) {
  const clang::Expr &from = *c.getSubExpr();
  switch (c.getCastKind()) {
  case clang::CK_LValueToRValue:
  case clang::CK_NoOp:
  case clang::CK_IntegralCast: break;
  default: return nullptr;
  }
  const auto to = type_of(c.getType());
  if (to && from.getType()->isBooleanType()) {
    const cfg::Expr t = truth(from, at_launch);
    return t ? cfg::ite(t, cfg::constant(*to, 1), cfg::constant(*to, 0)) : nullptr;
  }
  const cfg::Expr x = value(from, at_launch);
  if (!x || !to || x->type == *to)
    return x;
  if (to->width < x->type.width)
    return cfg::cast(Op::Trunc, x, *to);
  return cfg::cast(from.getType()->isSignedIntegerOrEnumerationType() ? Op::Sext : Op::Zext, x, *to);
}

cfg::Expr HostValues::operation(const clang::BinaryOperator &o, bool at_launch) {
  const bool is_signed = o.getType()->isSignedIntegerOrEnumerationType();
  std::optional<Op> op;
  switch (o.getOpcode()) {
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
  const cfg::Expr a = value(*o.getLHS(), at_launch);
  cfg::Expr b = value(*o.getRHS(), at_launch);
  if (!a || !b)
    return nullptr;
  const bool shift = *op == Op::Shl || *op == Op::AShr || *op == Op::LShr;
  const bool division = o.getOpcode() == clang::BO_Div || o.getOpcode() == clang::BO_Rem;
  if (shift && (!cfg::is_const(b) || b->value >= a->type.width))
    return nullptr;
  if (division && !is_divided(a, b, is_signed))
    return nullptr;
  if (shift && !(b->type == a->type))
    b = cfg::constant(a->type, b->value);
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
  for (unsigned i = 0; i < call.getNumArgs(); ++i)
    arguments[definition->getParamDecl(i)] = call.getArg(i);
  return llvm::dyn_cast<clang::CompoundStmt>(definition->getBody());
}

// Of statements that are `return`, or `if` with such statements.
cfg::Expr HostValues::returned(const clang::Stmt *const *begin, const clang::Stmt *const *end, bool at_launch) {
  if (begin == end)
    return nullptr;
  if (auto *r = llvm::dyn_cast<clang::ReturnStmt>(*begin))
    return r->getRetValue() ? value(*r->getRetValue(), at_launch) : nullptr;
  if (auto *b = llvm::dyn_cast<clang::CompoundStmt>(*begin))
    return b->body_empty() ? nullptr : returned(b->body_begin(), b->body_end(), at_launch);
  auto *branch = llvm::dyn_cast<clang::IfStmt>(*begin);
  if (!branch || branch->getInit() || branch->getConditionVariable() || branch->isConsteval())
    return nullptr;
  const clang::Stmt *yes = branch->getThen(), *no = branch->getElse();
  const cfg::Expr c = truth(*branch->getCond(), at_launch);
  const Perhaps one(*this);
  const cfg::Expr a = c ? returned(&yes, &yes + 1, at_launch) : nullptr, b = !a   ? nullptr
                                                                             : no ? returned(&no, &no + 1, at_launch)
                                                                                  : returned(begin + 1, end, at_launch);
  return a && b && a->type == b->type ? cfg::ite(c, a, b) : nullptr;
}

// --- sizes ------------------------------------------------------------------------------------------------

HostSizes HostValues::sizes(const clang::Expr &e, bool at_launch) {
  HostSizes out;
  const clang::CXXRecordDecl *record = e.getType()->getAsCXXRecordDecl();
  unsigned d = 0;
  if (is_dim3(record))
    for (const clang::FieldDecl *f : record->fields())
      if (d < 3)
        out[d++] = field(e, *f, at_launch);
  return out;
}

cfg::Expr HostValues::field(const clang::Expr &whole, const clang::FieldDecl &f, bool at_launch) {
  const clang::Expr &e = *whole.IgnoreParens();
  const Depth depth(depth_);
  if (e.isValueDependent() || e.isTypeDependent() || depth.too_deep())
    return {};
  if (auto *full = llvm::dyn_cast<clang::FullExpr>(&e))
    return field(*full->getSubExpr(), f, at_launch);
  if (auto *temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(&e))
    return field(*temporary->getSubExpr(), f, at_launch);
  if (auto *bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(&e))
    return field(*bound->getSubExpr(), f, at_launch);
  if (auto *given = llvm::dyn_cast<clang::CXXDefaultArgExpr>(&e))
    return field(*given->getExpr(), f, at_launch);
  if (auto *c = llvm::dyn_cast<clang::CastExpr>(&e))
    return field(*c->getSubExpr(), f, at_launch);
  if (auto *c = llvm::dyn_cast<clang::CXXConstructExpr>(&e)) {
    const clang::CXXConstructorDecl &made = *c->getConstructor();
    if (made.isCopyOrMoveConstructor() && made.isTrivial() && made.getParent() == f.getParent())
      return field(*c->getArg(0), f, at_launch);
    if (!is_dim3(made.getParent()) || f.getParent() != made.getParent())
      return nullptr;
    const clang::CXXRecordDecl *from = c->getArg(0)->getType()->getAsCXXRecordDecl(); // a uint3
    if (c->getNumArgs() == 1 && is_its_fields(from) && from->getName() == "uint3" && is_of_the_runtime(*from))
      return field(*c->getArg(0), **std::next(from->field_begin(), f.getFieldIndex()), at_launch);
    return c->getNumArgs() == 3 ? value(*c->getArg(f.getFieldIndex()), at_launch) : nullptr;
  }
  if (auto *list = llvm::dyn_cast<clang::InitListExpr>(&e)) {
    if (list->getType()->getAsCXXRecordDecl() != f.getParent())
      return list->getNumInits() == 1 ? field(*list->getInit(0), f, at_launch) : nullptr;
    return f.getFieldIndex() < list->getNumInits() ? value(*list->getInit(f.getFieldIndex()), at_launch) : nullptr;
  }
  if (e.getType()->getAsCXXRecordDecl() != f.getParent())
    return nullptr;
  if (auto *r = llvm::dyn_cast<clang::DeclRefExpr>(&e)) {
    auto *v = llvm::dyn_cast<clang::VarDecl>(r->getDecl());
    return v ? variable(*v, &f, at_launch) : nullptr;
  }
  if (auto *call = llvm::dyn_cast<clang::CallExpr>(&e))
    return within<cfg::Expr>(*call, [&](const clang::CompoundStmt &body) -> cfg::Expr {
      auto *only = body.size() == 1 ? llvm::dyn_cast<clang::ReturnStmt>(body.body_front()) : nullptr;
      return only && only->getRetValue() ? field(*only->getRetValue(), f, at_launch) : nullptr;
    });
  auto key = key_of(e);
  if (!at_launch || !calls_.empty() || !e.isGLValue() || !is_place(e) || !key || lost_.in(e))
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
  const bool at_launch = at_launch_ && !p.getType()->isReferenceType();
  const clang::QualType t = p.getType().getNonReferenceType();
  if (const clang::CXXRecordDecl *record = t->getAsCXXRecordDecl()) {
    if (is_its_fields(record))
      for (const clang::FieldDecl *f : record->fields())
        call.values[{&p, f}] = field(argument, *f, at_launch);
  } else {
    call.values[{&p, whole_variable}] = value(argument, at_launch);
  }
  HostBuffer passed = buffer(argument);
  ++passed.calls;
  call.buffers[&p] = passed;
}

} // namespace lockstep::frontend
