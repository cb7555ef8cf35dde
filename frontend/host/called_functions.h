// The functions of a file, instances of templates included, with what they launch and whom they call. Internal to
// frontend/.
//
// Sound because a function whose calls count as all there are is named nowhere else: whatever names one, and is no
// launch or call within a function that is read here, is one more mention. Where the compiler calls without a name
// (operators, destructors), whoever asks knows no arguments (launch_sites.cpp).
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <map>
#include <vector>

namespace lockstep::frontend {

struct HostLaunch {
  const clang::CallExpr *call;
  const clang::FunctionDecl *kernel; // null: any that `through` may point to
  const clang::Expr *grid, *block;
  bool arguments; // the call's are the kernel's
  const clang::VarDecl *through = nullptr;
};
// A local pointer to kernels. If it is only assigned kernels, and launched, its launches are those of the kernels.
// Sound because it then leads to one of them, or nowhere, and nothing else knows of it.
struct HostPointer {
  std::vector<const clang::FunctionDecl *> kernels;
  int other_mentions = 0;
};
struct HostFunction {
  std::vector<HostLaunch> launches;
};
struct CallSite {
  const clang::CallExpr *call;
  const clang::FunctionDecl *caller; // a definition
};

struct CalledFunctions {
  std::map<const clang::FunctionDecl *, HostFunction> functions;      // definitions
  std::map<const clang::FunctionDecl *, std::vector<CallSite>> calls; // by the function called
  std::map<const clang::FunctionDecl *, int> other_mentions;          // but for launches and calls
  std::map<const clang::VarDecl *, HostPointer> pointers;
  bool aliases = false; // functions have other names in the object file: any call may be one of any
};
// What each parameter of the function called gets, in their order.
std::vector<const clang::Expr *> arguments_of(const clang::CallExpr &call);
CalledFunctions called_functions(const std::vector<clang::Decl *> &top);

} // namespace lockstep::frontend
