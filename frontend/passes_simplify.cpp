// Small clean-up after inlining and SROA: values that are equal to constants or other values, branches on constants,
// unreachable and empty blocks. Less than LLVM's InstSimplify and SimplifyCFG on purpose: nothing is speculated, no
// undefined value is given a meaning, and nsw/nuw are not used (whether they are assumed is an option of the verifier).
#include "frontend/passes_steps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

namespace lockstep::frontend {
namespace {

bool simplify_values(llvm::Function &function) {
  llvm::SimplifyQuery query(function.getDataLayout(), /*TLI=*/nullptr, /*DT=*/nullptr, /*AC=*/nullptr, /*CXTI=*/nullptr,
                            /*UseInstrInfo=*/false, /*CanUseUndef=*/false);
  bool any = false;
  for (bool changed = true; changed;) {
    changed = false;
    for (llvm::BasicBlock &b : function)
      for (llvm::Instruction &i : llvm::make_early_inc_range(b)) {
        if (llvm::isInstructionTriviallyDead(&i)) {
          llvm::salvageDebugInfo(i);
          i.eraseFromParent();
          changed = true;
          continue;
        }
        if (i.use_empty() || llvm::isa<llvm::FreezeInst>(i))
          continue;
        llvm::Value *same = llvm::simplifyInstruction(&i, query);
        if (same && same != &i && !llvm::isa<llvm::PoisonValue>(same)) {
          i.replaceAllUsesWith(same);
          changed = true;
        }
      }
    any |= changed;
  }
  return any;
}

using Headers = llvm::SmallPtrSet<const llvm::BasicBlock *, 8>;

Headers loop_headers(llvm::Function &function) {
  llvm::DominatorTree dominators(function);
  Headers headers;
  for (llvm::BasicBlock &b : function)
    for (llvm::BasicBlock *next : llvm::successors(&b))
      if (dominators.dominates(next, &b))
        headers.insert(next);
  return headers;
}

// A block with nothing but an unconditional branch; but a loop keeps its head, its latches and its preheader.
bool is_removable_empty_block(llvm::BasicBlock &b, const Headers &headers) {
  auto *branch = llvm::dyn_cast<llvm::BranchInst>(b.getTerminator());
  if (!branch || branch->isConditional() || &b == &b.getParent()->getEntryBlock() || headers.contains(&b))
    return false;
  return &*b.getFirstNonPHIOrDbg() == branch && branch->getSuccessor(0) != &b && !headers.contains(branch->getSuccessor(0));
}

bool simplify_blocks(llvm::Function &function) {
  bool any = false;
  for (llvm::BasicBlock &b : function)
    any |= llvm::ConstantFoldTerminator(&b, /*DeleteDeadConditions=*/true);
  any |= llvm::removeUnreachableBlocks(function);
  for (llvm::BasicBlock &b : llvm::make_early_inc_range(function))
    any |= llvm::MergeBlockIntoPredecessor(&b);
  Headers headers = loop_headers(function);
  for (llvm::BasicBlock &b : llvm::make_early_inc_range(function))
    any |= is_removable_empty_block(b, headers) && llvm::TryToSimplifyUncondBranchFromEmptyBlock(&b);
  return any;
}

} // namespace

bool simplify(llvm::Function &function) {
  bool any = false;
  while (simplify_values(function) | simplify_blocks(function))
    any = true;
  return any;
}

} // namespace lockstep::frontend
