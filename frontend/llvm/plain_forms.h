// Specifications as GPUVerify reads them, for its command line (gpuverify/). Internal to frontend/.
#pragma once

#include "support/diagnostic.h"

#include "llvm/IR/Module.h"

namespace lockstep::frontend {

// Says where invariants are not of these forms: one of a loop computes its condition without branches, and a
// function-wide one calls no function of the program. True: they are.
bool check_plain_forms(const llvm::Module &module, support::Diagnostics &diags);

} // namespace lockstep::frontend
