// The arrays and parameters of a kernel function.
#include "frontend/lower/context.h"
#include "frontend/passes/passes.h"

#include "support/sound.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"

#include <algorithm>

namespace lockstep::frontend {

namespace {
constexpr std::uint64_t max_initial = 4096; // granules of known contents

std::optional<cfg::Space> space_of_number(Dialect d, unsigned address_space, bool is_parameter) {
  bool spir = d == Dialect::Spir;
  switch (address_space) {
  case 0: // SPIR: private; elsewhere generic: a kernel's pointer leads to global memory
    return spir ? std::nullopt : std::optional(cfg::Space::Global);
  case 1: return cfg::Space::Global;
  case 2: return spir ? std::optional(cfg::Space::Constant) : std::nullopt;
  case 3: return cfg::Space::Group;
  case 4: // SPIR: generic
    return !spir          ? std::optional(cfg::Space::Constant)
           : is_parameter ? std::optional(cfg::Space::Global)
                          : std::nullopt;
  default: return std::nullopt;
  }
}
} // namespace

std::optional<cfg::Space> Lowerer::space_of(const Object &o) const {
  switch (o.kind) {
  case ObjectKind::Param: return space_of_number(dialect_, o.value->getType()->getPointerAddressSpace(), true);
  case ObjectKind::Slot: return space_of_number(dialect_, o.address_space, true);
  case ObjectKind::Behind: {
    const auto space = space_of_number(dialect_, o.address_space, true);
    return space == cfg::Space::Global || space == cfg::Space::Constant ? space : std::nullopt;
  }
  case ObjectKind::ByValue: return cfg::Space::Constant;
  case ObjectKind::Local:
  case ObjectKind::Heap: return cfg::Space::Private;
  case ObjectKind::Global: {
    auto *g = llvm::cast<llvm::GlobalVariable>(o.value);
    return g->isConstant() ? cfg::Space::Constant : space_of_number(dialect_, g->getAddressSpace(), false);
  }
  default: return std::nullopt;
  }
}

void Lowerer::declare_arrays() {
  bool aliased = false;
  for (ObjectId id = 1; id < points_to_.objects().size(); ++id) {
    declare_object(id);
    aliased = aliased || (points_to_.objects()[id].kind == ObjectKind::Behind && arrays_.written(id));
  }
  for (cfg::Array &a : kernel_.arrays)
    a.aliased = a.aliased || (aliased && a.space == cfg::Space::Global);
}

// False: it needs no array.
bool Lowerer::describe(ObjectId id, DeclaredArray &out) {
  const Object &o = points_to_.objects()[id];
  cfg::Array &a = out.array;
  switch (o.kind) {
  case ObjectKind::Null:
  case ObjectKind::Dispatch:
  case ObjectKind::ImplicitArgs:
  case ObjectKind::Function: return false;
  case ObjectKind::Param:
  case ObjectKind::Slot: {
    auto *arg = llvm::cast<llvm::Argument>(o.value);
    bool slot = o.kind == ObjectKind::Slot;
    if (!slot && points_to_.of(arg).objects.count(id) == 0)
      return false; // one with another parameter's, says a precondition
    a.param = true;
    if (slot) {
      out.name += out.type ? member_path(out.type->getType(), o.slot) : "." + std::to_string(o.slot);
      out.element = out.type ? element_bytes(member_type(out.type->getType(), o.slot)) : 0;
    }
    break;
  }
  case ObjectKind::ByValue:
    if (arrays_.is_scalarised(id) || !arrays_.accessed(id))
      return false;
    a.param = true;
    out.bytes = layout_.getTypeAllocSize(llvm::cast<llvm::Argument>(o.value)->getParamByValType()).getFixedValue();
    break;
  case ObjectKind::Global: {
    auto *g = llvm::cast<llvm::GlobalVariable>(o.value);
    if (!arrays_.accessed(id))
      return false;
    out.bytes = layout_.getTypeAllocSize(g->getValueType()).getFixedValue();
    if (out.element == 0) {
      llvm::Type *t = g->getValueType();
      while (t->isArrayTy())
        t = t->getArrayElementType();
      out.element = static_cast<unsigned>(layout_.getTypeAllocSize(t).getFixedValue());
    }
    break;
  }
  case ObjectKind::Behind:
    if (!arrays_.accessed(id))
      return false;
    a.param = a.aliased = true;
    if (debug_.name(o.value).empty()) { // after what the pointer is read from
      for (ObjectId from : points_to_.of(llvm::cast<llvm::LoadInst>(o.value)->getPointerOperand()).objects)
        if (const auto known = array_of_.find(from); known != array_of_.end() && !out.shown_as) {
          out.name = kernel_.arrays[known->second].name + ".target";
          out.shown_as = "*" + kernel_.arrays[known->second].source_name;
        }
    }
    break;
  case ObjectKind::Heap:
    if (!arrays_.accessed(id))
      return false;
    out.bytes = block_size(o);
    break;
  case ObjectKind::Local: {
    auto *alloca = llvm::cast<llvm::AllocaInst>(o.value);
    if (!arrays_.accessed(id))
      return false;
    if (auto size = alloca->getAllocationSize(layout_))
      out.bytes = size->getFixedValue();
    break;
  }
  }
  return true;
}

void Lowerer::declare_object(ObjectId id) {
  const Object &o = points_to_.objects()[id];
  auto space = space_of(o);
  if (!space)
    return; // refused where it is accessed
  DeclaredArray declared;
  cfg::Array &a = declared.array;
  a.space = *space;
  a.granule_bytes = arrays_.granule(id);
  a.element = arrays_.element(id);
  a.origin = kernel_.origin;
  declared.name = o.value ? hint(o.value) : "object";
  declared.type = o.value ? debug_.variable(o.value) : nullptr;
  declared.element = declared.type ? element_bytes(declared.type->getType()) : 0;
  if (!describe(id, declared))
    return;
  const std::string &name = declared.name;
  const std::optional<std::uint64_t> &bytes = declared.bytes;
  a.name = fresh_name(name);
  a.source_name = o.kind == ObjectKind::Behind ? declared.shown_as.value_or(name) : name;
  a.source_element_bytes = declared.element ? declared.element : a.granule_bytes;
  if (support::Origin at = debug_.origin(declared.type); at.known())
    a.origin = at;
  // Granules that lie in it: none is accessed in part. Of a variable of the program, no bytes are as many as the host
  // gives.
  if (bytes && (*bytes != 0 || o.kind != ObjectKind::Global))
    a.extent = (*bytes + (support::left_out("bounds.whole_granules") ? a.granule_bytes - 1 : 0)) / a.granule_bytes;
  if (auto *g = llvm::dyn_cast<llvm::GlobalVariable>(o.value); g && o.kind == ObjectKind::Global)
    set_initial(a, *g);
  array_of_[id] = static_cast<cfg::ArrayId>(kernel_.arrays.size());
  kernel_.arrays.push_back(std::move(a));
  if (arrays_.holds_pointers(id))
    declare_shadows(id);
  if (o.kind == ObjectKind::ByValue && arrays_.written(id)) { // the thread's own copy, filled at entry
    cfg::Array copy = kernel_.arrays[array_of_[id]];
    copy.name = fresh_name(name + ".copy");
    copy.space = cfg::Space::Private;
    copy.param = false;
    by_value_copies_.push_back({static_cast<cfg::ArrayId>(kernel_.arrays.size()), array_of_[id]});
    array_of_[id] = static_cast<cfg::ArrayId>(kernel_.arrays.size());
    kernel_.arrays.push_back(std::move(copy));
  }
}

void Lowerer::declare_shadows(ObjectId id) {
  cfg::Array shadow = kernel_.arrays[array_of_.at(id)];
  std::string name = shadow.name;
  shadow.source_name.clear();
  auto first = static_cast<cfg::ArrayId>(kernel_.arrays.size());
  shadow.name = fresh_name(name + ".objects"); // one entry for each granule, whatever its size
  shadow.element = cfg::int_type(32);
  shadow.granule_bytes = 4;
  kernel_.arrays.push_back(shadow);
  shadow.name = fresh_name(name + ".offsets");
  shadow.element = pointer_type_;
  shadow.granule_bytes = pointer_bits_ / 8;
  kernel_.arrays.push_back(shadow);
  shadows_[id] = {first, first + 1};
}

void Lowerer::set_initial(cfg::Array &array, const llvm::GlobalVariable &g) {
  array.nonzero = array.space == cfg::Space::Global && g.hasInitializer() && !g.getInitializer()->isNullValue() &&
                  !llvm::isa<llvm::UndefValue>(g.getInitializer());
  if (array.space != cfg::Space::Constant || !g.isConstant() || !g.hasDefinitiveInitializer() || !array.extent ||
      *array.extent > max_initial || contains_pointer(g.getValueType()))
    return;
  llvm::Type *granule = llvm::Type::getIntNTy(g.getContext(), 8 * array.granule_bytes);
  std::vector<std::uint64_t> values;
  for (std::uint64_t k = 0; k < *array.extent; ++k) {
    auto *c = llvm::ConstantFoldLoadFromConst(const_cast<llvm::Constant *>(g.getInitializer()), granule,
                                              llvm::APInt(64, k * array.granule_bytes), layout_);
    auto *i = llvm::dyn_cast_or_null<llvm::ConstantInt>(c);
    if (!i)
      return; // padding, or undefined: nothing is claimed of the whole
    values.push_back(i->getZExtValue());
  }
  array.initial = std::move(values);
}

void Lowerer::declare_parameters() {
  for (const llvm::Argument &a : function_.args()) {
    if (a.getType()->isPointerTy()) {
      const Targets &t = points_to_.of(&a);
      const ObjectId object = *t.objects.begin();
      const auto begins = passed_.begins.find(a.getName().str());
      const std::uint64_t offset = begins == passed_.begins.end() ? 0 : begins->second / arrays_.granule(object);
      values_[&a] = {{cfg::constant(pointer_type_, offset), cfg::constant(cfg::int_type(32), object)}};
      continue;
    }
    auto parts = scalars(a.getType(), layout_, pointer_bits_);
    if (!parts || contains_pointer(a.getType()))
      continue; // refused where it is used
    if (a.use_empty() && function_.getAttributes().hasParamAttr(a.getArgNo(), padding_attribute))
      continue;
    Pieces p;
    for (std::size_t k = 0; k < parts->size(); ++k) {
      std::string suffix = parts->size() == 1 ? "" : "." + std::to_string(k);
      cfg::VarId v = new_var(hint(&a) + suffix, (*parts)[k].type, &a);
      kernel_.vars[v].param = true;
      kernel_.vars[v].source_name = hint(&a) + suffix;
      p.push_back({cfg::variable(v, (*parts)[k].type), nullptr});
    }
    values_[&a] = std::move(p);
  }
}

void Lowerer::initialise_by_value() {
  for (auto &[copy, original] : by_value_copies_) {
    cfg::Expr zero = cfg::constant(pointer_type_, 0);
    copy_granules(copy, zero, original, zero, cfg::constant(pointer_type_, *kernel_.arrays[copy].extent));
  }
}

// The assumption under which distinct parameters are distinct arrays is said once, where it is not already the
// source's promise (restrict) or trivial (nothing written).
void Lowerer::note_aliasing() {
  if (passed_.others_apart)
    return;
  std::string names;
  std::set<ObjectId> met;
  bool written = false;
  for (const llvm::Argument &a : function_.args()) {
    if (!a.getType()->isPointerTy() || a.hasNoAliasAttr() || a.hasByValAttr())
      continue;
    ObjectId id = *points_to_.of(&a).objects.begin();
    auto array = array_of_.find(id);
    if (array == array_of_.end() || kernel_.arrays[array->second].space != cfg::Space::Global ||
        !arrays_.accessed(id) || !met.insert(id).second)
      continue;
    written = written || arrays_.written(id);
    names += (names.empty() ? "'" : ", '") + kernel_.arrays[array->second].name + "'";
  }
  std::string behind;
  for (const auto &[id, array] : array_of_)
    if (points_to_.objects()[id].kind == ObjectKind::Behind)
      behind += (behind.empty() ? "'" : ", '") + kernel_.arrays[array].source_name + "'";
  if (!behind.empty())
    kernel_.terms.assumptions.push_back(
        "pointers read from memory lead to global memory, and to no array of the kernel's own: " + behind);
  if (met.size() >= 2 && written)
    diags_.note(kernel_.origin,
                "the buffers passed for " + names + " are assumed not to overlap; 'restrict' on each would say so");
}

} // namespace lockstep::frontend
