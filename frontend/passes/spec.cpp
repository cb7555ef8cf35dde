// Specification regions: what is between __lockstep_spec_begin and its __lockstep_spec_end becomes straight code in one
// block, so that build_kernel can read it as expressions. && || ?: and calls of small functions make branches; here
// they become selects.
//
//     begin; br a, T, J                              begin
//  T: b = load p; br J                 ==>           b = load p
//  J: phi [false, _], [b, T]; end                    s = select a, b, false; end
//
// Sound because a region may not have side effects, and its loads are no accesses: what its skipped parts compute is
// not used. nsw and nuw are dropped from what was conditional, since it is now computed where the source does not
// compute it.
#include "frontend/passes/passes.h"
#include "frontend/passes/steps.h"

#include "support/budget.h"
#include "support/sound.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

#include <algorithm>

namespace lockstep::frontend {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

bool is_call_of(const Instruction &i, llvm::StringRef name) {
  auto *call = llvm::dyn_cast<llvm::CallInst>(&i);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName() == name;
}

struct SpecRegion {
  Instruction *begin = nullptr, *end = nullptr;
  std::vector<BasicBlock *> blocks; // topological order; the first holds `begin`, the last `end`
  std::string fault;                // why it cannot be made straight
};

// The matching end in the same block, if there; else nullptr with the depth at the block's end.
Instruction *end_in_block(BasicBlock::iterator from, BasicBlock::iterator to, int &depth) {
  for (; from != to; ++from) {
    if (begins_region(*from))
      ++depth;
    else if (ends_region(*from) && --depth == 0)
      return &*from;
  }
  return nullptr;
}

// Depth-first walk from the region's first block to its end; finishing order, reversed, is topological.
class SpecWalk {
public:
  explicit SpecWalk(SpecRegion &region) : region_(region) {}
  void block(BasicBlock *b, BasicBlock::iterator from, int depth) {
    state_[b] = 1;
    if (Instruction *end = end_in_block(from, b->end(), depth)) {
      if (region_.end && region_.end != end)
        region_.fault = "an annotation has more than one end";
      region_.end = end;
    } else {
      if (!llvm::isa<llvm::BranchInst>(b->getTerminator()))
        region_.fault = "an annotation must be an expression: it ends or switches inside";
      for (BasicBlock *next : llvm::successors(b))
        successor(next, depth);
    }
    state_[b] = 2;
    region_.blocks.push_back(b);
  }

private:
  void successor(BasicBlock *next, int depth) {
    if (!region_.fault.empty())
      return;
    int &state = state_[next];
    if (state == 1)
      region_.fault = "an annotation must not contain a loop";
    else if (state == 0)
      block(next, next->begin(), depth);
  }
  SpecRegion &region_;
  llvm::DenseMap<BasicBlock *, int> state_;
};

SpecRegion find_region(Instruction &begin) {
  SpecRegion r;
  r.begin = &begin;
  SpecWalk(r).block(begin.getParent(), begin.getIterator(), 0);
  std::reverse(r.blocks.begin(), r.blocks.end());
  if (r.fault.empty() && (!r.end || r.blocks.back() != r.end->getParent()))
    r.fault = "an annotation without an end";
  for (std::size_t n = 1; n < r.blocks.size() && r.fault.empty(); ++n)
    for (BasicBlock *p : llvm::predecessors(r.blocks[n]))
      if (std::find(r.blocks.begin(), r.blocks.end(), p) == r.blocks.end())
        r.fault = "control enters an annotation from outside";
  return r;
}

// What may stand in an annotation: everything that leaves the state alone. `sure`: executed whenever the region is.
bool is_allowed(const Instruction &i, bool sure) {
  if (llvm::isa<llvm::LoadInst>(i) || i.isTerminator() || llvm::isa<llvm::PHINode>(i) ||
      llvm::isa<llvm::DbgInfoIntrinsic>(i))
    return true;
  auto *call = llvm::dyn_cast<llvm::CallInst>(&i);
  if (!call)
    return !i.mayWriteToMemory();
  if (!call->mayWriteToMemory())
    return true;
  const llvm::Function *f = call->getCalledFunction();
  return sure && f && f->getName().contains("__lockstep_"); // the annotation itself
}

class Straightener {
public:
  explicit Straightener(SpecRegion &region)
      : r_(region), first_(region.blocks.front()), dominators_(*first_->getParent()),
        post_dominators_(*first_->getParent()) {}

