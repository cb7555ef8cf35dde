// Helpers of host code that are looked into: see helper_calls.h.
#include "frontend/host/values/helper_calls.h"

#include "frontend/host/effects/host_text.h"
#include "frontend/host/effects/unchanged_variables.h"
#include "support/sound.h"

#include "clang/AST/DeclCXX.h"

namespace lockstep::frontend {

const clang::Expr *HelperCalls::argument_for(const clang::VarDecl &v) const {
  auto *p = llvm::dyn_cast<clang::ParmVarDecl>(&v);
  if (!p || calls_.empty())
    return nullptr;
  const auto argument = calls_.back().find(p);
  return argument == calls_.back().end() ? nullptr : argument->second;
}

const clang::CompoundStmt *HelperCalls::looked_into(const clang::CallExpr &call, Arguments &arguments) const {
  const clang::FunctionDecl *f = call.getDirectCallee();
  const clang::FunctionDecl *definition = f ? host_body(*f, looked_into_) : nullptr;
  if (!definition || too_deep() || llvm::isa<clang::CXXMethodDecl>(f) || lost_.has(*f) || lost_.within(*definition) ||
      definition->getNumParams() != call.getNumArgs())
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

} // namespace lockstep::frontend
