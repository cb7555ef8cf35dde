// Functions that our headers only declare, called with types that nothing outside the file can name (lambdas, local
// types): no other file could define them, which Clang takes for an error at the file's end. Internal to frontend/.
#pragma once

#include "clang/Sema/ExternalSemaSource.h"

namespace lockstep::frontend {

// For CompilerInstance::setExternalSemaSource: nothing is said of such functions.
llvm::IntrusiveRefCntPtr<clang::ExternalSemaSource> undefined_functions();

} // namespace lockstep::frontend
