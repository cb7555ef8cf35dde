// The parameters of kernels as the source declares them, from debug information; see parameters.h.
//
// Read between Clang and the passes: only there is every parameter of the source one argument of the function.
#include "frontend/llvm/parameters.h"

#include "frontend/llvm/parameter_names.h"

#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"

#include <array>

namespace lockstep::frontend {
namespace {

using llvm::DICompositeType;
using llvm::DIDerivedType;
using llvm::DIType;
namespace dwarf = llvm::dwarf;

constexpr std::size_t max_leaves = 256; // a larger value is shown without its members

bool is_const(const DIType *type) {
  while (auto *derived = llvm::dyn_cast_or_null<DIDerivedType>(type)) {
    if (derived->getTag() == dwarf::DW_TAG_const_type)
      return true;
    if (derived->getTag() != dwarf::DW_TAG_volatile_type && derived->getTag() != dwarf::DW_TAG_typedef)
      return false;
    type = derived->getBaseType();
  }
  return false;
}

std::uint64_t bytes_of(const DIType *type) {
  type = without_aliases(type);
  return type ? type->getSizeInBits() / 8 : 0;
}

std::string qualified(const DIType &type) { // C++: with the namespaces and classes around it
  std::string name = type.getName().str();
  for (const llvm::DIScope *s = type.getScope(); s && !name.empty(); s = s->getScope())
    if (llvm::isa<llvm::DINamespace, DICompositeType>(s) && !s->getName().empty())
      name = s->getName().str() + "::" + name;
  return name;
}

std::string spelled(const DIType *type) {
  if (!type)
    return "void";
  if (auto *derived = llvm::dyn_cast<DIDerivedType>(type)) {
    switch (derived->getTag()) {
    case dwarf::DW_TAG_const_type:
    case dwarf::DW_TAG_volatile_type:
    case dwarf::DW_TAG_restrict_type:
    case dwarf::DW_TAG_atomic_type: return spelled(derived->getBaseType()); // what a host allocates has no qualifiers
    case dwarf::DW_TAG_pointer_type: return spelled(derived->getBaseType()) + " *";
    default: return qualified(*type);
    }
  }
  return qualified(*type);
}

class Leaves {
public:
  std::vector<ParameterLeaf> take(const DIType *type, const std::string &name) {
    root_ = name;
    add(type, name, 0);
    if (too_many_)
      found_.clear();
    return std::move(found_);
  }

private:
  void add(const DIType *type, const std::string &name, std::uint64_t offset) {
    type = without_aliases(type);
    if (!type || too_many_)
      return;
    if (auto *composite = llvm::dyn_cast<DICompositeType>(type)) {
      if (composite->getTag() == dwarf::DW_TAG_array_type)
        return add_elements(*composite, name, offset);
      if (composite->getTag() != dwarf::DW_TAG_enumeration_type)
        return add_members(*composite, name, offset);
    }
    if (found_.size() == max_leaves) {
      too_many_ = true;
      return;
    }
    found_.push_back({name, offset, static_cast<unsigned>(type->getSizeInBits() / 8), kind_of(*type)});
  }

  static LeafKind kind_of(const DIType &type) {
    if (type.getTag() == dwarf::DW_TAG_pointer_type)
      return LeafKind::Pointer;
    const DIType *number = &type;
    if (auto *enumeration = llvm::dyn_cast<DICompositeType>(&type))
      number = without_aliases(enumeration->getBaseType());
    auto *basic = llvm::dyn_cast_or_null<llvm::DIBasicType>(number);
    if (!basic)
      return LeafKind::Signed;
    switch (basic->getEncoding()) {
    case dwarf::DW_ATE_float: return LeafKind::Float;
    case dwarf::DW_ATE_signed:
    case dwarf::DW_ATE_signed_char: return LeafKind::Signed;
    default: return LeafKind::Unsigned;
    }
  }

  // Components of vectors are `v.0`, elements of arrays `a[0]`: the kernel IR's names.
  void add_elements(const DICompositeType &array, const std::string &name, std::uint64_t offset) {
    const std::uint64_t size = bytes_of(array.getBaseType());
    std::uint64_t count = 1;
    for (const llvm::DINode *node : array.getElements())
      if (auto *range = llvm::dyn_cast<llvm::DISubrange>(node))
        if (auto *n = llvm::dyn_cast_if_present<llvm::ConstantInt *>(range->getCount()))
          count *= n->getZExtValue();
    const bool flat = array.getElements().size() != 1; // several dimensions: named by the place, as member_names does
    for (std::uint64_t i = 0; i < count && !too_many_; ++i) {
      const std::uint64_t at = offset + i * size;
      add(array.getBaseType(),
          flat               ? root_ + ".at" + std::to_string(at)
          : array.isVector() ? name + "." + std::to_string(i)
                             : name + "[" + std::to_string(i) + "]",
          at);
    }
  }

