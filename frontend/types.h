// LLVM types as lists of scalars: vectors, structures and arrays used as values are flattened; where each scalar lies
// in memory is part of the answer.
#pragma once

#include "cfg/ir/expr.h"

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Type.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lockstep::frontend {

struct Scalar {
  cfg::Type type; // of a pointer: the integer of its offset
  bool pointer = false;
  std::uint64_t offset = 0;   // bytes from the start of the value in memory
  unsigned bytes = 0;         // in memory; 0: has no byte-wise place there (vectors of i1, i33 ...)
  unsigned address_space = 0; // of a pointer: LLVM's number
};

// Empty where a part has no counterpart in the kernel IR (wider than 64 bits, bfloat, target types), or there are
// more than `max_scalars` parts.
std::optional<std::vector<Scalar>> scalars(llvm::Type *type, const llvm::DataLayout &layout, unsigned pointer_bits);
inline constexpr std::size_t max_scalars = 256;

std::string type_name(const llvm::Type *type);

} // namespace lockstep::frontend
