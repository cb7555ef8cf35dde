// The functions of a file, instances of templates included, with what they launch and whom they call. Internal to
// frontend/.
//
// Sound because a function whose calls count as all there are is named nowhere else: whatever names one, and is no
// launch or call within a function that is read here, is one more mention. Where the compiler calls without a name
// (operators, destructors), whoever asks knows no arguments (launch_sites.cpp).
#pragma once

#include "frontend/broken/lost_names.h"

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
  // Of a call through a parameter of the caller: the call of the caller that passes the function for it.
  const clang::CallExpr *passing = nullptr;
};
// A parameter that leads to a function: where it is called, and how often it is named otherwise.
struct FunctionParameter {
  std::vector<CallSite> calls;
  int other_mentions = 0;
};

struct CalledFunctions {
  std::map<const clang::FunctionDecl *, HostFunction> functions;      // definitions
  std::map<const clang::FunctionDecl *, std::vector<CallSite>> calls; // by the function called
  std::map<const clang::FunctionDecl *, int> other_mentions;          // but for launches and calls
  std::map<const clang::VarDecl *, HostPointer> pointers;
  std::map<const clang::ParmVarDecl *, FunctionParameter> parameters;
  bool aliases = false; // functions have other names in the object file: any call may be one of any
};
CalledFunctions called_functions(const std::vector<clang::Decl *> &top);

// Takes a function that is passed for a parameter which its function does no more with than call it, for one that is
// called there. Sound because the parameter then leads to what each call passes, and nothing else learns of it; for a
// call that passes something else, nothing is taken back.
void add_calls_through_parameters(CalledFunctions &functions, const LostNames &lost);

} // namespace lockstep::frontend
