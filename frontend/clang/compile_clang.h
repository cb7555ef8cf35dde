// Source to LLVM module by Clang, in process; and LLVM assembly or bitcode to module. Before any pass.
// Internal to frontend/.
#pragma once

#include "frontend/frontend.h"
#include "frontend/source_parts.h"
#include "support/source_texts.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <map>
#include <memory>
#include <string>

namespace lockstep::frontend {

struct CompiledSource {
  std::unique_ptr<llvm::Module> module; // nullptr: there was an error, which is among the diagnostics
  std::map<std::string, std::vector<LaunchSite>> launches; // in host code, by the kernel's symbol
  SourceParts parts;                                       // errors that spoil some kernels only are told by these
};
CompiledSource compile_source(const std::string &path, Language language, const Options &options,
                              llvm::LLVMContext &context, support::Diagnostics &diags, support::SourceTexts &texts);
// Where LLVM's reader crashes, the context is given up: nobody knows in which state it is.
std::unique_ptr<llvm::Module> read_ir(const std::string &path, std::unique_ptr<llvm::LLVMContext> &context,
                                      support::Diagnostics &diags);

} // namespace lockstep::frontend
