// Which variable a pointer is computed from: see pointers.h.
#include "frontend/host/values/pointers.h"

#include "frontend/host/values/host_evaluator.h"
#include "support/sound.h"

#include "clang/AST/ExprCXX.h"

namespace lockstep::frontend {

namespace {
// What a conversion makes of a pointer, or of a number that holds one, if all of its bits are kept; null: another.
const clang::Expr *with_all_bits(const clang::CastExpr &c, const clang::ASTContext &context) {
  const auto wide = [&](clang::QualType t) {
    return t->isIntegralOrEnumerationType() && context.getIntWidth(t) == context.getTypeSize(context.VoidPtrTy);
  };
  const clang::Expr &from = *c.getSubExpr();
  switch (c.getCastKind()) {
  case clang::CK_LValueToRValue: return from.getType().isVolatileQualified() ? nullptr : &from;
  case clang::CK_NoOp:
  case clang::CK_BitCast:
  case clang::CK_ArrayToPointerDecay: return &from;
  case clang::CK_PointerToIntegral: return wide(c.getType()) ? &from : nullptr;
  case clang::CK_IntegralToPointer: return wide(from.getType()) ? &from : nullptr;
  case clang::CK_IntegralCast: return wide(c.getType()) && wide(from.getType()) ? &from : nullptr;
  default: return nullptr;
  }
}

bool is_temporary(const clang::Expr &whole) {
  const clang::Expr *e = whole.IgnoreParens();
  if (auto *full = llvm::dyn_cast<clang::FullExpr>(e))
    e = full->getSubExpr()->IgnoreParens();
  return llvm::isa<clang::MaterializeTemporaryExpr>(e);
}
} // namespace

HostBuffer PointerReader::part_of(const clang::Expr &e) {
  HostBuffer b = buffer(e);
  return {b.base, false, false, b.calls};
}

HostBuffer PointerReader::buffer(const clang::Expr &whole) {
  const clang::Expr &e = *whole.IgnoreParens();
  const Depth depth(depth_);
  if (depth.too_deep())
    return {};
  // Sound because what is left of it without its conversions is 0 or nullptr, and these keep null null.
  if (support::sound("host_values.null", e.IgnoreParenCasts()->isNullPointerConstant(
                                             const_cast<clang::ASTContext &>(scope_.context()),
                                             clang::Expr::NPC_ValueDependentIsNotNull) != clang::Expr::NPCK_NotNull))
    return {nullptr, true, true};
  if (auto *full = llvm::dyn_cast<clang::FullExpr>(&e))
    return buffer(*full->getSubExpr());
  if (auto *temporary = llvm::dyn_cast<clang::MaterializeTemporaryExpr>(&e))
    return buffer(*temporary->getSubExpr());
  if (auto *c = llvm::dyn_cast<clang::CastExpr>(&e)) {
    const clang::Expr *same = with_all_bits(*c, scope_.context());
    return same ? buffer(*same) : part_of(*c->getSubExpr());
  }
  if (auto *r = llvm::dyn_cast<clang::DeclRefExpr>(&e))
    return buffer_of(*r);
  if (auto *o = llvm::dyn_cast<clang::BinaryOperator>(&e); o && o->isAdditiveOp())
    return part_of(o->getLHS()->getType()->isPointerType() ? *o->getLHS() : *o->getRHS());
  if (auto *o = llvm::dyn_cast<clang::UnaryOperator>(&e); o && o->getOpcode() == clang::UO_AddrOf)
    if (auto *s = llvm::dyn_cast<clang::ArraySubscriptExpr>(o->getSubExpr()->IgnoreParens()))
      return part_of(*s->getBase());
  return {};
}

// Does it not lead elsewhere now?
bool PointerReader::is_settled(const HostBuffer &b) const {
  auto *of = llvm::dyn_cast_or_null<clang::VarDecl>(b.base);
  return b.null || b.calls != 0 || (of && scope_.is_constant(*of));
}

HostBuffer PointerReader::buffer_of(const clang::DeclRefExpr &r) {
  auto *v = llvm::dyn_cast<clang::VarDecl>(r.getDecl());
  // Where something else is evaluated at the same time, it may change.
  const HostBuffer itself{r.getDecl(),
                          !r.getType().isVolatileQualified() && (undisturbed_ || (v && scope_.is_constant(*v)))};
  if (!v)
    return itself;
  if (v->getType()->isReferenceType() && v->hasInit() && !llvm::isa<clang::ParmVarDecl>(v)) {
    if (v->isStaticLocal())
      return {};
    if (!is_temporary(*v->getInit()))
      return buffer(*v->getInit());
    HostBuffer first = v->getType().getNonReferenceType().isConstQualified() ? buffer(*v->getInit()) : itself;
    first.whole = first.whole && is_settled(first);
    return first;
  }
  if (v->hasInit() && !llvm::isa<clang::ParmVarDecl>(v) && scope_.is_constant(*v)) {
    HostBuffer first = buffer(*v->getInit());
    first.whole = first.whole && is_settled(first);
    if (first.null || first.base)
      return first;
  }
  const auto passed = call_.buffers.find(v);
  if (passed != call_.buffers.end() && scope_.is_constant(*v) && (passed->second.base || passed->second.null))
    return passed->second;
  if (!scope_.lost().has(*v))
    return itself;
  const HostBuffer before = passed != call_.buffers.end() ? passed->second
                            : v->hasInit()                ? buffer(*v->getInit())
                                                          : HostBuffer{};
  return before.base ? HostBuffer{before.base, false} : itself;
}

} // namespace lockstep::frontend
