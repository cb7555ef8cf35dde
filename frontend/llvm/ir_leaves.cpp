// See ir_leaves.h.
#include "frontend/llvm/ir_leaves.h"

#include "llvm/IR/DerivedTypes.h"

namespace lockstep::frontend {
namespace {

bool collect(const llvm::DataLayout &layout, llvm::Type *type, std::uint64_t offset, std::size_t max,
             std::vector<Leaf> &out) {
  if (auto *structure = llvm::dyn_cast<llvm::StructType>(type)) {
    const llvm::StructLayout *members = layout.getStructLayout(structure);
    for (unsigned i = 0; i < structure->getNumElements(); ++i)
      if (!collect(layout, structure->getElementType(i), offset + members->getElementOffset(i), max, out))
        return false;
    return true;
  }
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type)) {
    if (array->getNumElements() > max)
      return false;
    std::uint64_t step = layout.getTypeAllocSize(array->getElementType());
    for (std::uint64_t i = 0; i < array->getNumElements(); ++i)
      if (!collect(layout, array->getElementType(), offset + i * step, max, out))
        return false;
    return true;
  }
  if (out.size() >= max || !type->isSized() || type->isScalableTy())
    return false;
  out.push_back({offset, type});
  return true;
}

} // namespace

std::optional<std::vector<Leaf>> leaves_of(const llvm::DataLayout &layout, llvm::Type *type, std::size_t max) {
  std::vector<Leaf> out;
  if (!type->isSized() || !collect(layout, type, 0, max, out))
    return std::nullopt;
  return out;
}

} // namespace lockstep::frontend
