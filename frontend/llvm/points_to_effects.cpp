// What instructions put into memory that pointers are later loaded from: see points_to.h.
#include "frontend/llvm/points_to.h"

#include "frontend/types.h"
#include "support/sound.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <algorithm>

namespace lockstep::frontend {

bool PointsTo::effects(const llvm::Instruction &i) {
  if (auto *s = llvm::dyn_cast<llvm::StoreInst>(&i)) {
    llvm::Type *type = s->getValueOperand()->getType();
    return contains_pointer(type) ? store_into(s->getPointerOperand(), get(s->getValueOperand()))
                                  : overwrite(s->getPointerOperand(), layout_.getTypeStoreSize(type).getFixedValue());
  }
  if (auto *set = llvm::dyn_cast<llvm::MemIntrinsic>(&i)) {
    auto *length = llvm::dyn_cast<llvm::ConstantInt>(set->getLength());
    const bool copies = llvm::isa<llvm::MemTransferInst>(i) && copy_contents(*set);
    return overwrite(set->getRawDest(), length ? std::optional(length->getZExtValue()) : std::nullopt) || copies;
  }
  bool grew = false;
  if (i.mayWriteToMemory() && !llvm::isa<llvm::IntrinsicInst>(i)) // calls and atomics
    for (const llvm::Use &u : i.operands())
      if (u->getType()->isPointerTy())
        grew = overwrite(u.get(), std::nullopt) || grew;
  return grew;
}

// A by-value parameter's pointers are objects that its callers pass. One that is overwritten by something else may lead
// anywhere.
bool PointsTo::overwrite(const llvm::Value *pointer, std::optional<std::uint64_t> bytes) {
  bool grew = false;
  Targets anything;
  anything.unknown = true;
  for (ObjectId id : Targets(get(pointer)).objects) {
    const Object o = objects_[id];
    if (o.kind != ObjectKind::ByValue)
      continue;
    std::uint64_t at = 0;
    const bool known = bytes && by_value_at(pointer, layout_, at) == o.value;
    llvm::Type *type = llvm::cast<llvm::Argument>(o.value)->getParamByValType();
    const auto parts = scalars(type, layout_, 64);
    const bool meets =
        parts ? std::any_of(parts->begin(), parts->end(),
                            [&](const Scalar &s) {
                              return s.pointer && (!known || (s.offset < at + *bytes && at < s.offset + s.bytes));
                            })
              : contains_pointer(type);
    if (support::unsound("points_to.overwritten", meets))
      grew = contents_[id].merge(anything) || grew;
  }
  return grew;
}

bool PointsTo::copy_contents(const llvm::CallBase &copy) {
  Targets moved;
  const std::set<ObjectId> into = Targets(get(copy.getArgOperand(0))).objects;
  const bool for_pointers = std::any_of(into.begin(), into.end(), [&](ObjectId id) {
    auto *local = llvm::dyn_cast_or_null<llvm::AllocaInst>(objects_[id].value);
    return local && contains_pointer(local->getAllocatedType());
  });
  for (ObjectId id : Targets(get(copy.getArgOperand(1))).objects) {
    Object o = objects_[id];
    moved.merge(contents(id));
    if (o.kind != ObjectKind::ByValue) {
      // Nobody has followed which pointers the memory of others holds.
      moved.unknown = moved.unknown || (for_pointers && o.kind != ObjectKind::Null && !is_own(o.kind));
      continue;
    }
    llvm::Type *type = llvm::cast<llvm::Argument>(o.value)->getParamByValType();
    auto parts = scalars(type, layout_, 64);
    if (!parts && contains_pointer(type))
      moved.unknown = true;
    for (const Scalar &s : parts ? *parts : std::vector<Scalar>())
      if (s.pointer)
        moved.objects.insert(objects_.make({ObjectKind::Slot, o.value, s.offset, s.address_space}));
  }
  return (moved.unknown || !moved.objects.empty()) && store_into(copy.getArgOperand(0), moved);
}

bool PointsTo::store_into(const llvm::Value *pointer, const Targets &value) {
  bool grew = false;
  for (ObjectId id : Targets(get(pointer)).objects)
    grew = contents_[id].merge(value) || grew;
  return grew;
}

} // namespace lockstep::frontend
