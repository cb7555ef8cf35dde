// What a Module holds. Internal to frontend/: no other folder includes it.
#pragma once

#include "frontend/frontend.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lockstep::frontend {

enum class Dialect { Spir, Nvptx, Amdgcn }; // of the module's triple

struct Module::Impl {
  std::unique_ptr<llvm::LLVMContext> context; // outlives `module`
  std::unique_ptr<llvm::Module> module;
  Dialect dialect = Dialect::Spir;
  std::vector<KernelName> uncalled; // see uncalled_functions
  std::map<std::string, std::vector<Parameter>> parameters; // of the kernels, by symbol
};

} // namespace lockstep::frontend
