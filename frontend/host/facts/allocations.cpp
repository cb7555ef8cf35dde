// See allocations.h.
#include "frontend/host/facts/allocations.h"

#include "frontend/host/effects/unchanged_variables.h"

#include "support/sound.h"
#include "clang/AST/ExprCXX.h"

namespace lockstep::frontend {

namespace {

bool is_pitched(const clang::CallExpr &call) {
  const clang::FunctionDecl *f = call.getDirectCallee();
  return f && f->getIdentifier() && (f->getName() == "cudaMallocPitch" || f->getName() == "hipMallocPitch") &&
         is_of_runtime(*f) && call.getNumArgs() == 4;
}

// Are all of its parts evaluated with it? (A builtin may ask only what kind of thing its argument is.)
bool evaluates_its_parts(const clang::Expr &e) {
  if (auto *call = llvm::dyn_cast<clang::CallExpr>(&e))
    return call->getBuiltinCallee() == 0;
  return llvm::isa<clang::ParenExpr, clang::CastExpr, clang::BinaryOperator, clang::UnaryOperator, clang::FullExpr,
                   clang::MaterializeTemporaryExpr, clang::CXXBindTemporaryExpr, clang::CXXConstructExpr>(e);
}

void add_pitched(const clang::Stmt &s, std::vector<const clang::CallExpr *> &out) {
  auto *e = llvm::dyn_cast<clang::Expr>(&s);
  if (e && support::unsound("allocations.evaluated", !evaluates_its_parts(*e)))
    return;
  if (auto *o = llvm::dyn_cast<clang::BinaryOperator>(&s); o && o->isLogicalOp())
    return add_pitched(*o->getLHS(), out);
  for (const clang::Stmt *child : s.children())
    if (child)
      add_pitched(*child, out);
  if (auto *call = llvm::dyn_cast<clang::CallExpr>(&s); call && is_pitched(*call))
    out.push_back(call);
}

} // namespace

std::vector<const clang::CallExpr *> calls_of_pitched(const clang::Stmt &s) {
  std::vector<const clang::CallExpr *> out;
  add_pitched(s, out);
  return out;
}

bool call_succeeds(const clang::Expr &condition, bool holds) {
  const auto is_call = [](const clang::Expr &e) {
    auto *call = llvm::dyn_cast<clang::CallExpr>(e.IgnoreParenImpCasts());
    return call && is_pitched(*call);
  };
  const auto is_success = [](const clang::Expr &e) {
    auto *r = llvm::dyn_cast<clang::DeclRefExpr>(e.IgnoreParenImpCasts());
    auto *one = r ? llvm::dyn_cast<clang::EnumConstantDecl>(r->getDecl()) : nullptr;
    return one && one->getInitVal() == 0;
  };
  if (is_call(condition))
    return !holds;
  auto *o = llvm::dyn_cast<clang::BinaryOperator>(condition.IgnoreParenImpCasts());
  if (!o || !o->isEqualityOp() || (o->getOpcode() == clang::BO_EQ) != holds)
    return false;
  return (is_call(*o->getLHS()) && is_success(*o->getRHS())) || (is_call(*o->getRHS()) && is_success(*o->getLHS()));
}

} // namespace lockstep::frontend
