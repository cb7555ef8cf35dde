// Values of host expressions: see host_values.h.
#include "frontend/host_values.h"

#include "cfg/analysis/rewrite.h"
#include "support/sound.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

#include <utility>

namespace lockstep::frontend {

using cfg::Op;

cfg::VarId HostNames::of(const clang::ValueDecl &d, int member) {
  auto [it, fresh] = ids_.try_emplace({d.getCanonicalDecl(), member}, static_cast<cfg::VarId>(names_.size()));
  if (fresh) {
    constexpr const char *members[] = {"", ".x", ".y", ".z"};
    names_.push_back(d.getNameAsString() + members[member + 1]);
    definitions_.emplace_back();
  }
  return it->second;
}

namespace {
class Effects : public clang::RecursiveASTVisitor<Effects> {
public:
  explicit Effects(unsigned depth) : depth_(depth) {}

  bool VisitBinaryOperator(clang::BinaryOperator *o) { return note(o->isAssignmentOp()); }
  bool VisitUnaryOperator(clang::UnaryOperator *o) {
    return note(o->isIncrementDecrementOp() ||
                (o->getOpcode() == clang::UO_AddrOf &&
                 llvm::isa<clang::DeclRefExpr, clang::MemberExpr>(o->getSubExpr()->IgnoreParens())));
  }
  bool VisitLambdaExpr(clang::LambdaExpr *) { return note(true); }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr *c) {
    return note(!is_dim3(c->getConstructor()->getParent()) && !c->getConstructor()->isTrivial());
  }
  bool VisitCallExpr(clang::CallExpr *c) {
    if (llvm::isa<clang::CUDAKernelCallExpr>(c))
      return true;
    const clang::FunctionDecl *f = c->getDirectCallee(), *definition = nullptr;
    if (!f)
      return note(true);
    if (is_of_runtime(*f))
      return true;
    if (depth_ >= 4 || !f->hasBody(definition))
      return note(true);
    Effects inside(depth_ + 1);
    inside.TraverseStmt(definition->getBody());
    return note(inside.found);
  }

  bool found = false;

private:
  bool note(bool effect) {
    found = found || effect;
    return !found;
  }
  unsigned depth_;
};
} // namespace

bool has_effects(const clang::Expr &e) {
  Effects effects(0);
  effects.TraverseStmt(const_cast<clang::Expr *>(&e));
  return effects.found;
}

bool HostValues::is_constant(const clang::VarDecl &v) const {
  return (constants_.always.count(&v) != 0 && !lost_.has(v)) || support::left_out("host_values.constant");
}

bool HostValues::is_settled(const clang::VarDecl &v, clang::SourceLocation at, int member) const {
  const auto settled = constants_.behind.find({&v, member});
  const clang::SourceManager &sources = context_.getSourceManager();
  const auto behind = [&](clang::SourceLocation place) {
    return sources.isBeforeInTranslationUnit(settled->second, sources.getExpansionLoc(place));
  };
  return settled != constants_.behind.end() && !lost_.has(v) && (at_launch_ || behind(begin_)) &&
         (behind(asked_at_.isValid() ? asked_at_ : at) || support::left_out("host_values.settled"));
}

void HostValues::learn_values(const Facts &facts) {
  const clang::SourceManager &sources = context_.getSourceManager();
  for (const PathFact &f : in_order(facts)) {
    if (f.kind != PathFact::Kind::Assigned || has_effects(*f.value))
      continue;
    const clang::SourceLocation end = sources.getExpansionRange(f.at).getEnd();
    const auto last = [&](HostPart part) { // is it the last change?
      const auto settled = constants_.behind.find(part);
      return settled != constants_.behind.end() && !lost_.has(*part.first) &&
             !sources.isBeforeInTranslationUnit(end, settled->second);
    };
    if (!is_dim3(f.part.first->getType()->getAsCXXRecordDecl()) || f.part.second != whole_variable) {
      if (last(f.part))
        assigned_[f.part] = value(*f.value, false);
      continue;
    }
    const HostSizes all = sizes(*f.value, false);
    for (int d = 0; d < 3; ++d)
      if (last({f.part.first, d}))
        assigned_[{f.part.first, d}] = all[static_cast<std::size_t>(d)];
  }
}

// --- integers ---------------------------------------------------------------------------------------------

