// The contract of a function, and whether it can stand for the body. Internal to frontend/passes/.
#pragma once

#include "frontend/passes/annotated.h"

#include "llvm/ADT/SmallPtrSet.h"

#include <string>
#include <vector>

namespace lockstep::frontend {

bool has_contract(const llvm::Function &f); // __ensures, __writes_to or __reads_from

struct FunctionContract {
  std::vector<llvm::Instruction *> beginning; // allocas, parameters and annotations with which the function begins
  std::vector<Clause> clauses;                // those annotations
  std::string fault;                          // why it does not stand for the body; empty: nothing speaks against it
};
// Of a function whose annotations are straight.
FunctionContract read_contract(llvm::Function &f, bool opencl);

// Why a function with what `f` does, called functions included but those of `contracts`, cannot be judged by a
// contract; `but`: instructions of `f` that are its contract.
std::string why_not_alone(const llvm::Function &f, const llvm::SmallPtrSetImpl<const llvm::Instruction *> &but,
                          const llvm::SmallPtrSetImpl<const llvm::Function *> &contracts);

} // namespace lockstep::frontend
