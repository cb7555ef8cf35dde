// Which functions of a module are kernels. Internal to frontend/.
#pragma once

#include "frontend/frontend.h"

#include "llvm/IR/Module.h"

#include <vector>

namespace lockstep::frontend {

// In the module's order, which is the source's for the languages that Clang compiles. By calling convention
// (SPIR_KERNEL, PTX_Kernel, AMDGPU_KERNEL) or by !nvvm.annotations.
std::vector<llvm::Function *> kernel_functions(llvm::Module &module);

// What uncalled_functions (frontend.h) says, of a module as Clang left it.
std::vector<KernelName> find_uncalled(llvm::Module &module);

} // namespace lockstep::frontend
