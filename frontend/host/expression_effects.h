// Whether evaluating an expression of host code may change something. Internal to frontend/.
//
// Sound because what an expression may change, it changes by an operator, or by a function: one whose text is looked
// into, or one of the runtime that is given nothing it could write through, and no code of the program's.
#pragma once

#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"

namespace lockstep::frontend {

bool has_effects(const clang::Expr &e);
// Of the statement or expression itself, apart from its parts; `within`: the function that it is in.
bool has_effects_itself(const clang::Stmt &s, const clang::FunctionDecl &within);
// May something change where the variable ends?
bool ends_with_effects(const clang::VarDecl &v);
// Can a function that gets a value of this type only read what it leads to?
bool only_leads_to_constants(clang::QualType t);
// A class of our headers through which what it holds is only read.
bool holds_only_its_parts(const clang::CXXRecordDecl &r);

} // namespace lockstep::frontend
