// Points-to analysis: see points_to.h.
#include "frontend/llvm/points_to.h"

#include "frontend/builtins/intrinsics.h"
#include "frontend/types.h"
#include "support/invariant.h"

#include "support/sound.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

#include <algorithm>
#include <numeric>

namespace lockstep::frontend {

namespace {
const Targets no_targets;

Targets unknown_target() {
  Targets t;
  t.unknown = true;
  return t;
}

Targets one(ObjectId id) {
  Targets t;
  t.objects.insert(id);
  return t;
}

// CUDA's `extern __shared__` arrays all start at the same place: they are one object.
const llvm::GlobalVariable *representative(const llvm::GlobalVariable *g) {
  auto is_dynamic = [](const llvm::GlobalVariable &v) { return v.isDeclaration() && v.getAddressSpace() == 3; };
  if (is_dynamic(*g))
    for (const llvm::GlobalVariable &v : g->getParent()->globals())
      if (is_dynamic(v))
        return &v;
  return g;
}

bool is_shared(ObjectKind kind) {
  return kind == ObjectKind::Param || kind == ObjectKind::Slot || kind == ObjectKind::Global ||
         kind == ObjectKind::Behind;
}

} // namespace

bool Targets::merge(const Targets &other) {
  std::size_t before = objects.size();
  objects.insert(other.objects.begin(), other.objects.end());
  bool grew = objects.size() != before || (other.unknown && !unknown) || (other.from_memory && !from_memory);
  unknown = unknown || other.unknown;
  from_memory = from_memory || other.from_memory;
  return grew;
}

bool is_near_null(const llvm::Value *integer) {
  auto *c = llvm::dyn_cast<llvm::ConstantInt>(integer);
  return c && c->getValue().ult(4096);
}

bool contains_pointer(const llvm::Type *type) {
  if (type->isPointerTy())
    return true;
  if (auto *v = llvm::dyn_cast<llvm::VectorType>(type))
    return contains_pointer(v->getElementType());
  if (auto *a = llvm::dyn_cast<llvm::ArrayType>(type))
    return contains_pointer(a->getElementType());
  if (auto *s = llvm::dyn_cast<llvm::StructType>(type))
    for (llvm::Type *e : s->elements())
      if (contains_pointer(e))
        return true;
  return false;
}

const llvm::Value *pointer_behind(const llvm::Value *integer) {
  auto *cast = llvm::dyn_cast<llvm::PtrToIntOperator>(integer);
  if (!cast)
    return nullptr;
  // Generic and global addresses fill the pointer's width; those of shared memory are less than 4 GiB.
  const unsigned space = cast->getPointerAddressSpace(), width = integer->getType()->getScalarSizeInBits();
  auto *in_function = llvm::dyn_cast<llvm::Instruction>(integer);
  const unsigned whole = in_function ? in_function->getDataLayout().getPointerSizeInBits(space) : 64;
  if (support::unsound("points_to.whole_address", space <= 1 && width < whole))
    return nullptr;
  return cast->getPointerOperand();
}

const llvm::Argument *by_value_at(const llvm::Value *pointer, const llvm::DataLayout &layout, std::uint64_t &offset) {
  llvm::APInt at(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  const llvm::Value *base = pointer->stripAndAccumulateConstantOffsets(layout, at, true);
  auto *arg = llvm::dyn_cast<llvm::Argument>(base);
  if (!arg || !arg->hasByValAttr() || at.isNegative())
    return nullptr;
  offset = at.getZExtValue();
  return arg;
}

namespace {
// The parameters that a precondition `p == q && ...` says are one buffer.
void collect_equal(const llvm::Value *condition,
                   std::vector<std::pair<const llvm::Argument *, const llvm::Argument *>> &out) {
  if (auto *cmp = llvm::dyn_cast<llvm::ICmpInst>(condition); cmp && cmp->getPredicate() == llvm::CmpInst::ICMP_EQ) {
    if (!cmp->getOperand(0)->getType()->isPointerTy())
      return;
    auto *a = llvm::dyn_cast<llvm::Argument>(cmp->getOperand(0)->stripPointerCasts());
    auto *b = llvm::dyn_cast<llvm::Argument>(cmp->getOperand(1)->stripPointerCasts());
    if (a && b && a != b && !a->hasByValAttr() && !b->hasByValAttr())
      out.push_back({a, b});
    return;
  }
  auto *i = llvm::dyn_cast<llvm::Instruction>(condition);
  bool conjunction = i && (i->getOpcode() == llvm::Instruction::And ||
                           (i->getOpcode() == llvm::Instruction::Select &&
                            llvm::PatternMatch::match(i->getOperand(2), llvm::PatternMatch::m_Zero())));
  for (unsigned k = 0; conjunction && k < 2; ++k)
    collect_equal(i->getOperand(k), out);
}
} // namespace

void PointsTo::unite_equal(const llvm::Function &f, const PassedBuffers &passed) {
  std::vector<std::pair<const llvm::Argument *, const llvm::Argument *>> equal;
  for (const llvm::Instruction &i : f.getEntryBlock()) // where all threads pass
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&i); call && call->getCalledFunction() && call->arg_size() != 0)
      if (llvm::StringRef name = call->getCalledFunction()->getName();
          name == "__lockstep_requires" || name == "__lockstep_global_requires")
        collect_equal(call->getArgOperand(0), equal);
  const auto pointer = [&](const std::string &name) -> const llvm::Argument * {
    for (const llvm::Argument &a : f.args())
      if (a.getName() == name && a.getType()->isPointerTy() && !a.hasByValAttr())
        return &a;
    return nullptr;
  };
  for (const auto &[one, other] : passed.same)
    if (const llvm::Argument *a = pointer(one), *b = pointer(other); a && b)
      equal.push_back({a, b});
  for (auto &[a, b] : equal) {
    Targets from = values_[b], to = values_[a];
    for (auto &[v, t] : values_)
      if (t.objects == from.objects)
        t = to;
  }
}

