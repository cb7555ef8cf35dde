// Declarations of our own headers, which stand for the runtime's and the standard library's. Internal to frontend/.
#pragma once

#include "clang/AST/DeclBase.h"

namespace lockstep::frontend {

bool is_of_our_headers(const clang::Decl &d);

} // namespace lockstep::frontend
