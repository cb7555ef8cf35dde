// Ranges of bytes as pieces: see byte_cover.h.
#include "frontend/llvm/byte_cover.h"

#include "frontend/llvm/ir_leaves.h"
#include "frontend/llvm/kept_accesses.h"

#include "support/sound.h"
#include "llvm/IR/DerivedTypes.h"

#include <algorithm>
#include <bit>

namespace lockstep::frontend {
namespace {

constexpr std::size_t max_covered_leaves = 4096;

std::uint64_t bytes_of(const llvm::DataLayout &layout, llvm::Type *type) {
  return layout.getTypeStoreSize(type).getFixedValue();
}

// Can a member be moved as it is? Else its bytes are.
bool is_natural(const llvm::DataLayout &layout, llvm::Type *type) {
  llvm::Type *scalar = type->getScalarType();
  bool movable = scalar->isPointerTy() || scalar->isHalfTy() || scalar->isFloatTy() || scalar->isDoubleTy() ||
                 scalar->isTargetExtTy();
  if (auto *i = llvm::dyn_cast<llvm::IntegerType>(scalar))
    movable = i->getBitWidth() >= 8 && i->getBitWidth() <= 64 && std::has_single_bit(i->getBitWidth());
  return movable && !type->isScalableTy() && layout.typeSizeEqualsStoreSize(type);
}

class Cover {
public:
  Cover(const llvm::DataLayout &layout, llvm::LLVMContext &context, std::uint64_t begin, std::uint64_t end,
        std::size_t max)
      : layout_(layout), context_(context), begin_(begin), at_(begin), end_(end), max_(max) {}

  void member(std::uint64_t offset, llvm::Type *type) {
    const std::uint64_t size = bytes_of(layout_, type), to = offset + size;
    if (to <= at_ || offset >= end_ || size == 0)
      return;
    if (offset < at_ || to > end_ || !is_natural(layout_, type))
      return integers(std::max(at_, offset), std::min(end_, to), false);
    integers(at_, offset, true);
    add(offset, type, false);
    at_ = to;
  }
  void integers(std::uint64_t from, std::uint64_t to, bool padding) {
    if (from > at_)
      integers(at_, from, true);
    while (at_ < to) {
      std::uint64_t size = std::min<std::uint64_t>(8, std::bit_floor(to - at_));
      if (at_ != 0)
        size = std::min(size, at_ & (0 - at_));
      add(at_, llvm::IntegerType::get(context_, static_cast<unsigned>(8 * size)), padding);
      at_ += size;
    }
  }
  // Whether [at, at + bytes) is still to be covered and lies in the range.
  bool free(std::uint64_t from, std::uint64_t to) const { return from >= at_ && to <= end_; }
  std::optional<BytePieces> take(bool padding) {
    integers(at_, end_, padding);
    return full_ ? std::nullopt : std::optional(std::move(pieces_));
  }

private:
  void add(std::uint64_t offset, llvm::Type *type, bool padding) {
    full_ = full_ || pieces_.size() >= max_;
    if (!full_ && !(padding && support::left_out("bytes.cover")))
      pieces_.push_back({offset - begin_, type, padding});
  }

  const llvm::DataLayout &layout_;
  llvm::LLVMContext &context_;
  const std::uint64_t begin_;
  std::uint64_t at_; // covered so far
  const std::uint64_t end_;
  const std::size_t max_;
  BytePieces pieces_;
  bool full_ = false;
};

// The pieces [from, to) that are one access: all in an aligned word, a small integer followed by padding.
std::size_t word_end(const llvm::DataLayout &layout, const BytePieces &pieces, std::size_t from, unsigned &bits) {
  const BytePiece &first = pieces[from];
  if (first.padding || !first.type->isIntegerTy() || first.type->getIntegerBitWidth() > 16)
    return from + 1;
  std::size_t best = from + 1;
  for (std::size_t to = from + 1; to < pieces.size() && pieces[to].padding; ++to) {
    const std::uint64_t size = pieces[to].offset + bytes_of(layout, pieces[to].type) - first.offset;
    if (size > 8)
      break;
    if (std::has_single_bit(size) && first.offset % size == 0) {
      best = to + 1;
      bits = static_cast<unsigned>(8 * size);
    }
  }
  return best;
}

} // namespace

llvm::Value *at_offset(llvm::IRBuilder<> &b, llvm::Value *base, std::uint64_t offset) {
  return offset == 0 ? base : b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), base, offset);
}

