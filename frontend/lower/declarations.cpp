// The arrays and parameters of a kernel function.
#include "frontend/lower/memory/arrays.h"
#include "frontend/passes/passes.h"

#include "support/sound.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>

namespace lockstep::frontend {

namespace {
constexpr std::uint64_t max_initial = 4096; // granules of known contents

void set_initial(cfg::Array &array, const llvm::GlobalVariable &g, const llvm::DataLayout &layout) {
  array.nonzero = array.space == cfg::Space::Global && g.hasInitializer() && !g.getInitializer()->isNullValue() &&
                  !llvm::isa<llvm::UndefValue>(g.getInitializer());
  if (array.space != cfg::Space::Constant || !g.isConstant() || !g.hasDefinitiveInitializer() || !array.extent ||
      *array.extent > max_initial || contains_pointer(g.getValueType()))
    return;
  llvm::Type *granule = llvm::Type::getIntNTy(g.getContext(), 8 * array.granule_bytes);
  std::vector<std::uint64_t> values;
  for (std::uint64_t k = 0; k < *array.extent; ++k) {
    auto *c = llvm::ConstantFoldLoadFromConst(const_cast<llvm::Constant *>(g.getInitializer()), granule,
                                              llvm::APInt(64, k * array.granule_bytes), layout);
    auto *i = llvm::dyn_cast_or_null<llvm::ConstantInt>(c);
    if (!i)
      return; // padding, or undefined: nothing is claimed of the whole
    values.push_back(i->getZExtValue());
  }
  array.initial = std::move(values);
}
} // namespace

void Arrays::declare() {
  bool aliased = false;
  for (ObjectId id = 1; id < in_.points_to.objects().size(); ++id) {
    declare_object(id);
    aliased = aliased || (in_.points_to.objects()[id].kind == ObjectKind::Behind && in_.layout.written(id));
  }
  for (cfg::Array &a : out_.kernel.arrays)
    a.aliased = a.aliased || (aliased && a.space == cfg::Space::Global);
}

// False: it needs no array.
bool Arrays::describe(ObjectId id, Declared &out) {
  const Object &o = in_.points_to.objects()[id];
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
    if (!slot && in_.points_to.of(arg).objects.count(id) == 0)
      return false; // one with another parameter's, says a precondition
    a.param = true;
    // A structure that holds nothing but a pointer is passed as the pointer.
    const bool alone = !slot && out.type && is_structure(out.type->getType());
    if (slot || alone) {
      const std::uint64_t offset = slot ? o.slot : 0;
      out.name += out.type ? member_path(out.type->getType(), offset) : "." + std::to_string(offset);
      out.rows_of = out.type ? member_type(out.type->getType(), offset) : nullptr;
      out.element = element_bytes(out.rows_of);
    }
    break;
  }
  case ObjectKind::ByValue:
    if (in_.layout.is_scalarised(id) || !in_.layout.accessed(id))
      return false;
    a.param = true;
    out.bytes = in_.target.getTypeAllocSize(llvm::cast<llvm::Argument>(o.value)->getParamByValType()).getFixedValue();
    break;
  case ObjectKind::Global: {
    auto *g = llvm::cast<llvm::GlobalVariable>(o.value);
    if (!in_.layout.accessed(id))
      return false;
    out.bytes = in_.target.getTypeAllocSize(g->getValueType()).getFixedValue();
    if (out.element == 0) {
      llvm::Type *t = g->getValueType();
      while (t->isArrayTy())
        t = t->getArrayElementType();
      out.element = static_cast<unsigned>(in_.target.getTypeAllocSize(t).getFixedValue());
    }
    break;
  }
  case ObjectKind::Behind:
    if (!in_.layout.accessed(id))
      return false;
    a.param = a.aliased = true;
    if (in_.debug.name(o.value).empty()) { // after what the pointer is read from
      for (ObjectId from : in_.points_to.of(llvm::cast<llvm::LoadInst>(o.value)->getPointerOperand()).objects)
        if (const auto known = array_of_.find(from); known != array_of_.end() && !out.shown_as) {
          out.name = out_.kernel.arrays[known->second].name + ".target";
          out.shown_as = "*" + out_.kernel.arrays[known->second].source_name;
        }
    }
    break;
  case ObjectKind::Heap:
    if (!in_.layout.accessed(id))
      return false;
    if (auto *size = llvm::dyn_cast<llvm::ConstantInt>(llvm::cast<llvm::CallBase>(o.value)->getArgOperand(0));
        size && size->getBitWidth() <= 64 &&
        in_.loop_blocks.count(llvm::cast<llvm::CallBase>(o.value)->getParent()) == 0)
      out.bytes = size->getZExtValue(); // of the only block
    break;
  case ObjectKind::Local: {
    auto *alloca = llvm::cast<llvm::AllocaInst>(o.value);
    if (!in_.layout.accessed(id))
      return false;
    if (auto size = alloca->getAllocationSize(in_.target))
      out.bytes = size->getFixedValue();
    break;
  }
  }
  return true;
}

