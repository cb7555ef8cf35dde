// Functions that are judged on their own, by their contracts. Internal to frontend/.
#pragma once

#include "frontend/frontend.h"
#include "frontend/llvm/contract_marks.h"

#include "llvm/IR/Module.h"

#include <string>
#include <vector>

namespace lockstep::frontend {

// Makes of each function that may be judged so its contract, and a kernel of its body (own_functions.cpp). A note says
// of which it cannot. Of a module as Clang left it.
void judge_functions_alone(llvm::Module &module, Contracts which, support::Diagnostics &diags);
// The symbols of the kernels that are made of the functions whose contracts stand in `kernel`, and in these kernels. Of
// a module behind the passes.
std::vector<std::string> contracts_needed(const llvm::Module &module, const llvm::Function &kernel);

} // namespace lockstep::frontend
