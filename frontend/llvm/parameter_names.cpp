// See parameter_names.h.
#include "frontend/llvm/parameter_names.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"

namespace lockstep::frontend {

const llvm::DIType *without_aliases(const llvm::DIType *type) {
  while (auto *derived = llvm::dyn_cast_or_null<llvm::DIDerivedType>(type)) {
    switch (derived->getTag()) {
    case llvm::dwarf::DW_TAG_typedef:
    case llvm::dwarf::DW_TAG_const_type:
    case llvm::dwarf::DW_TAG_volatile_type:
    case llvm::dwarf::DW_TAG_restrict_type:
    case llvm::dwarf::DW_TAG_atomic_type: type = derived->getBaseType(); continue;
    default: return type;
    }
  }
  return type;
}

namespace {

bool path_to(const llvm::DIType *type, std::uint64_t offset, std::string &path);

bool path_in_array(const llvm::DICompositeType &array, std::uint64_t offset, std::string &path) {
  const llvm::DIType *element = without_aliases(array.getBaseType());
  if (!element || element->getSizeInBits() == 0 || array.getElements().size() != 1)
    return false;
  std::uint64_t size = element->getSizeInBits() / 8;
  path += "[" + std::to_string(offset / size) + "]";
  return path_to(element, offset % size, path);
}

// Appends the way to the member at `offset` bytes; true if it ends at a scalar's beginning.
bool path_to(const llvm::DIType *type, std::uint64_t offset, std::string &path) {
  type = without_aliases(type);
  auto *composite = llvm::dyn_cast_or_null<llvm::DICompositeType>(type);
  if (!composite)
    return type != nullptr && offset == 0;
  if (composite->getTag() == llvm::dwarf::DW_TAG_array_type)
    return path_in_array(*composite, offset, path);
  for (const llvm::DINode *node : composite->getElements()) {
    auto *member = llvm::dyn_cast_or_null<llvm::DIDerivedType>(node);
    if (!member || member->isStaticMember() ||
        (member->getTag() != llvm::dwarf::DW_TAG_member && member->getTag() != llvm::dwarf::DW_TAG_inheritance))
      continue;
    std::uint64_t begin = member->getOffsetInBits() / 8;
    const llvm::DIType *of = without_aliases(member->getBaseType());
    std::uint64_t size = of ? of->getSizeInBits() / 8 : 0;
    if (offset < begin || offset >= begin + size)
      continue;
    if (member->getTag() == llvm::dwarf::DW_TAG_member && !member->getName().empty())
      path += "." + member->getName().str();
    return path_to(of, offset - begin, path);
  }
  return false;
}

const llvm::DIType *declared_type(const llvm::Function &function, unsigned number) {
  const llvm::DISubprogram *sp = function.getSubprogram();
  if (!sp || !sp->getType())
    return nullptr;
  llvm::DITypeRefArray types = sp->getType()->getTypeArray(); // the result first
  return number + 1 < types.size() ? types[number + 1] : nullptr;
}

} // namespace

std::vector<std::string> member_names(const llvm::Function &function, const llvm::Argument &argument,
                                      const BytePieces &leaves) {
  const llvm::DIType *type = declared_type(function, argument.getArgNo());
  std::vector<std::string> names;
  for (const BytePiece &l : leaves) {
    std::string path;
    if (l.padding || !type || !path_to(type, l.offset, path) || path.empty())
      path = ".at" + std::to_string(l.offset);
    names.push_back(path);
  }
  return names;
}

} // namespace lockstep::frontend
