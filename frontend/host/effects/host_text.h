// The text that a call in host code runs. Internal to frontend/.
//
// Sound because the linker may take another definition than one that is weak, or only there to be inlined, and because
// the host's compiler may choose another overload than the device's, as which the file is read here: in a function for
// both, where one of the overloads is not for both.
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <vector>

namespace lockstep::frontend {

// `caller`: null for one of the host alone. Null: there is no such text, or another may be run.
const clang::FunctionDecl *host_body(const clang::FunctionDecl &f, const clang::FunctionDecl *caller);
// May a call that names `f` in `caller` run another function? `others`: that may be it.
bool is_chosen_for_device(const clang::FunctionDecl &f, const clang::FunctionDecl *caller);
std::vector<const clang::FunctionDecl *> overloads_of(const clang::FunctionDecl &f);
// What each parameter of the function called gets, in their order.
std::vector<const clang::Expr *> arguments_of(const clang::CallExpr &call);

} // namespace lockstep::frontend
