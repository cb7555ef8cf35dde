// What is lowered: see source.h.
#include "frontend/lower/source.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"

namespace lockstep::frontend {

Source::Source(const llvm::Function &f, Dialect d, const Options &o, const PassedBuffers &p, unsigned threads)
    : function(f), target(f.getParent()->getDataLayout()), dialect(d), options(o), launch(o.launch), lock_step(threads),
      debug(f), passed(p), points_to(f, p, o.follow_memory), layout(f, points_to, debug, p, o.copies_once),
      pointer_bits(target.getPointerSizeInBits(d == Dialect::Spir ? 1 : 0)), pointer_type(cfg::int_type(pointer_bits)) {
  llvm::DominatorTree dominators(const_cast<llvm::Function &>(f));
  std::map<const llvm::BasicBlock *, std::size_t> order;
  for (const llvm::BasicBlock *b : llvm::ReversePostOrderTraversal<const llvm::Function *>(&f))
    order.emplace(b, order.size());
  for (auto &[b, index] : order)
    for (const llvm::BasicBlock *s : llvm::successors(b))
      if (order.at(s) <= index) {
        loop_heads.insert(s);
        if (!second_entry && !dominators.dominates(s, b))
          second_entry = s;
      }
  llvm::LoopInfo loops(dominators);
  for (auto &[b, index] : order)
    if (loops.getLoopFor(b))
      loop_blocks.insert(b);
  const llvm::PostDominatorTree post_dominators(const_cast<llvm::Function &>(f));
  for (auto &[b, index] : order)
    if (post_dominators.dominates(b, &f.getEntryBlock()))
      on_every_way.insert(b);
}

bool Source::all_pass(const llvm::BasicBlock *b) const {
  return !second_entry && on_every_way.count(b) != 0 && loop_blocks.count(b) == 0;
}

std::string Source::hint(const llvm::Value *v) const {
  if (!v)
    return "t";
  if (std::string name = debug.name(v); !name.empty())
    return name;
  return v->hasName() ? v->getName().str() : "t";
}

cfg::Expr Source::index_width(cfg::Expr e) const {
  if (e->type.width == pointer_bits)
    return e;
  return cfg::cast(e->type.width < pointer_bits ? cfg::Op::Sext : cfg::Op::Trunc, e, pointer_type);
}

unsigned Source::granule_of(const Targets &t) const {
  for (ObjectId id : t.objects)
    if (id != null_object)
      return layout.granule(id);
  return 1;
}

namespace {
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

std::optional<cfg::Space> Source::space_of(const Object &o) const {
  switch (o.kind) {
  case ObjectKind::Param: return space_of_number(dialect, o.value->getType()->getPointerAddressSpace(), true);
  case ObjectKind::Slot: return space_of_number(dialect, o.address_space, true);
  case ObjectKind::Behind: {
    const auto space = space_of_number(dialect, o.address_space, true);
    return space == cfg::Space::Global || space == cfg::Space::Constant ? space : std::nullopt;
  }
  case ObjectKind::ByValue: return cfg::Space::Constant;
  case ObjectKind::Local:
  case ObjectKind::Heap: return cfg::Space::Private;
  case ObjectKind::Global: {
    auto *g = llvm::cast<llvm::GlobalVariable>(o.value);
    return g->isConstant() ? cfg::Space::Constant : space_of_number(dialect, g->getAddressSpace(), false);
  }
  case ObjectKind::Null:
  case ObjectKind::Function:
  case ObjectKind::Dispatch:
  case ObjectKind::ImplicitArgs: break;
  }
  return std::nullopt;
}

} // namespace lockstep::frontend
