// See host_text.h.
#include "frontend/host/effects/host_text.h"

#include "frontend/host/effects/unchanged_variables.h"
#include "support/sound.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

#include <algorithm>

namespace lockstep::frontend {
namespace {

bool is_for_host(const clang::FunctionDecl &f) {
  return f.hasAttr<clang::CUDAHostAttr>() || !f.hasAttr<clang::CUDADeviceAttr>();
}
bool is_for_both(const clang::FunctionDecl &f) {
  return f.hasAttr<clang::CUDAHostAttr>() && f.hasAttr<clang::CUDADeviceAttr>();
}

} // namespace

std::vector<const clang::FunctionDecl *> overloads_of(const clang::FunctionDecl &f) {
  std::vector<const clang::FunctionDecl *> out;
  for (const clang::NamedDecl *d : f.getDeclContext()->getRedeclContext()->lookup(f.getDeclName())) {
    d = d->getUnderlyingDecl();
    if (auto *one = llvm::dyn_cast<clang::FunctionDecl>(d)) {
      out.push_back(one);
    } else if (auto *made = llvm::dyn_cast<clang::FunctionTemplateDecl>(d)) {
      out.push_back(made->getTemplatedDecl());
      for (const clang::FunctionDecl *instance : made->specializations())
        out.push_back(instance);
    }
  }
  return out;
}

bool is_chosen_for_device(const clang::FunctionDecl &f, const clang::FunctionDecl *caller) {
  if (f.hasAttr<clang::CUDAGlobalAttr>() || f.getBuiltinID() != 0)
    return false;
  if (support::left_out("host_text.device"))
    return false;
  if (!is_for_host(f))
    return true;
  if (!caller || !is_for_both(*caller) || is_of_runtime(f))
    return false;
  const std::vector<const clang::FunctionDecl *> all = overloads_of(f);
  return std::any_of(all.begin(), all.end(), [](const clang::FunctionDecl *o) { return !is_for_both(*o); });
}

const clang::FunctionDecl *host_body(const clang::FunctionDecl &f, const clang::FunctionDecl *caller) {
  const clang::FunctionDecl *definition = nullptr;
  if (!f.hasBody(definition) || definition->isWeak() || is_chosen_for_device(f, caller))
    return nullptr;
  if (support::left_out("host_text.linked"))
    return definition;
  for (const clang::FunctionDecl *each : definition->redecls())
    if (each->hasAttr<clang::WeakAttr>() || each->hasAttr<clang::GNUInlineAttr>() ||
        each->hasAttr<clang::AliasAttr>() || each->hasAttr<clang::IFuncAttr>())
      return nullptr;
  return definition;
}

// The object of a call of a member operator stands in front of what its parameters get.
std::vector<const clang::Expr *> arguments_of(const clang::CallExpr &call) {
  auto *method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call.getDirectCallee());
  const bool object = llvm::isa<clang::CXXOperatorCallExpr>(call) && method && !method->isStatic();
  std::vector<const clang::Expr *> all(call.arg_begin(), call.arg_end());
  if (object && !all.empty())
    all.erase(all.begin());
  return all;
}

} // namespace lockstep::frontend