  void run() {
    Instruction *old_end = first_->getTerminator();
    llvm::IRBuilder<> b(old_end);
    for (std::size_t n = 1; n < r_.blocks.size(); ++n) {
      BasicBlock *block = r_.blocks[n];
      enter(*block, b);
      const bool last = n + 1 == r_.blocks.size(), sure = last || post_dominators_.dominates(block, first_);
      for (Instruction &i : llvm::make_early_inc_range(*block)) {
        if (i.isTerminator() || (last && past_end_))
          break;
        past_end_ = past_end_ || &i == r_.end;
        if (support::unsound("spec.flags", !sure))
          i.dropPoisonGeneratingFlags();
        i.moveBefore(old_end);
      }
    }
    connect(old_end);
  }

private:
  static bool is_true(Value *v) {
    auto *c = llvm::dyn_cast<llvm::ConstantInt>(v);
    return c && c->isOne();
  }
  static Value *conjunction(llvm::IRBuilder<> &b, Value *x, Value *y) {
    return is_true(x) ? y : b.CreateLogicalAnd(x, y);
  }

  static Value *choose(llvm::IRBuilder<> &b, Value *c, Value *x, Value *y) {
    Value *positive = nullptr;
    if (llvm::PatternMatch::match(c, llvm::PatternMatch::m_Not(llvm::PatternMatch::m_Value(positive))))
      return b.CreateSelect(positive, y, x);
    return b.CreateSelect(c, x, y);
  }

