// What a Module holds. Internal to frontend/: no other folder includes it.
#pragma once

#include "frontend/frontend.h"
#include "frontend/llvm/launch_limits.h"
#include "frontend/source_parts.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <array>
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
  bool foreign = false; // LLVM IR that somebody else has made, and perhaps optimised
  std::vector<cfg::Uncalled>
      uncalled; // functions with accesses to memory that are no kernels and that nothing of the file calls
  std::map<std::string, std::vector<Parameter>> parameters; // of the kernels, by symbol
  std::map<std::string, LaunchLimits> limits;               // likewise
  std::map<std::string, std::array<bool, 3>> spoken;        // likewise (spoken_dimensions.h)
  std::map<std::string, std::vector<LaunchSite>> launches;  // likewise
  std::map<std::string, std::vector<std::string>> needs;    // likewise (KernelName)
  SourceParts parts;
};

} // namespace lockstep::frontend
