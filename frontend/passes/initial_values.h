// Values that nobody has written, as bytes.cpp marks them. Internal to frontend/passes/.
#pragma once

#include "llvm/IR/BasicBlock.h"

namespace lockstep::frontend {

inline constexpr const char *initial_mark =
    "lockstep.initial"; // of the instruction that makes one, and of the store of it

bool in_cycle(const llvm::BasicBlock &block); // can be left and entered again

} // namespace lockstep::frontend