  // Whether who is in block `from` comes to `block`, or takes the edge; `from` dominates it.
  Value *comes(BasicBlock *block, BasicBlock *from, llvm::IRBuilder<> &b) {
    if (block == from || post_dominators_.dominates(block, from)) // where ways meet again
      return llvm::ConstantInt::getTrue(block->getContext());
    if (Value *known = comes_.lookup({block, from}))
      return known;
    support::spend();
    // By way of what dominates it, so that no condition is in the result twice.
    if (BasicBlock *above = dominators_.getNode(block)->getIDom()->getBlock(); above != from) {
      Value *there = comes(above, from, b), *on = comes(block, above, b);
      return comes_[{block, from}] = is_true(on) ? there : conjunction(b, there, on);
    }
    Value *any = nullptr;
    for (BasicBlock *p : ways_into(*block)) {
      Value *way = takes(p, block, from, b);
      any = any ? either(b, any, way) : way;
    }
    return comes_[{block, from}] = any;
  }
  // x || y, where y may be !x && z.
  static Value *either(llvm::IRBuilder<> &b, Value *x, Value *y) {
    namespace pm = llvm::PatternMatch;
    Value *z = nullptr;
    const bool rest = pm::match(y, pm::m_LogicalAnd(pm::m_Not(pm::m_Specific(x)), pm::m_Value(z)));
    return b.CreateLogicalOr(x, rest ? z : y);
  }
  Value *takes(BasicBlock *p, BasicBlock *block, BasicBlock *from, llvm::IRBuilder<> &b) {
    Value *here = comes(p, from, b);
    auto *branch = llvm::cast<llvm::BranchInst>(p->getTerminator());
    if (branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
      return here;
    Value *c = branch->getCondition();
    return conjunction(b, here, branch->getSuccessor(0) == block ? c : b.CreateNot(c));
  }

  // In the order of the region, so that the plainest condition decides first.
  std::vector<BasicBlock *> ways_into(BasicBlock &block) const {
    std::vector<BasicBlock *> from;
    for (BasicBlock *p : r_.blocks)
      if (llvm::is_contained(llvm::predecessors(&block), p))
        from.push_back(p);
    return from;
  }

  // Selects for the block's phis. Their conditions say which way is taken from where the ways part, and nothing of how
  // one came there: what stands around the phi may be about another thread, which came there as well. Sound because the
  // value is used only where the block is reached.
  void enter(BasicBlock &block, llvm::IRBuilder<> &b) {
    const std::vector<BasicBlock *> from = ways_into(block);
    BasicBlock *above = dominators_.getNode(&block)->getIDom()->getBlock();
    if (support::left_out("spec.parting"))
      above = first_;
    for (llvm::PHINode &phi : llvm::make_early_inc_range(block.phis())) {
      b.SetCurrentDebugLocation(phi.getDebugLoc());
      Value *v = merged(phi, from, *above, b);
      phi.replaceAllUsesWith(v);
      phi.eraseFromParent();
    }
  }

  // The value of a phi by the conditions of the edges into its block.
  Value *merged(llvm::PHINode &phi, llvm::ArrayRef<BasicBlock *> from, BasicBlock &above, llvm::IRBuilder<> &b) {
    const auto edge = [&](std::size_t n) { return takes(from[n], phi.getParent(), &above, b); };
    // All equal but one, as for && and ||: the edge of that one decides.
    for (std::size_t odd = from.size(); odd-- > 0;) {
      Value *others = nullptr;
      bool equal = true;
      for (std::size_t n = 0; n < from.size(); ++n) {
        Value *v = phi.getIncomingValueForBlock(from[n]);
        if (n != odd) {
          equal = equal && (!others || others == v);
          others = v;
        }
      }
      if (others && equal)
        return choose(b, edge(odd), phi.getIncomingValueForBlock(from[odd]), others);
    }
    Value *v = phi.getIncomingValueForBlock(from.back());
    for (std::size_t n = from.size() - 1; n-- > 0;)
      v = choose(b, edge(n), phi.getIncomingValueForBlock(from[n]), v);
    return v;
  }

  // first -> (rest of the last block); the blocks between are gone.
  void connect(Instruction *old_end) {
    BasicBlock *last = r_.blocks.back();
    old_end->eraseFromParent();
    // The remainder of the last block moves behind; its successors' phis follow.
    first_->splice(first_->end(), last);
    last->replaceSuccessorsPhiUsesWith(last, first_);
    for (BasicBlock *next : llvm::successors(first_))
      next->replacePhiUsesWith(last, first_);
    llvm::SmallVector<BasicBlock *, 8> dead(r_.blocks.begin() + 1, r_.blocks.end());
    for (BasicBlock *d : dead) {
      for (Instruction &i : *d) // else they would outlive the block
        i.dropDbgRecords();
      d->deleteTrailingDbgRecords();
      while (!d->empty())
        d->back().eraseFromParent();
    }
    for (BasicBlock *d : dead)
      d->eraseFromParent();
  }

  SpecRegion &r_;
  BasicBlock *first_;
  llvm::DominatorTree dominators_; // of the graph as it was
  llvm::PostDominatorTree post_dominators_;
  bool past_end_ = false;
  llvm::DenseMap<std::pair<BasicBlock *, BasicBlock *>, Value *> comes_;
};

std::string first_fault(SpecRegion &r) {
  if (!r.fault.empty())
    return r.fault;
  bool inside = false;
  for (BasicBlock *b : r.blocks)
    for (Instruction &i : *b) {
      inside = inside || &i == r.begin;
      if (support::unsound("spec.effects", inside && !is_allowed(i, b == r.blocks.front() || b == r.blocks.back())))
        return "an annotation must not have a side effect";
      if (&i == r.end)
        return {};
    }
  return {};
}

// What has a meaning in annotations only. In OpenCL some are mangled.
bool means_nothing_outside(const Instruction &i) {
  auto *call = llvm::dyn_cast<llvm::CallInst>(&i);
  const llvm::Function *f = call ? call->getCalledFunction() : nullptr;
  if (!f || !f->isDeclaration() || f->getReturnType()->isVoidTy())
    return false;
  const std::size_t at = f->getName().find("__lockstep_");
  if (at == llvm::StringRef::npos)
    return false;
  const llvm::StringRef name = f->getName().drop_front(at + std::string_view("__lockstep_").size());
  static constexpr std::string_view words[] = {"other_",  "uniform_", "distinct_", "all", "exclusive", "same_group",
                                               "enabled", "read",     "write",     "no_", "held_"};
  return std::any_of(std::begin(words), std::end(words), [&](std::string_view w) { return name.starts_with(w); });
}

// Is something of it used behind it that would mean something else there? Of a straight region.
bool escapes(const std::vector<Instruction *> &region) {
  llvm::SmallPtrSet<const Instruction *, 16> inside(region.begin(), region.end()), tainted;
  for (const Instruction *i : region)
    if (means_nothing_outside(*i) || std::any_of(i->op_begin(), i->op_end(), [&](const llvm::Use &u) {
          auto *from = llvm::dyn_cast<Instruction>(u.get());
          return from && tainted.contains(from);
        })) {
      tainted.insert(i);
      for (const llvm::User *u : i->users())
        if (!inside.contains(llvm::cast<Instruction>(u)))
          return true;
    }
  return false;
}

// Markers of annotations within annotations say nothing more.
void drop_inner_markers(SpecRegion &r) {
  for (auto i = std::next(r.begin->getIterator()); &*i != r.end;) {
    Instruction &inner = *i++;
    if (begins_region(inner) || ends_region(inner))
      inner.eraseFromParent();
  }
}

} // namespace

bool begins_region(const Instruction &i) { return is_call_of(i, "__lockstep_spec_begin"); }
bool ends_region(const Instruction &i) { return is_call_of(i, "__lockstep_spec_end"); }

std::vector<Instruction *> straight_region(Instruction &begin) {
  std::vector<Instruction *> out;
  int depth = 0;
  for (Instruction *i = &begin; i; i = i->getNextNode()) {
    out.push_back(i);
    depth += begins_region(*i) ? 1 : ends_region(*i) ? -1 : 0;
    if (depth == 0)
      return out;
  }
  return {};
}

namespace {
// The annotation that it stands in, by the last marker in front of it (every way to it has the same); null: none.
const Instruction *annotation_of(const Instruction &at) {
  llvm::SmallPtrSet<const BasicBlock *, 8> seen;
  const Instruction *i = &at;
  for (const BasicBlock *b = at.getParent(); b && seen.insert(b).second;) {
    for (; i; i = i->getPrevNode())
      if (begins_region(*i) || ends_region(*i))
        return begins_region(*i) ? i : nullptr;
    b = llvm::pred_empty(b) ? nullptr : *llvm::pred_begin(b);
    i = b ? b->getTerminator() : nullptr;
  }
  return nullptr;
}

// Does nothing use it but one annotation? Then it is a temporary of the annotation, or of what that calls.
bool is_temporary(const llvm::AllocaInst &local) {
  const Instruction *of = nullptr;
  return llvm::isAllocaPromotable(&local) &&
         std::all_of(local.user_begin(), local.user_end(), [&](const llvm::User *u) {
           auto *i = llvm::cast<Instruction>(u);
           const bool initial = !i->getDebugLoc() && llvm::isa<llvm::StoreInst>(i) &&
                                llvm::isa<llvm::FreezeInst>(i->getOperand(0)); // passes/bytes.cpp
           const Instruction *here = annotation_of(*i);
           if (i->isLifetimeStartOrEnd() || llvm::isa<llvm::DbgInfoIntrinsic>(i) || (initial && !here))
             return true;
           const bool same = here && (!of || of == here);
           of = here;
           return same;
         });
}

// Into values, so that a conditional store to one becomes a choice, too.
void promote_temporaries(llvm::Function &function) {
  std::vector<llvm::AllocaInst *> temporaries;
  for (Instruction &i : llvm::instructions(function))
    if (auto *local = llvm::dyn_cast<llvm::AllocaInst>(&i); local && !local->use_empty() && is_temporary(*local))
      temporaries.push_back(local);
  if (temporaries.empty())
    return;
  llvm::DominatorTree dominators(function);
  llvm::PromoteMemToReg(temporaries, dominators);
}
} // namespace

Instruction *statement_of(const std::vector<Instruction *> &region) {
  for (Instruction *i : region)
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(i);
        call && call->getType()->isVoidTy() && !begins_region(*i) && !ends_region(*i))
      return i;
  return nullptr;
}

void straighten_annotations(llvm::Function &function) {
  promote_temporaries(function);
  llvm::SmallPtrSet<Instruction *, 16> done;
  for (bool again = true; again;) {
    support::spend_round();
    again = false;
    for (Instruction &i : llvm::instructions(function)) {
      if (!begins_region(i) || !done.insert(&i).second)
        continue;
      SpecRegion r = find_region(i);
      std::string fault = first_fault(r);
      if (!fault.empty()) {
        refuse(i, fault);
        continue;
      }
      if (r.blocks.size() > 1)
        Straightener(r).run();
      drop_inner_markers(r);
      if (support::unsound("spec.escapes", escapes(straight_region(*r.begin))))
        refuse(*r.begin, "a value of an annotation that is used outside of it");
      again = true;
      break;
    }
  }
}

} // namespace lockstep::frontend
