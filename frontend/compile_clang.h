// Source to LLVM module by Clang, in process; and LLVM assembly or bitcode to module. Before any pass.
// Internal to frontend/.
#pragma once

#include "frontend/frontend.h"
#include "frontend/source_parts.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

#include <memory>
#include <string>

namespace lockstep::frontend {

// nullptr if there was an error; then it is among the diagnostics. Errors that spoil some kernels only are told by
// these
// (`parts`).
std::unique_ptr<llvm::Module> compile_source(const std::string &path, Language language, const Options &options,
                                             llvm::LLVMContext &context, support::Diagnostics &diags,
                                             SourceParts &parts);
std::unique_ptr<llvm::Module> read_ir(const std::string &path, llvm::LLVMContext &context, support::Diagnostics &diags);

} // namespace lockstep::frontend
