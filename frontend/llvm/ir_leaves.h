// Scalar members of LLVM types.
#pragma once

#include "llvm/IR/DataLayout.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lockstep::frontend {

// The scalar members (vectors count as scalars) of a type and their byte offsets, in order. None if there are more than
// `max`.
struct Leaf {
  std::uint64_t offset;
  llvm::Type *type;
};
std::optional<std::vector<Leaf>> leaves_of(const llvm::DataLayout &layout, llvm::Type *type, std::size_t max);

} // namespace lockstep::frontend