  void add_members(const DICompositeType &composite, const std::string &name, std::uint64_t offset) {
    for (const llvm::DINode *node : composite.getElements()) {
      auto *member = llvm::dyn_cast<DIDerivedType>(node);
      if (!member || member->isStaticMember() ||
          (member->getTag() != dwarf::DW_TAG_member && member->getTag() != dwarf::DW_TAG_inheritance))
        continue;
      const bool named = member->getTag() == dwarf::DW_TAG_member && !member->getName().empty();
      add(member->getBaseType(), named ? name + "." + member->getName().str() : name,
          offset + member->getOffsetInBits() / 8);
      if (composite.getTag() == dwarf::DW_TAG_union_type)
        break; // one view of the bytes is enough
    }
  }

  std::string root_;
  std::vector<ParameterLeaf> found_;
  bool too_many_ = false;
};

// A row of OpenCL's `kernel_arg_...` metadata.
std::string argument_text(const llvm::Function &f, const char *what, unsigned number) {
  const llvm::MDNode *row = f.getMetadata(what);
  if (!row || number >= row->getNumOperands())
    return "";
  auto *text = llvm::dyn_cast<llvm::MDString>(row->getOperand(number));
  return text ? text->getString().str() : "";
}

std::uint64_t argument_space(const llvm::Function &f, unsigned number) {
  const llvm::MDNode *row = f.getMetadata("kernel_arg_addr_space");
  if (!row || number >= row->getNumOperands())
    return f.getArg(number)->getType()->getPointerAddressSpace();
  auto *space = llvm::mdconst::dyn_extract<llvm::ConstantInt>(row->getOperand(number));
  return space ? space->getZExtValue() : 0;
}

// What is neither a value nor a buffer, by the name of its type.
bool is_opaque(const std::string &type) {
  static constexpr std::array<llvm::StringRef, 8> words = {
      "image", "sampler_t", "pipe", "queue_t", "event_t", "reserve_id_t", "cudaTextureObject_t", "cudaSurfaceObject_t"};
  for (llvm::StringRef w : words)
    if (llvm::StringRef(type).contains(w))
      return true;
  return false;
}

Parameter parameter(const llvm::Function &f, unsigned number, const DIType *declared) {
  Parameter p;
  p.name = f.getArg(number)->getName().str();
  const std::string opencl = argument_text(f, "kernel_arg_type", number);
  p.type = opencl.empty() ? spelled(declared) : opencl;
  const DIType *type = without_aliases(declared);
  if (f.getArg(number)->getType()->isTargetExtTy() || is_opaque(p.type) ||
      argument_text(f, "kernel_arg_type_qual", number).find("pipe") != std::string::npos) {
    p.kind = ParameterKind::Opaque;
    return p;
  }
  const auto *pointer = llvm::dyn_cast_or_null<DIDerivedType>(type);
  if (!pointer || pointer->getTag() != dwarf::DW_TAG_pointer_type) {
    p.bytes = bytes_of(type);
    p.leaves = Leaves().take(type, p.name);
    return p;
  }
  const DIType *pointee = pointer->getBaseType();
  p.kind = ParameterKind::Buffer;
  if (!opencl.empty())
    switch (argument_space(f, number)) {
    case 2: p.kind = ParameterKind::Constant; break;
    case 3: p.kind = ParameterKind::Group; break;
    default: break;
    }
  p.read_only = is_const(pointee);
  p.type = opencl.empty() ? spelled(pointee) : p.type.substr(0, p.type.find_last_of('*'));
  p.bytes = bytes_of(pointee);
  p.leaves = Leaves().take(pointee, "");
  return p;
}

} // namespace

std::vector<Parameter> read_parameters(const llvm::Function &kernel) {
  const llvm::DISubprogram *sp = kernel.getSubprogram();
  if (!sp || !sp->getType() || sp->getType()->getTypeArray().size() != kernel.arg_size() + 1)
    return {};
  llvm::DITypeRefArray types = sp->getType()->getTypeArray(); // the result first
  std::vector<Parameter> all;
  for (unsigned i = 0; i < kernel.arg_size(); ++i)
    all.push_back(parameter(kernel, i, types[i + 1]));
  return all;
}

} // namespace lockstep::frontend
