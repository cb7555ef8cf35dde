// Arrays and granules: see layout.h.
#include "frontend/lower/memory/layout.h"

#include "frontend/llvm/contract_marks.h"
#include "support/sound.h"

#include "frontend/builtins/intrinsics.h"
#include "frontend/builtins/printed.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

#include <algorithm>
#include <numeric>

namespace lockstep::frontend {

namespace {
constexpr std::uint64_t max_factor = 64;

std::uint64_t factor(const llvm::Value *v, unsigned depth);

std::uint64_t factor_of(const llvm::Operator &op, unsigned depth) {
  auto operand = [&](unsigned i) { return factor(op.getOperand(i), depth + 1); };
  switch (op.getOpcode()) {
  case llvm::Instruction::Mul: return operand(0) * operand(1);
  case llvm::Instruction::Shl:
    if (auto *c = llvm::dyn_cast<llvm::ConstantInt>(op.getOperand(1)); c && c->getValue().ult(7))
      return operand(0) << c->getZExtValue();
    return operand(0);
  case llvm::Instruction::Add:
  case llvm::Instruction::Sub:
  case llvm::Instruction::Or:
  case llvm::Instruction::Xor: return std::min(operand(0), operand(1));
  case llvm::Instruction::And: return std::max(operand(0), operand(1));
  case llvm::Instruction::SExt:
  case llvm::Instruction::ZExt:
  case llvm::Instruction::Trunc: return operand(0);
  case llvm::Instruction::Select: return std::min(operand(1), operand(2));
  default: return 1;
  }
}

std::uint64_t factor(const llvm::Value *v, unsigned depth) {
  if (auto *c = llvm::dyn_cast<llvm::ConstantInt>(v))
    return c->isZero() ? max_factor : std::uint64_t(1) << std::min(6u, c->getValue().countr_zero());
  auto *op = llvm::dyn_cast<llvm::Operator>(v);
  if (!op || depth > 8 || !v->getType()->isIntegerTy())
    return 1;
  return std::min(max_factor, factor_of(*op, depth));
}

std::uint64_t magnitude(std::int64_t v) {
  return v < 0 ? 0 - static_cast<std::uint64_t>(v) : static_cast<std::uint64_t>(v);
}
} // namespace

std::uint64_t known_factor(const llvm::Value *v) { return factor(v, 0); }

std::optional<GepOffset> gep_offset(const llvm::GEPOperator &gep, const llvm::DataLayout &layout) {
  if (gep.getType()->isVectorTy())
    return std::nullopt;
  unsigned width = layout.getIndexTypeSizeInBits(gep.getType());
  llvm::MapVector<llvm::Value *, llvm::APInt> terms;
  llvm::APInt constant(width, 0);
  if (!gep.collectOffset(layout, width, terms, constant))
    return std::nullopt;
  GepOffset out;
  out.constant = constant.getSExtValue();
  for (auto &[index, scale] : terms)
    out.terms.push_back({index, scale.getSExtValue()});
  return out;
}

GranuleClasses::GranuleClasses(std::size_t objects) : parent_(objects), divisor_(objects, 0) {
  std::iota(parent_.begin(), parent_.end(), 0);
}

void GranuleClasses::unify(const Targets &t) {
  ObjectId first = null_object;
  for (ObjectId id : t.objects) {
    if (id == null_object)
      continue;
    if (first != null_object)
      parent_[root(id)] = root(first);
    first = id;
  }
}

ObjectId GranuleClasses::root(ObjectId id) const {
  while (parent_[id] != id)
    id = parent_[id] = parent_[parent_[id]];
  return id;
}

void GranuleClasses::divide(ObjectId object, std::uint64_t bytes) {
  std::uint64_t &divisor = divisor_[root(object)];
  divisor = std::gcd(divisor, bytes);
}

void ObjectAccesses::note(ObjectId object, bool write) {
  accessed_.insert(object);
  if (write)
    written_.insert(object);
}

void ObjectAccesses::note(ObjectId object, cfg::Type type, unsigned bytes, bool write) {
  types_[object].insert({static_cast<int>(type.is_bool() ? cfg::TypeKind::Int : type.kind), 8 * bytes});
  note(object, write);
}

std::optional<cfg::Type> ObjectAccesses::only_type(ObjectId object) const {
  const auto it = types_.find(object);
  if (it == types_.end() || it->second.size() != 1)
    return std::nullopt;
  const auto &[kind, width] = *it->second.begin();
  return cfg::Type{static_cast<cfg::TypeKind>(kind), width};
}

namespace {

// What the instructions of a function ask of the granules of the objects that they access.
class AccessConstraints {
public:
  AccessConstraints(const llvm::DataLayout &layout, const PointsTo &points_to, const DebugInfo &debug, bool aligned,
                    GranuleClasses &classes, ObjectAccesses &accesses)
      : layout_(layout), points_to_(points_to), debug_(debug), aligned_(aligned), classes_(classes),
        accesses_(accesses) {}
  void constrain_operands(const llvm::User &user);
  void constrain(const llvm::Instruction &i);
  void divide(const llvm::Value *pointer, std::uint64_t bytes);

private:
  void access(const llvm::Value *pointer, llvm::Type *type, bool write);
  void access_scalar(const llvm::Value *pointer, cfg::Type type, unsigned bytes, bool write);
  void align(const llvm::Value *pointer, std::uint64_t bytes);
  void constrain(const llvm::GEPOperator &gep);
  void constrain_call(const llvm::CallBase &call);
  void constrain_copy(const llvm::Value *pointer, const llvm::Value *length, bool write);
  void constrain_log(const llvm::Value *pointer);