std::optional<BytePieces> cover(const llvm::DataLayout &layout, llvm::LLVMContext &context, llvm::Type *type,
                                std::uint64_t begin, std::uint64_t end, std::size_t max, Triples triples) {
  Cover out(layout, context, begin, end, max);
  std::optional<std::vector<Leaf>> leaves;
  if (type)
    leaves = leaves_of(layout, type, max_covered_leaves);
  if (!leaves)
    return out.take(false);
  std::stable_sort(leaves->begin(), leaves->end(), [](const Leaf &a, const Leaf &b) { return a.offset < b.offset; });
  const std::uint64_t size = layout.getTypeAllocSize(type).getFixedValue();
  for (std::size_t i = 0; i < leaves->size(); ++i) {
    const Leaf &l = (*leaves)[i];
    auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(l.type);
    if (triples == Triples::Whole && vector && vector->getNumElements() == 3) {
      auto *four = llvm::FixedVectorType::get(vector->getElementType(), 4);
      const std::uint64_t to = l.offset + bytes_of(layout, four);
      const std::uint64_t next = i + 1 < leaves->size() ? (*leaves)[i + 1].offset : size;
      if (to <= next && out.free(l.offset, to)) {
        out.member(l.offset, four);
        continue;
      }
    }
    out.member(l.offset, l.type);
  }
  out.integers(std::min(size, end), std::min(size, end), true); // the tail; what lies beyond the object has no members
  return out.take(false);
}

std::vector<llvm::Value *> load_pieces(llvm::IRBuilder<> &b, llvm::Value *from, llvm::Align align,
                                       const BytePieces &pieces, bool kept) {
  const llvm::DataLayout &layout = b.GetInsertBlock()->getDataLayout();
  std::vector<llvm::Value *> values;
  for (std::size_t i = 0; i < pieces.size();) {
    unsigned bits = 0;
    const std::size_t end = kept ? word_end(layout, pieces, i, bits) : i + 1;
    const BytePiece &first = pieces[i];
    llvm::Type *type = end == i + 1 ? first.type : b.getIntNTy(bits);
    auto *load =
        b.CreateAlignedLoad(type, at_offset(b, from, first.offset), llvm::commonAlignment(align, first.offset));
    if (kept)
      mark_kept(*load);
    for (std::size_t k = i; k < end; ++k) {
      const std::uint64_t shift = 8 * (pieces[k].offset - first.offset);
      llvm::Value *v = load;
      if (end != i + 1)
        v = b.CreateTrunc(shift == 0 ? v : b.CreateLShr(v, shift), pieces[k].type);
      values.push_back(v);
    }
    i = end;
  }
  return values;
}

void store_pieces(llvm::IRBuilder<> &b, llvm::Value *to, llvm::Align align, const BytePieces &pieces,
                  const std::vector<llvm::Value *> &values, bool kept) {
  const llvm::DataLayout &layout = b.GetInsertBlock()->getDataLayout();
  for (std::size_t i = 0; i < pieces.size();) {
    unsigned bits = 0;
    const std::size_t end = kept ? word_end(layout, pieces, i, bits) : i + 1;
    llvm::Value *v = values[i];
    for (std::size_t k = i; end != i + 1 && k < end; ++k) {
      llvm::Value *known =
          llvm::isa<llvm::UndefValue>(values[k]) ? b.CreateFreeze(values[k]) : values[k]; // zext undef folds
      llvm::Value *part = b.CreateZExt(known, b.getIntNTy(bits));
      const std::uint64_t shift = 8 * (pieces[k].offset - pieces[i].offset);
      v = k == i ? part : b.CreateOr(v, b.CreateShl(part, shift));
    }
    auto *store =
        b.CreateAlignedStore(v, at_offset(b, to, pieces[i].offset), llvm::commonAlignment(align, pieces[i].offset));
    if (kept)
      mark_kept(*store);
    i = end;
  }
}

} // namespace lockstep::frontend
