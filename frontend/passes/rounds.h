// Rounds of loops that are written out in front of them. Internal to frontend/passes/.
#pragma once

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"

namespace lockstep::frontend {

// unroll.cpp: puts a copy of the body in front of the loop (in LCSSA form): control enters the copy, and the
// loop from there.
void peel(llvm::Loop &loop);

// rounds.cpp: of loops in which copies are waited for only from some round on; simplifies
bool write_out_first_rounds(llvm::Function &function);

} // namespace lockstep::frontend
