// Whether evaluating an expression of host code may change something. Internal to frontend/.
//
// Sound because what an expression may change, it changes by an operator, or by a function: one whose text is looked
// into, or one of the runtime that is given nothing it could write through, and no code of the program's; and because
// what other threads change is only seen behind something that waits for them, which counts as an effect.
#pragma once

#include "clang/AST/Expr.h"

namespace lockstep::frontend {

bool has_effects(const clang::Expr &e);
// Do those that are evaluated with a call: the function called, or an argument?
bool parts_have_effects(const clang::CallExpr &call);
// May others change it whenever they like: is it volatile or atomic? An expression without a type counts as well: text
// that does not compile has such (`Lost name(a, b)`).
bool is_shared(const clang::Expr &e);
// Can a function that gets a value of this type only read what it leads to?
bool only_leads_to_constants(clang::QualType t);

} // namespace lockstep::frontend