void Arrays::declare_object(ObjectId id) {
  const Object &o = in_.points_to.objects()[id];
  auto space = in_.space_of(o);
  if (!space)
    return; // refused where it is accessed
  Declared declared;
  cfg::Array &a = declared.array;
  a.space = *space;
  a.granule_bytes = in_.layout.granule(id);
  a.element = in_.layout.element(id);
  a.origin = out_.kernel.origin;
  declared.name = o.value ? in_.hint(o.value) : "object";
  declared.type = o.value ? in_.debug.variable(o.value) : nullptr;
  declared.rows_of = declared.type ? declared.type->getType() : nullptr;
  declared.element = element_bytes(declared.rows_of);
  if (!describe(id, declared))
    return;
  const std::string &name = declared.name;
  const std::optional<std::uint64_t> &bytes = declared.bytes;
  a.name = out_.names.fresh(name);
  a.source_name = o.kind == ObjectKind::Behind ? declared.shown_as.value_or(name) : name;
  a.source_element_bytes = declared.element ? declared.element : a.granule_bytes;
  if (declared.element != 0 && declared.rows_of)
    a.rows = row_extents(declared.rows_of);
  if (support::Origin at = in_.debug.origin(declared.type); at.known())
    a.origin = at;
  // Granules that lie in it: none is accessed in part. Of a variable of the program, no bytes are as many as the host
  // gives.
  if (bytes && (*bytes != 0 || o.kind != ObjectKind::Global))
    a.extent = (*bytes + (support::left_out("bounds.whole_granules") ? a.granule_bytes - 1 : 0)) / a.granule_bytes;
  if (auto *g = llvm::dyn_cast<llvm::GlobalVariable>(o.value); g && o.kind == ObjectKind::Global)
    set_initial(a, *g, in_.target);
  array_of_[id] = static_cast<cfg::ArrayId>(out_.kernel.arrays.size());
  out_.kernel.arrays.push_back(std::move(a));
  if (in_.layout.holds_pointers(id))
    declare_shadows(id);
  if (o.kind == ObjectKind::ByValue && in_.layout.written(id)) { // the thread's own copy, filled at entry
    cfg::Array copy = out_.kernel.arrays[array_of_[id]];
    copy.name = out_.names.fresh(name + ".copy");
    copy.space = cfg::Space::Private;
    copy.param = false;
    by_value_copies_.push_back({static_cast<cfg::ArrayId>(out_.kernel.arrays.size()), array_of_[id]});
    array_of_[id] = static_cast<cfg::ArrayId>(out_.kernel.arrays.size());
    out_.kernel.arrays.push_back(std::move(copy));
  }
}

void Arrays::declare_shadows(ObjectId id) {
  cfg::Array shadow = out_.kernel.arrays[array_of_.at(id)];
  std::string name = shadow.name;
  shadow.source_name.clear();
  auto first = static_cast<cfg::ArrayId>(out_.kernel.arrays.size());
  shadow.name = out_.names.fresh(name + ".objects"); // one entry for each granule, whatever its size
  shadow.rows.clear();
  shadow.element = cfg::int_type(32);
  shadow.granule_bytes = 4;
  out_.kernel.arrays.push_back(shadow);
  shadow.name = out_.names.fresh(name + ".offsets");
  shadow.element = in_.pointer_type;
  shadow.granule_bytes = in_.pointer_bits / 8;
  out_.kernel.arrays.push_back(shadow);
  shadows_[id] = {first, first + 1};
}

