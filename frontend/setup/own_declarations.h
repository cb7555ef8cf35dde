// Declarations of our own headers, which stand for the runtime's and the standard library's. Internal to frontend/.
#pragma once

#include "clang/AST/Decl.h"

namespace lockstep::frontend {

bool is_of_our_headers(const clang::Decl &d);

// A function of ours whose body evaluates what the program wrote: a default argument of a function of the program's, or
// an initialiser of a member of its classes. (Template instances do: `T()` in a container.)
bool evaluates_defaults_of_program(const clang::FunctionDecl &f);

} // namespace lockstep::frontend
