// When two expressions of host code are one: they name the same declarations in the same way. Internal to frontend/.
//
// Sound because such an expression is made of variables, fields, elements, operators and functions whose text is looked
// into or known: evaluated twice with no effect between, it gives one value. What is not known has no key. Names stand
// for their declarations, never for their text.
#pragma once

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lockstep::frontend {

using ExpressionKey = std::vector<std::uintptr_t>;
std::optional<ExpressionKey> key_of(const clang::Expr &e);
// That the expression names.
std::vector<const clang::VarDecl *> variables_in(const clang::Expr &e);

} // namespace lockstep::frontend
