// See endings.h.
#include "frontend/host/facts/endings.h"

#include "frontend/host/effects/host_text.h"

#include "clang/AST/ExprCXX.h"

namespace lockstep::frontend {

bool Endings::never_returns(const clang::CallExpr &call) {
  const clang::FunctionDecl *f = call.getDirectCallee();
  auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(f);
  if (!f || (method && method->isVirtual()))
    return false;
  const PathFacts *inside = ending(*f);
  if (is_chosen_for_device(*f, &caller_))
    return false;
  return f->isNoReturn() || (inside && !inside->ends);
}

const PathFacts *Endings::ending(const clang::FunctionDecl &f) {
  const clang::FunctionDecl *definition = host_body(f, &caller_);
  if (llvm::isa<clang::CXXMethodDecl>(f) || !definition || definition->hasAttr<clang::CUDAGlobalAttr>() || lost_.has(f))
    return nullptr;
  return paths_.inside(*definition);
}

bool Endings::stops(const clang::Expr &e) {
  const clang::Expr &whole = *e.IgnoreParenCasts();
  if (llvm::isa<clang::CXXThrowExpr>(whole))
    return true;
  auto *call = llvm::dyn_cast<clang::CallExpr>(&whole);
  const clang::FunctionDecl *f = call ? call->getDirectCallee() : nullptr;
  return f && (never_returns(*call) ||
               (f->getIdentifier() && f->getName() == "__lockstep_assert_fail" && is_of_runtime(*f)));
}

} // namespace lockstep::frontend
