// What LLVM's verifier says nothing of, in LLVM IR that somebody else has made: metadata that we read. Internal to
// frontend/.
#pragma once

#include "support/diagnostic.h"

#include "llvm/IR/Module.h"

#include <string>

namespace lockstep::frontend {

// OpenCL's lists of a kernel's parameters fit the kernel, and our own marks hold what they should. False with an error.
bool check_metadata(const llvm::Module &module, const std::string &path, support::Diagnostics &diags);
// Our own marks of instructions and parameters are dropped: each says something that our passes have made sure of, and
// nobody else has. Likewise functions with names of ours, which cannot be dropped, are refused: false with an error.
bool drop_marks(llvm::Module &module, const std::string &path, support::Diagnostics &diags);

} // namespace lockstep::frontend
