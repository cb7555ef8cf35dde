// Handlers of the table: the heap of the device.
//
// What a call of malloc (or new) gives is a private array, of each thread its own: a pointer to it that another thread
// gets hold of has been in memory that both see, or was a number, and what is loaded from there is of unknown origin,
// and refused. Each time that a thread passes the call in a loop it gets a part of the array behind the last one, of
// 2^40 bytes, or nothing. Memory that was freed is not given again.
//
// Sound because no access of another thread reaches the array, no device has 2^40 bytes, and where an access may come
// after the free of what it reaches, the kernel is refused.
#include "frontend/lower/context.h"

#include "cfg/ir/shown_name.h"
#include "frontend/builtins/spelled.h"

#include "support/budget.h"
#include "support/sound.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"

#include <algorithm>

namespace lockstep::frontend {

using cfg::Expr;
using cfg::Op;

namespace {
constexpr std::uint64_t part_bits = 40;
} // namespace

bool Lowerer::from_heap(const Targets &t) const {
  return std::any_of(t.objects.begin(), t.objects.end(),
                     [&](ObjectId id) { return points_to_.objects()[id].kind == ObjectKind::Heap; });
}

namespace {
std::optional<std::uint64_t> constant_size(const llvm::Value *call) {
  auto *size = llvm::dyn_cast<llvm::ConstantInt>(llvm::cast<llvm::CallBase>(call)->getArgOperand(0));
  return size && size->getBitWidth() <= 64 ? std::optional(size->getZExtValue()) : std::nullopt;
}

struct Granules {
  cfg::ArrayId array;
  Expr offset;
  std::uint64_t count;
};

std::optional<Granules> accessed(const decltype(cfg::Stmt::node) &node) {
  if (const auto *l = std::get_if<cfg::Load>(&node))
    return Granules{l->array, l->offset, std::uint64_t(l->dests.size()) * l->per_value};
  if (const auto *s = std::get_if<cfg::Store>(&node))
    return Granules{s->array, s->offset, std::uint64_t(s->values.size()) * s->per_value};
  if (const auto *a = std::get_if<cfg::Atomic>(&node))
    return Granules{a->array, a->offset, a->per_value};
  return std::nullopt;
}
} // namespace

std::optional<std::uint64_t> Lowerer::block_size(const Object &heap) const {
  return loop_blocks_.count(llvm::cast<llvm::CallBase>(heap.value)->getParent()) == 0 ? constant_size(heap.value)
                                                                                      : std::nullopt;
}

// Sound because a block begins at a multiple of a part, which is a power of two: the rest of an offset is the place in
// its block, and of one in front of a block a place behind the block before.
std::optional<cfg::Stmt> Lowerer::inside_block(const decltype(cfg::Stmt::node) &node) const {
  const auto access = accessed(node);
  const auto block = access ? blocks_.find(access->array) : blocks_.end();
  if (block == blocks_.end() || support::left_out("heap.blocks"))
    return std::nullopt;
  const unsigned granule = kernel_.arrays[access->array].granule_bytes;
  const std::uint64_t size = block->second / granule, part = (std::uint64_t(1) << part_bits) / granule;
  Expr inside = cfg::boolean(false);
  if (access->count <= size)
    inside =
        cfg::binary(Op::Ule, cfg::binary(Op::BitAnd, access->offset, cfg::constant(access->offset->type, part - 1)),
                    cfg::constant(access->offset->type, size - access->count));
  return cfg::Stmt{cfg::Assert{inside, cfg::AssertKind::Bounds,
                               "access outside a block of '" + cfg::shown_name(kernel_.arrays[access->array]) + "' (" +
                                   std::to_string(block->second) + " bytes)"},
                   origin_};
}

void Lowerer::allocate(const Call &c) {
  if (spec_depth_ != 0)
    return refuse("a call of '" + spelled(c.inst) + "' in an annotation");
  const Targets &targets = points_to_.of(&c.inst);
  const ObjectId id = *std::max_element(targets.objects.begin(), targets.objects.end()); // the other one is null
  Expr offset = cfg::constant(pointer_type_, 0), there = cfg::negate(havoc(cfg::bool_type, "no_memory"));
  if (loop_blocks_.count(source_block_) != 0) {
    if (pointer_bits_ < 64)
      return refuse("a call of '" + spelled(c.inst) + "' in a loop, with pointers of 32 bits");
    const cfg::VarId times = new_var("allocations." + std::to_string(allocations_++), pointer_type_);
    const Expr passed = cfg::variable(times, pointer_type_);
    entry_stmts_.push_back({cfg::Assign{times, cfg::constant(pointer_type_, 0)}, kernel_.origin});
    emit(cfg::Assign{times, cfg::binary(Op::Add, passed, cfg::constant(pointer_type_, 1), true, true)});
    const std::uint64_t part =
        support::left_out("heap.parts") ? 0 : (std::uint64_t(1) << part_bits) / arrays_.granule(id);
    if (const auto size = constant_size(&c.inst); size && array_of_.count(id) != 0)
      blocks_[array_of_.at(id)] = *size;
    offset = cfg::binary(Op::Mul, passed, cfg::constant(pointer_type_, part), true, true);
    const Expr bytes = cfg::cast(Op::Zext, scalar(c.inst.getArgOperand(0)), pointer_type_);
    there = cfg::binary(Op::And, there,
                        cfg::binary(Op::Ule, bytes, cfg::constant(pointer_type_, std::uint64_t(1) << part_bits)));
  }
  const cfg::Type object = cfg::int_type(32);
  set(&c.inst, {{offset, cfg::ite(there, cfg::constant(object, id), cfg::constant(object, null_object))}});
}

// check_frees has looked at it.
void Lowerer::free_memory(const Call &) { emit(cfg::Skip{}); }

namespace {
// What can run after `from` before `fresh` is passed (again).
bool comes_after(const llvm::Instruction &from, const llvm::Value *fresh,
                 const std::function<bool(const llvm::Instruction &)> &found) {
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> seen;
  llvm::SmallVector<const llvm::Instruction *, 16> todo{from.getNextNode()};
  while (!todo.empty()) {
    support::spend();
    const llvm::Instruction *i = todo.pop_back_val();
    for (; i && i != fresh; i = i->getNextNode()) {
      if (found(*i))
        return true;
      if (i->isTerminator())
        for (const llvm::BasicBlock *next : llvm::successors(i->getParent()))
          if (seen.insert(next).second)
            todo.push_back(&next->front());
    }
  }
  return false;
}
} // namespace

// Sound because an instruction that cannot be reached from a free without a new allocation meets no memory that this
// free has given back.
void Lowerer::check_frees() {
  for (const llvm::Instruction &i : llvm::instructions(function_)) {
    auto *call = llvm::dyn_cast<llvm::CallBase>(&i);
    if (!call || !call->getCalledFunction() || !frees(*call) || support::left_out("heap.freed"))
      continue;
    const llvm::Value *freed = call->getArgOperand(0);
    const Targets &targets = points_to_.of(freed);
    const support::Origin at = debug_.origin(i.getDebugLoc());
    if (targets.unknown)
      refuse_at(at, "freeing what this kernel has not allocated");
    for (ObjectId id : targets.objects) {
      const Object &o = points_to_.objects()[id];
      if (id == null_object)
        continue;
      if (o.kind != ObjectKind::Heap) {
        refuse_at(at, "freeing what this kernel has not allocated");
        continue;
      }
      comes_after(i, o.value, [&](const llvm::Instruction &next) {
        const bool access = next.mayReadOrWriteMemory() && !llvm::isa<llvm::AllocaInst>(next);
        const bool reaches = access && std::any_of(next.op_begin(), next.op_end(), [&](const llvm::Use &u) {
                               return u->getType()->isPointerTy() && points_to_.of(u.get()).objects.count(id) != 0;
                             });
        auto *stored = llvm::dyn_cast<llvm::StoreInst>(&next); // of the pointer itself, elsewhere: no access to it
        if (!reaches || (stored && points_to_.of(stored->getPointerOperand()).objects.count(id) == 0))
          return false;
        refuse_at(debug_.origin(next.getDebugLoc()), "an access to memory that may have been freed");
        return true;
      });
    }
  }
}

} // namespace lockstep::frontend