std::optional<cfg::Type> HostValues::type_of(const clang::Expr &e) const {
  const clang::QualType t = e.getType();
  if (t.isNull() || !t->isIntegralOrEnumerationType() || t->isBooleanType() || t->isDependentType())
    return std::nullopt;
  const std::uint64_t width = context_.getIntWidth(t);
  return width <= 64 ? std::optional(cfg::int_type(static_cast<unsigned>(width))) : std::nullopt;
}

cfg::Expr HostValues::value(const clang::Expr &whole, bool at_launch) {
  const clang::Expr &e = *whole.IgnoreParens();
  const auto type = type_of(e);
  const Depth depth(depth_);
  if (!type || e.isValueDependent() || e.isTypeDependent() || depth.too_deep())
    return nullptr;
  if (clang::Expr::EvalResult r; !lost_.in(e) && e.EvaluateAsInt(r, context_))
    return cfg::constant(*type, cfg::mask_to_width(r.Val.getInt().extOrTrunc(64).getZExtValue(), type->width));
  if (auto *full = llvm::dyn_cast<clang::FullExpr>(&e))
    return value(*full->getSubExpr(), at_launch);
  if (auto *temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(&e))
    return value(*temporary->getSubExpr(), at_launch);
  if (auto *given = llvm::dyn_cast<clang::CXXDefaultArgExpr>(&e))
    return value(*given->getExpr(), at_launch);
  if (auto *r = llvm::dyn_cast<clang::DeclRefExpr>(&e)) {
    auto *v = llvm::dyn_cast<clang::VarDecl>(r->getDecl());
    return v ? variable(*v, at_launch || is_settled(*v, r->getLocation())) : nullptr;
  }
  if (auto *m = llvm::dyn_cast<clang::MemberExpr>(&e))
    return member(*m, at_launch);
  if (auto *c = llvm::dyn_cast<clang::CastExpr>(&e))
    return converted(*c, at_launch);
  if (auto *o = llvm::dyn_cast<clang::BinaryOperator>(&e))
    return operation(*o, at_launch);
  if (auto *o = llvm::dyn_cast<clang::ConditionalOperator>(&e)) {
    const cfg::Expr c = truth(*o->getCond(), at_launch), a = value(*o->getTrueExpr(), at_launch),
                    b = value(*o->getFalseExpr(), at_launch);
    return c && a && b ? cfg::ite(c, a, b) : nullptr;
  }
  if (auto *call = llvm::dyn_cast<clang::CallExpr>(&e))
    return within<cfg::Expr>(*call, [&](const clang::CompoundStmt &body) {
      return returned(body.body_begin(), body.body_end(), at_launch);
    });
  return nullptr;
}

// A variable that never changes is what it was initialised with, as far as that is known; a parameter of a function
// that is looked into is its argument.
cfg::Expr HostValues::variable(const clang::VarDecl &v, bool at_launch) {
  const clang::QualType t = v.getType().getNonReferenceType();
  if (!t->isIntegralOrEnumerationType() || t->isBooleanType() || v.getType().isVolatileQualified() ||
      context_.getIntWidth(t) > 64)
    return nullptr;
  if (auto *p = llvm::dyn_cast<clang::ParmVarDecl>(&v); p && !calls_.empty())
    if (auto argument = calls_.back().find(p); argument != calls_.back().end()) {
      Arguments mine = std::move(calls_.back());
      calls_.pop_back();
      cfg::Expr out = value(*mine.at(p), at_launch);
      calls_.push_back(std::move(mine));
      return out;
    }
  const bool constant = is_constant(v);
  const bool referred = constants_.references.count(&v) != 0 && !lost_.has(v); // the caller says what to
  if (auto passed = call_.values.find(&v); (constant || referred) && passed != call_.values.end() && passed->second)
    return passed->second;
  if (constant && v.hasInit() && !llvm::isa<clang::ParmVarDecl>(v)) {
    const clang::SourceLocation asked_at = std::exchange(asked_at_, {});
    const cfg::Expr first = value(*v.getInit(), false);
    asked_at_ = asked_at;
    if (first)
      return named(call_.names.of(v), first);
  }
  if (!constant && !at_launch)
    return nullptr; // it may have changed since
  if (auto assigned = assigned_.find({&v, whole_variable}); assigned != assigned_.end() && assigned->second)
    return named(call_.names.of(v), assigned->second);
  if (!v.isLocalVarDeclOrParm() && !calls_.empty())
    return nullptr;
  return cfg::variable(call_.names.of(v), cfg::int_type(static_cast<unsigned>(context_.getIntWidth(t))));
}