  const llvm::DataLayout &layout_;
  const PointsTo &points_to_;
  const DebugInfo &debug_;
  const bool aligned_;
  GranuleClasses &classes_;
  ObjectAccesses &accesses_;
};

void AccessConstraints::divide(const llvm::Value *pointer, std::uint64_t bytes) {
  for (ObjectId id : points_to_.of(pointer).objects)
    if (id != null_object)
      classes_.divide(id, bytes);
}

// A pointer from memory is a multiple of the granule only if every access through it is aligned so: then no access is
// where it is not.
void AccessConstraints::align(const llvm::Value *pointer, std::uint64_t bytes) {
  const std::set<ObjectId> &objects = points_to_.of(pointer).objects;
  if (support::left_out("layout.align"))
    return;
  if ((aligned_ && points_to_.may_be_shared(pointer)) || std::any_of(objects.begin(), objects.end(), [&](ObjectId id) {
        return points_to_.objects()[id].kind == ObjectKind::Behind;
      }))
    divide(pointer, bytes);
}

void AccessConstraints::access_scalar(const llvm::Value *pointer, cfg::Type type, unsigned bytes, bool write) {
  divide(pointer, bytes);
  for (ObjectId id : points_to_.of(pointer).objects)
    accesses_.note(id, type, bytes, write);
}

void AccessConstraints::access(const llvm::Value *pointer, llvm::Type *type, bool write) {
  auto parts = scalars(type, layout_, layout_.getPointerSizeInBits(0));
  for (const Scalar &s : parts ? *parts : std::vector<Scalar>()) {
    divide(pointer, s.offset);
    access_scalar(pointer, s.type, std::max(1u, s.bytes), write);
  }
}

void AccessConstraints::constrain(const llvm::GEPOperator &gep) {
  auto offset = gep_offset(gep, layout_);
  if (!offset)
    return; // refused where it is lowered
  divide(gep.getPointerOperand(), magnitude(offset->constant));
  for (auto &[index, scale] : offset->terms)
    divide(gep.getPointerOperand(), magnitude(scale) * known_factor(index));
}

void AccessConstraints::constrain_operands(const llvm::User &user) {
  if (auto *gep = llvm::dyn_cast<llvm::GEPOperator>(&user))
    constrain(*gep);
  for (const llvm::Use &u : user.operands())
    if (llvm::isa<llvm::ConstantExpr>(u.get()) || llvm::isa<llvm::ConstantAggregate>(u.get()))
      constrain_operands(*llvm::cast<llvm::User>(u.get()));
}

void AccessConstraints::constrain(const llvm::Instruction &i) {
  if (const llvm::Value *pointer = llvm::getLoadStorePointerOperand(&i))
    align(pointer, llvm::isa<llvm::LoadInst>(i) ? llvm::cast<llvm::LoadInst>(i).getAlign().value()
                                                : llvm::cast<llvm::StoreInst>(i).getAlign().value());
  if (auto *l = llvm::dyn_cast<llvm::LoadInst>(&i))
    access(l->getPointerOperand(), l->getType(), false);
  else if (auto *s = llvm::dyn_cast<llvm::StoreInst>(&i))
    access(s->getPointerOperand(), s->getValueOperand()->getType(), true);
  else if (auto *rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&i))
    access(rmw->getPointerOperand(), rmw->getType(), true);
  else if (auto *cas = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&i))
    access(cas->getPointerOperand(), cas->getNewValOperand()->getType(), true);
  else if (auto *call = llvm::dyn_cast<llvm::CallBase>(&i))
    constrain_call(*call);
}