PointsTo::PointsTo(const llvm::Function &f, const PassedBuffers &passed, bool follow_memory)
    : layout_(f.getParent()->getDataLayout()), follow_memory_(follow_memory) {
  for (const llvm::Argument &a : f.args())
    if (a.getType()->isPointerTy())
      values_[&a] = one(objects_.make({a.hasByValAttr() ? ObjectKind::ByValue : ObjectKind::Param, &a, 0}));
    else if (contains_pointer(a.getType()))
      values_[&a] = unknown_target();
  unite_equal(f, passed);
  for (bool changed = true; changed;) {
    changed = false;
    for (const llvm::Instruction &i : llvm::instructions(f)) {
      if (contains_pointer(i.getType())) {
        Targets t = transfer(i);
        changed = values_[&i].merge(t) || changed;
      }
      changed = effects(i) || changed;
      for (const llvm::Use &u : i.operands()) // constants are met here, so that `of` knows them
        if (auto *c = llvm::dyn_cast<llvm::Constant>(u.get()); c && contains_pointer(c->getType()))
          changed = values_[c].merge(of_constant(c)) || changed;
    }
  }
  if (follow_memory)
    join_behind();
}

// What pointers from several loads are used for in one place is one object: an access there is one, too.
void PointsTo::join_behind() {
  std::vector<ObjectId> first(objects_.all().size());
  std::iota(first.begin(), first.end(), 0);
  const auto of = [&](ObjectId id) {
    while (first[id] != id)
      id = first[id];
    return id;
  };
  const auto is_behind = [&](ObjectId id) { return objects_[id].kind == ObjectKind::Behind; };
  for (const auto &[value, targets] : values_) {
    std::optional<ObjectId> one;
    for (ObjectId id : targets.objects)
      if (is_behind(id)) {
        const ObjectId a = of(id), b = one.value_or(a);
        first[std::max(a, b)] = std::min(a, b);
        one = std::min(a, b);
      }
  }
  const auto renamed = [&](Targets &t) {
    std::set<ObjectId> out;
    for (ObjectId id : t.objects)
      out.insert(of(id));
    t.objects = std::move(out);
  };
  for (auto &[value, targets] : values_)
    renamed(targets);
  for (auto &[object, targets] : contents_)
    renamed(targets);
  objects_.rename(of);
}