cfg::Expr HostValues::named(cfg::VarId id, const cfg::Expr &value) {
  if (cfg::is_const(value))
    return value;
  if (!cfg::mentions(value, id)) // its own initialiser may
    call_.names.define(id, value);
  return cfg::variable(id, value->type);
}

// `block.x`, or a field of a structure.
cfg::Expr HostValues::member(const clang::MemberExpr &m, bool at_launch) {
  const std::string field = m.getMemberDecl()->getNameAsString();
  const clang::CXXRecordDecl *record = m.getBase()->getType()->getAsCXXRecordDecl();
  if (!is_dim3(record) || field.size() != 1 || field[0] < 'x' || field[0] > 'z')
    return nullptr;
  const auto d = static_cast<unsigned>(field[0] - 'x');
  auto *r = llvm::dyn_cast<clang::DeclRefExpr>(m.getBase()->IgnoreParens());
  auto *v = r ? llvm::dyn_cast<clang::VarDecl>(r->getDecl()) : nullptr;
  return v ? size_of(*v, d, at_launch, r->getLocation()) : sizes(*m.getBase(), at_launch)[d];
}

cfg::Expr HostValues::converted(const clang::CastExpr &c, bool at_launch) {
  const clang::Expr &from = *c.getSubExpr();
  switch (c.getCastKind()) {
  case clang::CK_LValueToRValue:
  case clang::CK_NoOp:
  case clang::CK_IntegralCast: break;
  default: return nullptr;
  }
  const auto to = type_of(c);
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
  if (shift || division) // the host's behaviour is defined where it launches; ours for these only
    if (!cfg::is_const(b) || (shift ? b->value >= a->type.width : b->value == 0 || cfg::signed_value(*b) == -1))
      return nullptr;
  if (shift && !(b->type == a->type))
    b = cfg::constant(a->type, b->value);
  const bool flagged = *op == Op::Add || *op == Op::Sub || *op == Op::Mul;
  return cfg::binary(*op, a, b, is_signed && flagged, false);
}

const clang::CompoundStmt *HostValues::looked_into(const clang::CallExpr &call, Arguments &arguments) const {
  const clang::FunctionDecl *f = call.getDirectCallee();
  const clang::FunctionDecl *definition = nullptr;
  if (!f || calls_.size() >= deepest_call || llvm::isa<clang::CXXMethodDecl>(f) || !f->hasBody(definition) ||
      definition->hasAttr<clang::WeakAttr>() || lost_.has(*f) || lost_.within(*definition) ||
      definition->getNumParams() != call.getNumArgs())
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
  const cfg::Expr c = truth(*branch->getCond(), at_launch), a = c ? returned(&yes, &yes + 1, at_launch) : nullptr,
                  b = !a   ? nullptr
                      : no ? returned(&no, &no + 1, at_launch)
                           : returned(begin + 1, end, at_launch);
  return a && b && a->type == b->type ? cfg::ite(c, a, b) : nullptr;
}

// --- sizes ------------------------------------------------------------------------------------------------

HostSizes HostValues::sizes(const clang::Expr &whole, bool at_launch) {
  const clang::Expr &e = *whole.IgnoreParens();
  const Depth depth(depth_);
  if (e.isValueDependent() || e.isTypeDependent() || depth.too_deep())
    return {};
  if (auto *full = llvm::dyn_cast<clang::FullExpr>(&e))
    return sizes(*full->getSubExpr(), at_launch);
  if (auto *temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(&e))
    return sizes(*temporary->getSubExpr(), at_launch);
  if (auto *bound = llvm::dyn_cast<clang::CXXBindTemporaryExpr>(&e))
    return sizes(*bound->getSubExpr(), at_launch);
  if (auto *given = llvm::dyn_cast<clang::CXXDefaultArgExpr>(&e))
    return sizes(*given->getExpr(), at_launch);
  if (auto *c = llvm::dyn_cast<clang::CastExpr>(&e))
    return sizes(*c->getSubExpr(), at_launch);
  if (auto *c = llvm::dyn_cast<clang::CXXConstructExpr>(&e)) {
    if (!is_dim3(c->getConstructor()->getParent()))
      return {};
    if (c->getConstructor()->isCopyOrMoveConstructor())
      return sizes(*c->getArg(0), at_launch);
    HostSizes out;
    if (c->getNumArgs() == 3)
      for (unsigned i = 0; i < 3; ++i)
        out[i] = value(*c->getArg(i), at_launch);
    return out;
  }
  if (auto *list = llvm::dyn_cast<clang::InitListExpr>(&e); list && list->getNumInits() == 1)
    return sizes(*list->getInit(0), at_launch);
  if (auto *r = llvm::dyn_cast<clang::DeclRefExpr>(&e)) {
    auto *v = llvm::dyn_cast<clang::VarDecl>(r->getDecl());
    HostSizes out;
    for (unsigned d = 0; v && d < 3; ++d)
      out[d] = size_of(*v, d, at_launch, r->getLocation());
    return out;
  }
  if (auto *call = llvm::dyn_cast<clang::CallExpr>(&e))
    return within<HostSizes>(*call, [&](const clang::CompoundStmt &body) {
      auto *only = body.size() == 1 ? llvm::dyn_cast<clang::ReturnStmt>(body.body_front()) : nullptr;
      return only && only->getRetValue() ? sizes(*only->getRetValue(), at_launch) : HostSizes{};
    });
  return {};
}

