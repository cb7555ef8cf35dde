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
    llvm::LLVMContext &c = first_->getContext();
    Instruction *old_end = first_->getTerminator();
    llvm::IRBuilder<> b(old_end);
    condition_[first_] = llvm::ConstantInt::getTrue(c);
    edges_of(*first_, b);
    std::vector<Instruction *> old_terminators{old_end};
    for (std::size_t n = 1; n < r_.blocks.size(); ++n) {
      BasicBlock *block = r_.blocks[n];
      enter(*block, b);
      bool last = n + 1 == r_.blocks.size();
      bool sure = last || is_true(condition_[block]);
      for (Instruction &i : llvm::make_early_inc_range(*block)) {
        if (i.isTerminator()) {
          if (!last)
            old_terminators.push_back(&i);
          break;
        }
        if (last && past_end_)
          break;
        past_end_ = past_end_ || &i == r_.end;
        if (support::unsound("spec.flags", !sure))
          i.dropPoisonGeneratingFlags();
        i.moveBefore(old_end);
      }
      if (!last)
        edges_of(*block, b);
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

  void edges_of(BasicBlock &block, llvm::IRBuilder<> &b) {
    auto *branch = llvm::cast<llvm::BranchInst>(block.getTerminator());
    Value *here = condition_[&block];
    if (branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) {
      edge_[{&block, branch->getSuccessor(0)}] = here;
      return;
    }
    Value *c = branch->getCondition();
    edge_[{&block, branch->getSuccessor(0)}] = conjunction(b, here, c);
    edge_[{&block, branch->getSuccessor(1)}] = conjunction(b, here, b.CreateNot(c));
  }

  // The block's own condition, and selects for its phis.
  void enter(BasicBlock &block, llvm::IRBuilder<> &b) {
    llvm::SmallVector<BasicBlock *, 4> from;
    for (BasicBlock *p : llvm::predecessors(&block))
      if (!llvm::is_contained(from, p))
        from.push_back(p);
    // In the order of the region, so that the plainest condition decides first.
    std::sort(from.begin(), from.end(), [&](BasicBlock *x, BasicBlock *y) {
      return std::find(r_.blocks.begin(), r_.blocks.end(), x) < std::find(r_.blocks.begin(), r_.blocks.end(), y);
    });
    for (llvm::PHINode &phi : llvm::make_early_inc_range(block.phis())) {
      b.SetCurrentDebugLocation(phi.getDebugLoc());
      Value *v = merged(phi, from, b);
      phi.replaceAllUsesWith(v);
      phi.eraseFromParent();
    }
    BasicBlock *above = dominators_.getNode(&block)->getIDom()->getBlock();
    if (post_dominators_.dominates(&block, above)) { // where ways meet again
      condition_[&block] = condition_[above];
      return;
    }
    Value *any = edge_[{from[0], &block}];
    for (std::size_t n = 1; n < from.size(); ++n)
      any = b.CreateLogicalOr(any, edge_[{from[n], &block}]);
    condition_[&block] = any;
  }

  // The value of a phi by the conditions of the edges into its block.
  Value *merged(llvm::PHINode &phi, llvm::ArrayRef<BasicBlock *> from, llvm::IRBuilder<> &b) {
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
        return choose(b, edge_[{from[odd], phi.getParent()}], phi.getIncomingValueForBlock(from[odd]), others);
    }
    Value *v = phi.getIncomingValueForBlock(from.back());
    for (std::size_t n = from.size() - 1; n-- > 0;)
      v = choose(b, edge_[{from[n], phi.getParent()}], phi.getIncomingValueForBlock(from[n]), v);
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
    for (BasicBlock *d : dead)
      while (!d->empty())
        d->back().eraseFromParent();
    for (BasicBlock *d : dead)
      d->eraseFromParent();
  }

  SpecRegion &r_;
  BasicBlock *first_;
  llvm::DominatorTree dominators_; // of the graph as it was
  llvm::PostDominatorTree post_dominators_;
  bool past_end_ = false;
  llvm::DenseMap<BasicBlock *, Value *> condition_;
  llvm::DenseMap<std::pair<BasicBlock *, BasicBlock *>, Value *> edge_;
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

void straighten_annotations(llvm::Function &function) {
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
      again = true;
      break;
    }
  }
}

} // namespace lockstep::frontend
