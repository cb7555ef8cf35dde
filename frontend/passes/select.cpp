// Pure conditional expressions as selects: a branch whose arms only compute values that are merged right after.
//
//     br c, T, J                                     x = add a, 1
//  T: x = add a, 1; br J               ==>           s = select c, x, y
//  J: phi [y, _], [x, T]
//
// Fewer blocks make cheaper predicates. An arm with a load, a store, a call with effects, a division, a shift by a
// variable amount, or anything that carries nsw, nuw or inbounds stays an arm: it may be executed only where the source
// executes it.
#include "frontend/passes/steps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lockstep::frontend {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;

constexpr unsigned max_arm = 8; // instructions

bool is_free(const Instruction &i) {
  const bool by_any_amount = i.isShift() && !llvm::isa<llvm::Constant>(i.getOperand(1));
  if (i.hasPoisonGeneratingFlags() || i.isIntDivRem() || by_any_amount || i.mayReadOrWriteMemory() || i.mayThrow())
    return false;
  if (auto *call = llvm::dyn_cast<llvm::CallInst>(&i))
    return llvm::isa<llvm::IntrinsicInst>(call) && call->doesNotAccessMemory() && !call->isConvergent();
  return !llvm::isa<llvm::PHINode>(i) && !llvm::isa<llvm::AllocaInst>(i) && !llvm::isa<llvm::FreezeInst>(i);
}

// `arm` lies between `head` and `join` and nothing else leads through it.
bool is_arm(BasicBlock *arm, BasicBlock *head, BasicBlock *join) {
  auto *branch = llvm::dyn_cast<llvm::BranchInst>(arm->getTerminator());
  if (!branch || branch->isConditional() || branch->getSuccessor(0) != join || arm->getSinglePredecessor() != head)
    return false;
  unsigned n = 0;
  for (Instruction &i : *arm)
    if (&i != branch && (++n > max_arm || !is_free(i)))
      return false;
  return true;
}

// The block where both ways from `head` meet after nothing but pure arms; nullptr if there is none.
BasicBlock *pure_join(BasicBlock *head, llvm::BranchInst *branch) {
  BasicBlock *t = branch->getSuccessor(0), *f = branch->getSuccessor(1);
  auto next = [](BasicBlock *b) { return b->getSingleSuccessor(); };
  BasicBlock *join = nullptr;
  if (t != f && is_arm(t, head, f))
    join = f;
  else if (t != f && is_arm(f, head, t))
    join = t;
  else if (t != f && next(t) && next(t) == next(f) && is_arm(t, head, next(t)) && is_arm(f, head, next(t)))
    join = next(t);
  return join == head || join == t->getSinglePredecessor() ? nullptr : join;
}

void to_selects(BasicBlock *head, llvm::BranchInst *branch, BasicBlock *join) {
  BasicBlock *t = branch->getSuccessor(0), *f = branch->getSuccessor(1);
  BasicBlock *from_t = t == join ? head : t, *from_f = f == join ? head : f;
  for (BasicBlock *arm : {t, f})
    if (arm != join)
      for (Instruction &i : llvm::make_early_inc_range(*arm))
        if (!i.isTerminator())
          i.moveBefore(branch);
  llvm::IRBuilder<> b(branch);
  for (llvm::PHINode &phi : join->phis()) {
    llvm::Value *x = phi.getIncomingValueForBlock(from_t), *y = phi.getIncomingValueForBlock(from_f);
    b.SetCurrentDebugLocation(phi.getDebugLoc() ? phi.getDebugLoc() : branch->getDebugLoc());
    llvm::Value *v = x == y ? x : b.CreateSelect(branch->getCondition(), x, y, phi.getName());
    phi.removeIncomingValue(from_t, /*DeletePHIIfEmpty=*/false);
    phi.removeIncomingValue(from_f, false);
    phi.addIncoming(v, head);
  }
  b.SetCurrentDebugLocation(branch->getDebugLoc());
  b.CreateBr(join);
  branch->eraseFromParent();
  for (BasicBlock *arm : {t, f})
    if (arm != join)
      arm->eraseFromParent();
  llvm::MergeBlockIntoPredecessor(join);
}

} // namespace

bool select_pure_conditionals(llvm::Function &function) {
  bool any = false;
  for (bool again = true; again;) {
    again = false;
    for (BasicBlock &head : function) {
      auto *branch = llvm::dyn_cast<llvm::BranchInst>(head.getTerminator());
      if (!branch || !branch->isConditional())
        continue;
      if (BasicBlock *join = pure_join(&head, branch)) {
        to_selects(&head, branch, join);
        again = any = true;
        break;
      }
    }
  }
  return any;
}

} // namespace lockstep::frontend
