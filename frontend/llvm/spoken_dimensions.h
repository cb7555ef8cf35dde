// Which dimensions of the launch a kernel's source speaks of, in the kernel itself or in a function that it uses:
// whether the kernel depends on them is another question. Read between Clang and the passes, which drop what nothing
// needs. Internal to frontend/.
#pragma once

#include "llvm/IR/Function.h"

#include <array>

namespace lockstep::frontend {

// `foreign`: somebody else's LLVM IR, of which no function is one of our headers'.
std::array<bool, 3> spoken_dimensions(const llvm::Function &kernel, bool foreign);

} // namespace lockstep::frontend