void AccessConstraints::constrain_copy(const llvm::Value *pointer, const llvm::Value *length, bool write) {
  auto *c = llvm::dyn_cast<llvm::ConstantInt>(length);
  divide(pointer, c ? c->getZExtValue() : known_factor(length));
  for (ObjectId id : points_to_.of(pointer).objects)
    accesses_.note(id, write);
}

// Annotations ask at which byte a log's access lies (access_logs.h): of a copied struct, at which member.
void AccessConstraints::constrain_log(const llvm::Value *pointer) {
  for (ObjectId id : points_to_.of(pointer).objects)
    if (id != null_object) {
      // The array of a function that is judged by itself has no type; its pieces are looked at where contracts are.
      const llvm::Value *of = points_to_.objects()[id].value;
      if (auto *a = llvm::dyn_cast_or_null<llvm::Argument>(of); a && is_own_function(*a->getParent()))
        continue;
      const llvm::DIVariable *variable = debug_.variable(of);
      classes_.divide(id, smallest_scalar(variable ? variable->getType() : nullptr));
    }
}

void AccessConstraints::constrain_call(const llvm::CallBase &call) {
  if (const llvm::Function *f = call.getCalledFunction();
      f && f->getName().contains("_offset_bytes") && f->getName().contains("__lockstep_") && call.arg_size() == 1 &&
      !support::left_out("access_logs.members"))
    return constrain_log(call.getArgOperand(0));
  if (auto *m = llvm::dyn_cast<llvm::MemIntrinsic>(&call)) {
    constrain_copy(m->getRawDest(), m->getLength(), true);
    align(m->getRawDest(), m->getDestAlign().valueOrOne().value());
    if (auto *copy = llvm::dyn_cast<llvm::MemTransferInst>(m)) {
      constrain_copy(copy->getRawSource(), m->getLength(), false);
      align(copy->getRawSource(), copy->getSourceAlign().valueOrOne().value());
    }
    return;
  }
  if (const llvm::Function *f = call.getCalledFunction(); f && f->getName().starts_with("lockstep.fresh."))
    return constrain_copy(call.getArgOperand(0), call.getArgOperand(1), true);
  if (prints(call))
    for (const PrintedString &s : printed(call).strings)
      if (const llvm::Value *string = call.getArgOperand(s.argument); points_to_.may_be_shared(string))
        access_scalar(string, cfg::int_type(8), 1, false);
  for (unsigned a = 0; a < call.arg_size(); ++a) {
    if (!call.getArgOperand(a)->getType()->isPointerTy())
      continue;
    if (const llvm::Value *bytes = copied_bytes(call, a))
      constrain_copy(call.getArgOperand(a), bytes, a == 0);
    AccessedScalar s = accessed_scalar(call, a);
    if (s.bytes != 0)
      access_scalar(call.getArgOperand(a), s.floating ? cfg::float_type(8 * s.bytes) : cfg::int_type(8 * s.bytes),
                    s.bytes, true);
  }
}

