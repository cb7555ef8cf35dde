// Reading a kernel's source parameters (frontend.h, Parameter) from a function that no pass has changed. Internal to
// frontend/.
#pragma once

#include "frontend/frontend.h"

#include "llvm/IR/Function.h"

#include <vector>

namespace lockstep::frontend {

// In the source's order; empty without debug information, or where the arguments are not the source's.
std::vector<Parameter> read_parameters(const llvm::Function &kernel);

} // namespace lockstep::frontend
