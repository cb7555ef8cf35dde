// What a Module holds. Internal to frontend/: no other folder includes it.
#pragma once

#include "frontend/frontend.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <memory>

namespace lockstep::frontend {

enum class Dialect { Spir, Nvptx, Amdgcn }; // of the module's triple

struct Module::Impl {
  std::unique_ptr<llvm::LLVMContext> context; // outlives `module`
  std::unique_ptr<llvm::Module> module;
  Dialect dialect = Dialect::Spir;
  std::vector<KernelName> uncalled; // see uncalled_functions
};

} // namespace lockstep::frontend