// A member of a dim3.
cfg::Expr HostValues::size_of(const clang::VarDecl &v, unsigned d, bool at_launch, clang::SourceLocation at) {
  const int member = static_cast<int>(d);
  if (!is_dim3(v.getType().getNonReferenceType()->getAsCXXRecordDecl()) || v.getType().isVolatileQualified())
    return nullptr;
  const Depth depth(depth_);
  if (depth.too_deep())
    return nullptr;
  if (auto *p = llvm::dyn_cast<clang::ParmVarDecl>(&v); p && !calls_.empty() && calls_.back().count(p) != 0)
    return nullptr; // of a helper: not looked into
  const bool constant = is_constant(v);
  const bool referred = constants_.references.count(&v) != 0 && !lost_.has(v);
  if (auto passed = call_.sizes.find(&v); (constant || referred) && passed != call_.sizes.end() && passed->second[d])
    return passed->second[d];
  const bool global = v.hasGlobalStorage() && v.getType().isConstQualified() && !lost_.has(v);
  if (v.hasInit() && !llvm::isa<clang::ParmVarDecl>(v) && (global || constant)) {
    const clang::SourceLocation asked_at = std::exchange(asked_at_, {});
    cfg::Expr first = sizes(*v.getInit(), false)[d];
    asked_at_ = asked_at;
    if (first || global)
      return first;
  }
  if (!constant && !at_launch && !is_settled(v, at, member))
    return nullptr;
  if (auto assigned = assigned_.find({&v, member}); assigned != assigned_.end() && assigned->second)
    return named(call_.names.of(v, member), assigned->second);
  if (!v.isLocalVarDeclOrParm() && !calls_.empty())
    return nullptr;
  return cfg::variable(call_.names.of(v, member), cfg::int_type(32));
}

// --- buffers ----------------------------------------------------------------------------------------------

HostBuffer HostValues::buffer(const clang::Expr &whole) {
  const clang::Expr &e = *whole.IgnoreParenCasts();
  const Depth depth(depth_);
  if (depth.too_deep())
    return {};
  auto part = [&](const clang::Expr &of) {
    HostBuffer b = buffer(of);
    b.whole = false;
    return b;
  };
  if (auto *r = llvm::dyn_cast<clang::DeclRefExpr>(&e)) {
    auto *v = llvm::dyn_cast<clang::VarDecl>(r->getDecl());
    if (v && v->getType()->isReferenceType() && v->hasInit() && !llvm::isa<clang::ParmVarDecl>(v))
      return buffer(*v->getInit());
    if (v && is_constant(*v) && v->hasInit() && !llvm::isa<clang::ParmVarDecl>(v))
      if (HostBuffer first = buffer(*v->getInit()); first.base) {
        auto *of = llvm::dyn_cast<clang::VarDecl>(first.base);
        first.whole = first.whole && of && is_constant(*of); // else it may lead elsewhere now
        return first;
      }
    if (auto passed = call_.buffers.find(v);
        v && is_constant(*v) && passed != call_.buffers.end() && passed->second.base)
      return passed->second;
    return {r->getDecl(), true};
  }
  if (auto *o = llvm::dyn_cast<clang::BinaryOperator>(&e); o && o->isAdditiveOp())
    return part(o->getLHS()->getType()->isPointerType() ? *o->getLHS() : *o->getRHS());
  if (auto *o = llvm::dyn_cast<clang::UnaryOperator>(&e); o && o->getOpcode() == clang::UO_AddrOf)
    if (auto *s = llvm::dyn_cast<clang::ArraySubscriptExpr>(o->getSubExpr()->IgnoreParens()))
      return part(*s->getBase());
  return {};
}

} // namespace lockstep::frontend