const Targets &PointsTo::of(const llvm::Value *v) const {
  auto it = values_.find(v);
  return it == values_.end() ? no_targets : it->second;
}

const Targets &PointsTo::contents(ObjectId object) const {
  auto it = contents_.find(object);
  return it == contents_.end() ? no_targets : it->second;
}

bool PointsTo::may_be_shared(const llvm::Value *pointer) const {
  const Targets &t = of(pointer);
  return t.unknown || std::any_of(t.objects.begin(), t.objects.end(), [&](ObjectId id) {
           const Object &o = objects_[id];
           auto *global = o.kind == ObjectKind::Global ? llvm::cast<llvm::GlobalVariable>(o.value) : nullptr;
           return (is_shared(o.kind) && !global) || (global && !global->isConstant());
         });
}

ObjectId PointsTo::behind(const llvm::Value *load, std::uint64_t offset) const {
  const std::optional<ObjectId> made = objects_.find(ObjectKind::Behind, load, offset);
  return !made || of(load).unknown ? null_object : *made;
}

ObjectId PointsTo::slot(const llvm::Value *by_value, std::uint64_t offset) const {
  return objects_.find(ObjectKind::Slot, by_value, offset).value_or(null_object);
}

ObjectId ObjectTable::make(Object o) {
  auto [it, fresh] = ids_.try_emplace({o.kind, o.value, o.slot}, static_cast<ObjectId>(objects_.size()));
  if (fresh)
    objects_.push_back(o);
  return it->second;
}

std::optional<ObjectId> ObjectTable::find(ObjectKind kind, const llvm::Value *value, std::uint64_t slot) const {
  const auto it = ids_.find({kind, value, slot});
  return it == ids_.end() ? std::nullopt : std::optional(it->second);
}

Targets PointsTo::get(const llvm::Value *v) {
  if (auto *c = llvm::dyn_cast<llvm::Constant>(v)) {
    Targets t = of_constant(c);
    values_[c].merge(t);
    return t;
  }
  return of(v);
}

Targets PointsTo::of_constant(const llvm::Constant *c) {
  if (!contains_pointer(c->getType()) || llvm::isa<llvm::UndefValue>(c))
    return {};
  if (auto *g = llvm::dyn_cast<llvm::GlobalVariable>(c))
    return one(objects_.make({ObjectKind::Global, representative(g), 0}));
  if (llvm::isa<llvm::Function>(c))
    return one(objects_.make({ObjectKind::Function, c, 0}));
  if (c->isNullValue())
    return one(null_object);
  if (auto *e = llvm::dyn_cast<llvm::ConstantExpr>(c)) {
    switch (e->getOpcode()) {
    case llvm::Instruction::GetElementPtr:
    case llvm::Instruction::AddrSpaceCast:
    case llvm::Instruction::BitCast: return get(e->getOperand(0));
    case llvm::Instruction::IntToPtr:
      if (is_near_null(e->getOperand(0)))
        return one(null_object);
      if (const llvm::Value *pointer = pointer_behind(e->getOperand(0)))
        return get(pointer);
      return unknown_target();
    default: return unknown_target();
    }
  }
  if (llvm::isa<llvm::ConstantAggregate>(c)) {
    Targets t;
    for (const llvm::Use &u : c->operands())
      if (contains_pointer(u->getType()))
        t.merge(get(u.get()));
    return t;
  }
  return unknown_target();
}

