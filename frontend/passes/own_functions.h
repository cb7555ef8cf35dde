// Functions that are judged on their own, by their contracts. Internal to frontend/.
#pragma once

#include "frontend/frontend.h"

#include "llvm/IR/Module.h"

#include <string>
#include <vector>

namespace lockstep::frontend {

// A kernel that has been made of a function's body: every thread runs it once, with any arguments.
bool is_own_function(const llvm::Function &f);
// Has the function become its contract, which is what its callers are judged with?
bool stands_for_its_body(const llvm::Function &f);
// Why a recursive function has no contract that stands for it; empty: nothing is known of that.
std::string why_no_contract(const llvm::Function &f);

// Makes of each function that may be judged so its contract, and a kernel of its body (own_functions.cpp). A note says
// of which it cannot. Of a module as Clang left it.
void judge_functions_alone(llvm::Module &module, Contracts which, support::Diagnostics &diags);
// The symbols of the kernels of which the judgement of `kernel` needs that their functions keep their contracts, by
// what it refers to.
std::vector<std::string> contracts_needed(llvm::Module &module, const llvm::Function &kernel);

} // namespace lockstep::frontend