// Copies join classes before anything is divided.
void join_copied(const llvm::Function &f, const PointsTo &points_to, GranuleClasses &classes) {
  for (const llvm::Instruction &i : llvm::instructions(f)) {
    if (auto *copy = llvm::dyn_cast<llvm::MemTransferInst>(&i)) {
      Targets both = points_to.of(copy->getRawDest());
      both.merge(points_to.of(copy->getRawSource()));
      classes.unify(both);
    }
    auto *call = llvm::dyn_cast<llvm::CallBase>(&i);
    if (call && copies_between_arguments(*call)) {
      Targets both = points_to.of(call->getArgOperand(0));
      both.merge(points_to.of(call->getArgOperand(1)));
      classes.unify(both);
    }
  }
}

bool only_constant_loads(const llvm::Function &f, ObjectId id, const PointsTo &points_to) {
  const llvm::DataLayout &layout = f.getDataLayout();
  std::set<std::pair<std::uint64_t, std::uint64_t>> places; // offset, end
  for (const llvm::Instruction &i : llvm::instructions(f)) {
    if (!llvm::isa<llvm::LoadInst>(i)) {
      // Anything but address arithmetic that takes the pointer along.
      bool address = llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst, llvm::BitCastInst>(i);
      for (const llvm::Use &u : i.operands())
        if (!address && u->getType()->isPointerTy() && points_to.of(u.get()).objects.count(id))
          if (auto *call = llvm::dyn_cast<llvm::CallBase>(&i); !call || !call->isLifetimeStartOrEnd())
            return false;
      continue;
    }
    const llvm::Value *pointer = llvm::cast<llvm::LoadInst>(i).getPointerOperand();
    if (!points_to.of(pointer).objects.count(id))
      continue;
    std::uint64_t offset = 0;
    auto parts = scalars(i.getType(), layout, layout.getPointerSizeInBits(0));
    if (by_value_at(pointer, layout, offset) != points_to.objects()[id].value || !parts)
      return false;
    for (const Scalar &s : *parts)
      places.insert({offset + s.offset, offset + s.offset + s.bytes});
  }
  std::uint64_t end = 0;
  for (auto &[from, to] : places) {
    if (from < end)
      return false;
    end = to;
  }
  auto *parameter = llvm::cast<llvm::Argument>(points_to.objects()[id].value);
  return support::sound("bounds.by_value",
                        end <= layout.getTypeAllocSize(parameter->getParamByValType()).getFixedValue());
}

} // namespace

Layout::Layout(const llvm::Function &f, const PointsTo &points_to, const DebugInfo &debug, const PassedBuffers &passed,
               bool aligned)
    : points_to_(points_to), classes_(points_to.objects().size()) {
  const llvm::DataLayout &layout = f.getParent()->getDataLayout();
  for (auto &[value, targets] : points_to.values())
    classes_.unify(targets);
  join_copied(f, points_to, classes_);
  AccessConstraints constraints(layout, points_to, debug, aligned, classes_, accesses_);
  for (const llvm::Instruction &i : llvm::instructions(f)) {
    constraints.constrain_operands(i);
    constraints.constrain(i);
  }
  for (const llvm::Argument &a : f.args())
    if (const auto begins = passed.begins.find(a.getName().str()); begins != passed.begins.end())
      constraints.divide(&a, begins->second);
  const std::vector<Object> &objects = points_to.objects();
  for (ObjectId id = 1; id < objects.size(); ++id)
    if (holds_pointers(id))
      classes_.divide(id, layout.getPointerSize(0));
  for (ObjectId id = 1; id < objects.size(); ++id)
    if (objects[id].kind == ObjectKind::ByValue && !written(id) && only_constant_loads(f, id, points_to))
      scalarised_.insert(id);
}

unsigned Layout::granule(ObjectId object) const {
  const std::uint64_t divisor = classes_.divisor(object);
  return divisor == 0 ? 4 : static_cast<unsigned>(std::gcd(divisor, std::uint64_t(8)));
}

cfg::Type Layout::element(ObjectId object) const {
  const unsigned bits = 8 * granule(object);
  const std::optional<cfg::Type> only = accesses_.only_type(object);
  return only && only->width == bits ? *only : cfg::int_type(bits);
}

bool Layout::holds_pointers(ObjectId object) const {
  const Targets &c = points_to_.contents(object);
  return is_own(points_to_.objects()[object].kind) && (c.unknown || !c.objects.empty());
}

} // namespace lockstep::frontend
