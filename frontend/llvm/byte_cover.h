// Ranges of bytes as pieces that LLVM can load and store: the members of a type where they can be moved as they are,
// and integers over what lies between and beside them. Internal to frontend/.
#pragma once

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/IRBuilder.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lockstep::frontend {

struct BytePiece {
  std::uint64_t offset; // from the start of the range
  llvm::Type *type;     // as many bits as bytes of storage
  bool padding;         // bytes that no member of the type names
};
using BytePieces = std::vector<BytePiece>;

enum class Triples : std::uint8_t {
  Apart,
  Whole
}; // vectors of three components: and their padding, or with a fourth one

// The bytes [begin, end) of an object of this type (nullptr: of no known type), each in exactly one piece, from left to
// right. Empty where there are more than `max`.
std::optional<BytePieces> cover(const llvm::DataLayout &layout, llvm::LLVMContext &context, llvm::Type *type,
                                std::uint64_t begin, std::uint64_t end, std::size_t max, Triples triples);

// Loads and stores the pieces, in order. In shared memory (`kept`) a small member and the padding behind it are one
// access, so that padding makes no granule smaller than the members do.
std::vector<llvm::Value *> load_pieces(llvm::IRBuilder<> &b, llvm::Value *from, llvm::Align align,
                                       const BytePieces &pieces, bool kept);
void store_pieces(llvm::IRBuilder<> &b, llvm::Value *to, llvm::Align align, const BytePieces &pieces,
                  const std::vector<llvm::Value *> &values, bool kept);

llvm::Value *at_offset(llvm::IRBuilder<> &b, llvm::Value *base, std::uint64_t offset);

} // namespace lockstep::frontend
