// See copy_conditions.h.
#include "frontend/llvm/copies/copy_conditions.h"

#include "frontend/llvm/copies/thread_copies.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>
#include <set>
#include <vector>

namespace lockstep::frontend {

namespace {
// Are the two the same whenever they are computed in the same round of the loops around them?
bool same_value(const llvm::Value *a, const llvm::Value *b, unsigned depth = 0) {
  if (a == b)
    return true;
  auto *x = llvm::dyn_cast<llvm::Instruction>(a), *y = llvm::dyn_cast<llvm::Instruction>(b);
  if (!x || !y || depth > 8 || !x->isSameOperationAs(y) ||
      !(llvm::isa<llvm::BinaryOperator>(x) || llvm::isa<llvm::CastInst>(x) || llvm::isa<llvm::CmpInst>(x)))
    return false;
  for (unsigned k = 0; k < x->getNumOperands(); ++k)
    if (!same_value(x->getOperand(k), y->getOperand(k), depth + 1))
      return false;
  return true;
}
} // namespace

CopyConditions::CopyConditions(const llvm::Function &f) {
  for (const llvm::Instruction &i : llvm::instructions(f))
    places_[&i] = places_.size() + 1;
}

void CopyConditions::find(const llvm::Function &f, const CopyLoops &loops) {
  std::set<const llvm::BasicBlock *> about_copies;
  for (const llvm::BasicBlock &b : f)
    if (std::any_of(b.begin(), b.end(), [](const llvm::Instruction &i) { return copy_call(i) != CopyCall::None; }))
      about_copies.insert(&b);
  std::vector<PlacedInstruction> known;
  for (const llvm::BasicBlock &b : f) {
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(b.getTerminator());
    auto *test =
        branch && branch->isConditional() ? llvm::dyn_cast<llvm::Instruction>(branch->getCondition()) : nullptr;
    if (!test || branch->getSuccessor(0) == branch->getSuccessor(1) || !loops.dominators().isReachableFromEntry(&b) ||
        std::none_of(about_copies.begin(), about_copies.end(), [&](const llvm::BasicBlock *to) {
          return loops.dominators().dominates(llvm::BasicBlockEdge(&b, branch->getSuccessor(0)), to) ||
                 loops.dominators().dominates(llvm::BasicBlockEdge(&b, branch->getSuccessor(1)), to);
        }))
      continue;
    const auto same = std::find_if(known.begin(), known.end(), [&](const PlacedInstruction &other) {
      return loops.loop_of(*other.is) == loops.loop_of(*test) && same_value(other.is, test);
    });
    conditions_[&b] = same == known.end() ? placed(*test) : *same;
    if (same == known.end())
      known.push_back(placed(*test));
  }
}

} // namespace lockstep::frontend
