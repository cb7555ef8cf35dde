// Handlers of the table: the heap of the device.
//
// What a call of malloc (or new) gives is a private array, of each thread its own: a pointer to it that another thread
// gets hold of has been in memory that both see, or was a number, and what is loaded from there is of unknown origin,
// and refused. Each time that a thread passes the call in a loop it gets a part of the array behind the last one, of
// 2^40 bytes, or nothing. Memory that was freed is not given again.
//
// Sound because no access of another thread reaches the array, no device has 2^40 bytes, and where an access may come
// after the free of what it reaches, the kernel is refused.
#include "frontend/lower/memory/heap.h"
#include "frontend/lower/handlers.h"

#include "cfg/ir/text/shown_name.h"
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

std::optional<std::uint64_t> constant_size(const llvm::Value *call) {
  auto *size = llvm::dyn_cast<llvm::ConstantInt>(llvm::cast<llvm::CallBase>(call)->getArgOperand(0));
  return size && size->getBitWidth() <= 64 ? std::optional(size->getZExtValue()) : std::nullopt;
}

struct Granules {
  cfg::ArrayId array;
  Expr offset;
  std::uint64_t count;
};

std::optional<Granules> accessed(const Builder::Node &node) {
  if (const auto *l = std::get_if<cfg::Load>(&node))
    return Granules{l->array, l->offset, std::uint64_t(l->dests.size()) * l->per_value};
  if (const auto *s = std::get_if<cfg::Store>(&node))
    return Granules{s->array, s->offset, std::uint64_t(s->values.size()) * s->per_value};
  if (const auto *a = std::get_if<cfg::Atomic>(&node))
    return Granules{a->array, a->offset, a->per_value};
  return std::nullopt;
}
} // namespace

// Sound because a block begins at a multiple of a part, which is a power of two: the rest of an offset is the place in
// its block, and of one in front of a block a place behind the block before.
std::optional<cfg::Stmt> inside_block(const Context &cx, const Builder::Node &node) {
  const auto access = accessed(node);
  const auto block = access ? cx.heap_blocks.find(access->array) : cx.heap_blocks.end();
  if (support::sound("heap.blocks", block == cx.heap_blocks.end()))
    return std::nullopt;
  const unsigned granule = cx.out.kernel.arrays[access->array].granule_bytes;
  const std::uint64_t size = block->second / granule, part = (std::uint64_t(1) << part_bits) / granule;
  Expr inside = cfg::boolean(false);
  if (access->count <= size)
    inside =
        cfg::binary(Op::Ule, cfg::binary(Op::BitAnd, access->offset, cfg::constant(access->offset->type, part - 1)),
                    cfg::constant(access->offset->type, size - access->count));
  return cfg::Stmt{cfg::Assert{inside, cfg::AssertKind::Bounds,
                               "access outside a block of '" + cfg::shown_name(cx.out.kernel.arrays[access->array]) +
                                   "' (" + std::to_string(block->second) + " bytes)"},
                   cx.out.origin};
}

void handlers::allocate(Context &cx, const Call &c) {
  if (cx.out.annotation)
    return cx.out.refuse("a call of '" + spelled(c.inst) + "' in an annotation");
  const Targets &targets = cx.in.points_to.of(&c.inst);
  const ObjectId id = *std::max_element(targets.objects.begin(), targets.objects.end()); // the other one is null
  Expr offset = cfg::constant(cx.in.pointer_type, 0), there = cfg::negate(cx.out.havoc(cfg::bool_type, "no_memory"));
  if (cx.in.loop_blocks.count(cx.out.source_block) != 0) {
    if (cx.in.pointer_bits < 64)
      return cx.out.refuse("a call of '" + spelled(c.inst) + "' in a loop, with pointers of 32 bits");
    const cfg::VarId times = cx.out.new_var("allocations." + std::to_string(cx.allocations++), cx.in.pointer_type);
    const Expr passed = cfg::variable(times, cx.in.pointer_type);
    cx.out.entry.push_back({cfg::Assign{times, cfg::constant(cx.in.pointer_type, 0)}, cx.out.kernel.origin});
    cx.out.emit(cfg::Assign{times, cfg::binary(Op::Add, passed, cfg::constant(cx.in.pointer_type, 1), true, true)});
    const std::uint64_t part =
        support::left_out("heap.parts") ? 0 : (std::uint64_t(1) << part_bits) / cx.in.layout.granule(id);
    if (const auto size = constant_size(&c.inst); size && cx.arrays.all().count(id) != 0)
      cx.heap_blocks[cx.arrays.at(id)] = *size;
    offset = cfg::binary(Op::Mul, passed, cfg::constant(cx.in.pointer_type, part), true, true);
    const Expr bytes = cfg::cast(Op::Zext, cx.values.scalar(c.inst.getArgOperand(0)), cx.in.pointer_type);
    there = cfg::binary(Op::And, there,
                        cfg::binary(Op::Ule, bytes, cfg::constant(cx.in.pointer_type, std::uint64_t(1) << part_bits)));
  }
  const cfg::Type object = cfg::int_type(32);
  cx.values.set(&c.inst, {{offset, cfg::ite(there, cfg::constant(object, id), cfg::constant(object, null_object))}});
}

// check_frees has looked at it.
void handlers::free_memory(Context &cx, const Call &) { cx.out.emit(cfg::Skip{}); }

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
void check_frees(Context &cx) {
  for (const llvm::Instruction &i : llvm::instructions(cx.in.function)) {
    auto *call = llvm::dyn_cast<llvm::CallBase>(&i);
    if (support::sound("heap.freed", !call || !call->getCalledFunction() || !frees(*call)))
      continue;
    const llvm::Value *freed = call->getArgOperand(0);
    const Targets &targets = cx.in.points_to.of(freed);
    const support::Origin at = cx.in.debug.origin(i.getDebugLoc());
    if (targets.unknown)
      cx.out.report.refuse_at(at, "freeing what this kernel has not allocated");
    for (ObjectId id : targets.objects) {
      const Object &o = cx.in.points_to.objects()[id];
      if (id == null_object)
        continue;
      if (o.kind != ObjectKind::Heap) {
        cx.out.report.refuse_at(at, "freeing what this kernel has not allocated");
        continue;
      }
      comes_after(i, o.value, [&](const llvm::Instruction &next) {
        const bool access = next.mayReadOrWriteMemory() && !llvm::isa<llvm::AllocaInst>(next);
        const bool reaches = access && std::any_of(next.op_begin(), next.op_end(), [&](const llvm::Use &u) {
                               return u->getType()->isPointerTy() && cx.in.points_to.of(u.get()).objects.count(id) != 0;
                             });
        auto *stored = llvm::dyn_cast<llvm::StoreInst>(&next); // of the pointer itself, elsewhere: no access to it
        if (!reaches || (stored && cx.in.points_to.of(stored->getPointerOperand()).objects.count(id) == 0))
          return false;
        cx.out.report.refuse_at(cx.in.debug.origin(next.getDebugLoc()), "an access to memory that may have been freed");
        return true;
      });
    }
  }
}

} // namespace lockstep::frontend