void declare_parameters(Builder &out, Values &values) {
  const Source &in = out.in;
  for (const llvm::Argument &a : in.function.args()) {
    if (a.getType()->isPointerTy()) {
      const Targets &t = in.points_to.of(&a);
      const ObjectId object = *t.objects.begin();
      const auto begins = in.passed.begins.find(a.getName().str());
      const std::uint64_t offset = begins == in.passed.begins.end() ? 0 : begins->second / in.layout.granule(object);
      values[&a] = {{cfg::constant(in.pointer_type, offset), cfg::constant(cfg::int_type(32), object)}};
      continue;
    }
    auto parts = scalars(a.getType(), in.target, in.pointer_bits);
    if (!parts || contains_pointer(a.getType()))
      continue; // refused where it is used
    if (a.use_empty() && in.function.getAttributes().hasParamAttr(a.getArgNo(), padding_attribute))
      continue;
    Pieces p;
    for (std::size_t k = 0; k < parts->size(); ++k) {
      std::string suffix = parts->size() == 1 ? "" : "." + std::to_string(k);
      cfg::VarId v = out.new_var(in.hint(&a) + suffix, (*parts)[k].type, &a);
      out.kernel.vars[v].param = true;
      out.kernel.vars[v].source_name = in.hint(&a) + suffix;
      p.push_back({cfg::variable(v, (*parts)[k].type), nullptr});
    }
    values[&a] = std::move(p);
  }
}

// The assumption under which distinct parameters are distinct arrays is said once, where it is not already the
// source's promise (restrict) or trivial (nothing written).
void Arrays::note_aliasing() {
  if (in_.passed.others_apart)
    return;
  std::string names;
  std::set<ObjectId> met;
  bool written = false;
  for (const llvm::Argument &a : in_.function.args()) {
    if (!a.getType()->isPointerTy() || a.hasNoAliasAttr() || a.hasByValAttr())
      continue;
    ObjectId id = *in_.points_to.of(&a).objects.begin();
    auto array = array_of_.find(id);
    if (array == array_of_.end() || out_.kernel.arrays[array->second].space != cfg::Space::Global ||
        !in_.layout.accessed(id) || !met.insert(id).second)
      continue;
    written = written || in_.layout.written(id);
    names += (names.empty() ? "'" : ", '") + out_.kernel.arrays[array->second].name + "'";
  }
  std::string behind;
  for (const auto &[id, array] : array_of_)
    if (in_.points_to.objects()[id].kind == ObjectKind::Behind)
      behind += (behind.empty() ? "'" : ", '") + out_.kernel.arrays[array].source_name + "'";
  if (!behind.empty())
    out_.kernel.terms.assumptions.push_back(
        "pointers read from memory lead to global memory, and to no array of the kernel's own: " + behind);
  if (met.size() >= 2 && written)
    out_.report.diags.note(out_.kernel.origin, "the buffers passed for " + names +
                                                   " are assumed not to overlap; 'restrict' on each would say so");
}

const Arrays::Shadows *Arrays::shadows(ObjectId id) const {
  const auto it = shadows_.find(id);
  return it == shadows_.end() ? nullptr : &it->second;
}

cfg::Type Arrays::memory_type(ObjectId id, unsigned bytes) const {
  return bytes == in_.layout.granule(id) ? in_.layout.element(id) : cfg::int_type(8 * bytes);
}

bool Arrays::by_granules(ObjectId id) const { return of(id).space == cfg::Space::Private; }

unsigned Arrays::granules_of(ObjectId id, const Scalar &s) const { return s.bytes / in_.layout.granule(id); }

std::optional<std::uint64_t> Arrays::known_granule(cfg::ArrayId array, const cfg::Expr &offset,
                                                   std::uint64_t step) const {
  const std::vector<std::uint64_t> &initial = out_.kernel.arrays[array].initial;
  if (!cfg::is_const(offset) || offset->value >= initial.size() || step >= initial.size() - offset->value)
    return std::nullopt;
  return initial[offset->value + step];
}

} // namespace lockstep::frontend
