// The file of a scope in LLVM's debug information, of a module that may be malformed: LLVM's verifier does not look at
// the file of a lexical block.
#pragma once

#include "llvm/IR/DebugInfoMetadata.h"

#include <string>

namespace lockstep::frontend {

inline std::string scope_file(const llvm::DIScope *scope) { // empty: there is none, or something else in its place
  const auto *file = scope ? llvm::dyn_cast_or_null<llvm::DIFile>(scope->getRawFile()) : nullptr;
  const auto *name = file ? file->getRawFilename() : nullptr;
  return name ? name->getString().str() : std::string();
}

} // namespace lockstep::frontend
