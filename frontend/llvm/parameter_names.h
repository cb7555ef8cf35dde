// Names of an aggregate parameter's members, from debug information. Internal to frontend/.
#pragma once

#include "frontend/llvm/byte_cover.h"

#include "llvm/IR/Argument.h"
#include "llvm/IR/DebugInfoMetadata.h"

#include <string>
#include <vector>

namespace lockstep::frontend {

// Behind typedefs, const, volatile, restrict and _Atomic; null for null.
const llvm::DIType *without_aliases(const llvm::DIType *type);

// For each leaf of the by-value parameter `argument` (of the function that had it before): ".x", ".m[2].y"; by offset
// (".at8") where the source's names are not known.
std::vector<std::string> member_names(const llvm::Function &function, const llvm::Argument &argument,
                                      const BytePieces &leaves);

} // namespace lockstep::frontend