Targets PointsTo::transfer(const llvm::Instruction &i) {
  switch (i.getOpcode()) {
  case llvm::Instruction::Alloca: return one(objects_.make({ObjectKind::Local, &i, 0}));
  case llvm::Instruction::GetElementPtr:
  case llvm::Instruction::AddrSpaceCast:
  case llvm::Instruction::BitCast:
  case llvm::Instruction::Freeze:
  case llvm::Instruction::ExtractValue:
  case llvm::Instruction::ExtractElement: return get(i.getOperand(0));
  case llvm::Instruction::PHI:
  case llvm::Instruction::Select:
  case llvm::Instruction::InsertValue:
  case llvm::Instruction::InsertElement:
  case llvm::Instruction::ShuffleVector: {
    Targets t;
    for (const llvm::Use &u : i.operands())
      if (contains_pointer(u->getType()))
        t.merge(get(u.get()));
    return t;
  }
  case llvm::Instruction::IntToPtr:
    if (is_near_null(i.getOperand(0)))
      return one(null_object);
    if (const llvm::Value *pointer = pointer_behind(i.getOperand(0)))
      return get(pointer);
    return unknown_target();
  case llvm::Instruction::Load: return of_load(i);
  case llvm::Instruction::Call: return of_call(llvm::cast<llvm::CallBase>(i));
  default: return unknown_target();
  }
}

Targets PointsTo::of_load(const llvm::Instruction &load) {
  const llvm::Value *pointer = load.getOperand(0);
  Targets out;
  Targets from = get(pointer);
  out.unknown = from.unknown;
  for (ObjectId id : from.objects) {
    Object o = objects_[id];
    if (o.kind == ObjectKind::Null)
      continue;
    if (is_own(o.kind)) {
      out.merge(contents(id));
      out.from_memory = true;
      continue;
    }
    const Targets &stored = contents(id); // by-value parameters and shared memory do not keep track of pointers
    out.unknown = out.unknown || stored.unknown || !stored.objects.empty();
    std::uint64_t offset = 0;
    auto parts = scalars(load.getType(), layout_, 64);
    if (follow_memory_ && parts && !out.unknown && is_shared(o.kind)) {
      for (const Scalar &s : *parts)
        if (s.pointer)
          out.objects.insert(objects_.make({ObjectKind::Behind, &load, s.offset, s.address_space}));
      continue;
    }
    if (o.kind != ObjectKind::ByValue || by_value_at(pointer, layout_, offset) != o.value || !parts) {
      out.unknown = out.unknown || !support::left_out("points_to.unknown");
      continue;
    }
    for (const Scalar &s : *parts)
      if (s.pointer)
        out.objects.insert(objects_.make({ObjectKind::Slot, o.value, offset + s.offset, s.address_space}));
  }
  return out;
}

Targets PointsTo::of_call(const llvm::CallBase &call) {
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::launder_invariant_group:
  case llvm::Intrinsic::strip_invariant_group:
  case llvm::Intrinsic::ssa_copy:
  case llvm::Intrinsic::threadlocal_address: return get(call.getArgOperand(0));
  default: break;
  }
  if (allocates(call)) {
    Targets t = one(objects_.make({ObjectKind::Heap, &call, 0}));
    t.objects.insert(null_object);
    return t;
  }
  const llvm::Function *f = call.getCalledFunction();
  if (f && f->getName() == "llvm.amdgcn.dispatch.ptr")
    return one(objects_.make({ObjectKind::Dispatch, nullptr, 0}));
  if (f && f->getName() == "llvm.amdgcn.implicitarg.ptr")
    return one(objects_.make({ObjectKind::ImplicitArgs, nullptr, 0}));
  return unknown_target();
}

bool may_leave_shared_memory(const Targets &t, const std::vector<Object> &objects) {
  constexpr unsigned shared_space = 3; // of NVPTX
  return t.unknown || std::any_of(t.objects.begin(), t.objects.end(), [&](ObjectId id) {
           auto *variable = llvm::dyn_cast_or_null<llvm::GlobalVariable>(objects[id].value);
           return objects[id].kind != ObjectKind::Null && (!variable || variable->getAddressSpace() != shared_space);
         });
}

} // namespace lockstep::frontend
