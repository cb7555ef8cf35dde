// Which functions of a module are kernels. Internal to frontend/.
#pragma once

#include "frontend/frontend.h"

#include "llvm/IR/Module.h"

#include <string>
#include <vector>

namespace lockstep::frontend {

// In the module's order, which is the source's for the languages that Clang compiles. By calling convention
// (SPIR_KERNEL, PTX_Kernel, AMDGPU_KERNEL) or by !nvvm.annotations.
std::vector<llvm::Function *> kernel_functions(llvm::Module &module);

// "scale<float>": the name as at a launch, or a call.
std::string name_in_source(const llvm::Function &f);
support::Origin place_in_source(const llvm::Function &f); // where it is defined

// Functions with accesses to memory that are no kernels and that nothing of the file calls, of a module as Clang left
// it.
std::vector<cfg::Uncalled> find_uncalled(llvm::Module &module);

} // namespace lockstep::frontend
