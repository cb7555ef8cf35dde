// Names of an aggregate parameter's members, from debug information. Internal to frontend/.
#pragma once

#include "frontend/byte_cover.h"

#include "llvm/IR/Argument.h"

#include <string>
#include <vector>

namespace lockstep::frontend {

// For each leaf of the by-value parameter `argument` (of the function that had it before): ".x", ".m[2].y"; by offset
// (".at8") where the source's names are not known.
std::vector<std::string> member_names(const llvm::Function &function, const llvm::Argument &argument,
                                      const BytePieces &leaves);

} // namespace lockstep::frontend
