// LLVM types as lists of scalars: see types.h.
#include "frontend/types.h"

#include "frontend/llvm/copies/group_copies.h"

#include "llvm/IR/DerivedTypes.h"
#include "llvm/Support/raw_ostream.h"

namespace lockstep::frontend {

namespace {
using Scalars = std::vector<Scalar>;

bool append(llvm::Type *t, const llvm::DataLayout &dl, unsigned pointer_bits, std::uint64_t at, Scalars &out);

bool append_sequence(llvm::Type *element, std::uint64_t count, std::uint64_t stride, const llvm::DataLayout &dl,
                     unsigned pointer_bits, std::uint64_t at, Scalars &out) {
  for (std::uint64_t i = 0; i < count; ++i)
    if (out.size() >= max_scalars || !append(element, dl, pointer_bits, at + i * stride, out))
      return false;
  return true;
}

bool append_vector(llvm::FixedVectorType *v, const llvm::DataLayout &dl, unsigned pointer_bits, std::uint64_t at,
                   Scalars &out) {
  std::uint64_t bits = dl.getTypeSizeInBits(v->getElementType()).getFixedValue();
  std::size_t first = out.size();
  if (!append_sequence(v->getElementType(), v->getNumElements(), bits / 8, dl, pointer_bits, at, out))
    return false;
  for (std::size_t i = first; bits % 8 != 0 && i < out.size(); ++i)
    out[i].bytes = 0; // bit-packed in memory
  return true;
}

bool append(llvm::Type *t, const llvm::DataLayout &dl, unsigned pointer_bits, std::uint64_t at, Scalars &out) {
  if (t->isVoidTy())
    return true;
  if (auto *v = llvm::dyn_cast<llvm::FixedVectorType>(t))
    return append_vector(v, dl, pointer_bits, at, out);
  if (auto *a = llvm::dyn_cast<llvm::ArrayType>(t))
    return append_sequence(a->getElementType(), a->getNumElements(),
                           dl.getTypeAllocSize(a->getElementType()).getFixedValue(), dl, pointer_bits, at, out);
  if (auto *s = llvm::dyn_cast<llvm::StructType>(t)) {
    if (s->isOpaque())
      return false;
    const llvm::StructLayout *places = dl.getStructLayout(s);
    for (unsigned i = 0; i < s->getNumElements(); ++i)
      if (!append(s->getElementType(i), dl, pointer_bits, at + places->getElementOffset(i).getFixedValue(), out))
        return false;
    return out.size() <= max_scalars;
  }
  Scalar s;
  s.offset = at;
  if (t->isPointerTy()) {
    s.type = cfg::int_type(pointer_bits);
    s.pointer = true;
    s.address_space = t->getPointerAddressSpace();
  } else if (t->isIntegerTy(1)) {
    s.type = cfg::bool_type;
  } else if (t->isIntegerTy() && t->getIntegerBitWidth() <= 64) {
    s.type = cfg::int_type(t->getIntegerBitWidth());
  } else if (is_event(t)) { // a number (builtins/group_copies.cpp)
    s.type = cfg::int_type(64);
  } else if (t->isHalfTy() || t->isFloatTy() || t->isDoubleTy()) {
    s.type = cfg::float_type(t->getPrimitiveSizeInBits().getFixedValue());
  } else {
    return false;
  }
  std::uint64_t bits = dl.getTypeSizeInBits(t).getFixedValue();
  s.bytes = bits == 1 ? 1 : bits % 8 == 0 ? static_cast<unsigned>(bits / 8) : 0; // i24 is stored in three bytes
  out.push_back(s);
  return true;
}
} // namespace

std::optional<std::vector<Scalar>> scalars(llvm::Type *type, const llvm::DataLayout &layout, unsigned pointer_bits) {
  Scalars out;
  if (!append(type, layout, pointer_bits, 0, out))
    return std::nullopt;
  return out;
}

std::string type_name(const llvm::Type *type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  type->print(os);
  return text;
}

} // namespace lockstep::frontend
