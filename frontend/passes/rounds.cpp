// The first rounds of a loop in which asynchronous copies are waited for otherwise than in all later ones, or not yet,
// are written out in front of it:
//
//     for (i = 0; i < n; i++) { copy(i); if (i >= 3) wait(3); }
//         ==>      if (0 < n) { copy(0); if (1 < n) { copy(1); ... for (i = 3; i < n; i++) { copy(i); wait(3); } } }
//
// Which copies are under way is then told by the way that has been taken (thread_copies.h).
//
// Sound because the copies are rounds of the loop, whatever its test says; and in the loop behind them the test is
// taken to be known only where the counter's range settles it: the counter starts as a constant, goes up by ones, and
// is below a bound, in the same reading of its bits, whenever it goes up, so that it never wraps around.
#include "frontend/passes/rounds.h"

#include "frontend/llvm/copies/thread_copies.h"
#include "frontend/passes/steps.h"

#include "support/sound.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include <optional>

namespace lockstep::frontend {
namespace {

namespace pm = llvm::PatternMatch;

constexpr unsigned max_merged_rounds = 8;
constexpr unsigned max_merged_size = 4000; // instructions of all rounds that are written out

struct Counter {
  llvm::PHINode *phi = nullptr;
  llvm::APInt start;
  bool is_signed = true; // the reading in which it does not wrap around
};

// Does it go on only if the counter, or its next value, is below something, in some reading?
std::optional<bool> bounded_above(const llvm::Loop &loop, const llvm::DominatorTree &dominators, llvm::PHINode &phi,
                                  llvm::Value &next) {
  const llvm::BasicBlock *latch = loop.getLoopLatch();
  llvm::SmallVector<llvm::BasicBlock *, 4> exiting;
  loop.getExitingBlocks(exiting);
  for (llvm::BasicBlock *b : exiting) {
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(b->getTerminator());
    auto *test = branch && branch->isConditional() ? llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition()) : nullptr;
    if (!test || !dominators.dominates(b, latch))
      continue;
    llvm::ICmpInst::Predicate p =
        loop.contains(branch->getSuccessor(0)) ? test->getPredicate() : test->getInversePredicate();
    llvm::Value *left = test->getOperand(0);
    if (left != &phi && left != &next) {
      left = test->getOperand(1);
      p = llvm::ICmpInst::getSwappedPredicate(p);
    }
    if ((left == &phi || left == &next) && (p == llvm::ICmpInst::ICMP_SLT || p == llvm::ICmpInst::ICMP_ULT))
      return p == llvm::ICmpInst::ICMP_SLT;
  }
  return std::nullopt;
}

std::optional<Counter> counter(const llvm::Loop &loop, const llvm::DominatorTree &dominators, llvm::PHINode &phi) {
  const llvm::BasicBlock *from = loop.getLoopPredecessor(), *latch = loop.getLoopLatch();
  if (!from || !latch || phi.getParent() != loop.getHeader() || !phi.getType()->isIntegerTy())
    return std::nullopt;
  auto *start = llvm::dyn_cast<llvm::ConstantInt>(phi.getIncomingValueForBlock(from));
  llvm::Value *next = phi.getIncomingValueForBlock(latch);
  if (!start || !pm::match(next, pm::m_c_Add(pm::m_Specific(&phi), pm::m_One())))
    return std::nullopt;
  std::optional<bool> is_signed = bounded_above(loop, dominators, phi, *next);
  if (support::left_out("rounds.bounded"))
    is_signed = is_signed.value_or(true);
  const llvm::APInt &value = start->getValue();
  if (!is_signed || (*is_signed ? value.isMaxSignedValue() : value.isMaxValue()))
    return std::nullopt;
  return Counter{&phi, value, *is_signed};
}

// What a test says in the round with this number and in all later ones; nothing: not always the same.
std::optional<bool> settled(const llvm::ICmpInst &test, const Counter &c, const llvm::APInt &offset, unsigned round) {
  const unsigned width = c.start.getBitWidth();
  const llvm::APInt last = c.is_signed ? llvm::APInt::getSignedMaxValue(width) : llvm::APInt::getMaxValue(width);
  bool beyond = false;
  const llvm::APInt by(width, round);
  const llvm::APInt least = c.is_signed ? c.start.sadd_ov(by, beyond) : c.start.uadd_ov(by, beyond);
  auto *bound = llvm::dyn_cast<llvm::ConstantInt>(test.getOperand(1));
  if (beyond || !bound)
    return std::nullopt;
  const llvm::ConstantRange values = llvm::ConstantRange::getNonEmpty(least, last + 1).add(llvm::ConstantRange(offset));
  const llvm::ConstantRange other(bound->getValue());
  if (values.icmp(test.getPredicate(), other))
    return true;
  if (values.icmp(test.getInversePredicate(), other))
    return false;
  return std::nullopt;
}

// Does the branch decide whether copies are started, committed or waited for?
bool decides_about_copies(const llvm::BranchInst &branch, const llvm::Loop &loop, const llvm::DominatorTree &tree) {
  for (const llvm::BasicBlock *b : loop.blocks())
    for (const llvm::Instruction &i : *b)
      if (copy_call(i) != CopyCall::None)
        for (unsigned k : {0u, 1u})
          if (tree.dominates(llvm::BasicBlockEdge(branch.getParent(), branch.getSuccessor(k)), b))
            return true;
  return false;
}

struct Plan {
  llvm::ICmpInst *test = nullptr;
  unsigned rounds = 0;
  bool outcome = false;
};

std::optional<Plan> plan_for(const llvm::Loop &loop, const llvm::DominatorTree &dominators) {
  unsigned size = 0;
  for (const llvm::BasicBlock *b : loop.blocks())
    size += static_cast<unsigned>(b->size());
  for (llvm::BasicBlock *b : loop.blocks()) {
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(b->getTerminator());
    auto *test = branch && branch->isConditional() ? llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition()) : nullptr;
    if (!test || !loop.contains(test) || loop.isLoopExiting(b) || branch->getSuccessor(0) == branch->getSuccessor(1))
      continue;
    llvm::Value *moved = nullptr;
    const llvm::APInt *by = nullptr;
    const bool offset = pm::match(test->getOperand(0), pm::m_Add(pm::m_Value(moved), pm::m_APInt(by)));
    auto *phi = llvm::dyn_cast<llvm::PHINode>(offset ? moved : test->getOperand(0));
    const auto c = phi ? counter(loop, dominators, *phi) : std::nullopt;
    if (!c || !decides_about_copies(*branch, loop, dominators))
      continue;
    const llvm::APInt distance = offset ? *by : llvm::APInt(c->start.getBitWidth(), 0);
    for (unsigned round = 0; round <= max_merged_rounds && round * size <= max_merged_size; ++round)
      if (const auto outcome = settled(*test, *c, distance, round))
        return Plan{test, round, *outcome};
  }
  return std::nullopt;
}

bool write_out_one(llvm::Function &function) {
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  for (llvm::Loop *loop : loops.getLoopsInPreorder()) {
    const auto plan = plan_for(*loop, dominators);
    if (!plan)
      continue;
    llvm::formLCSSA(*loop, dominators, &loops, nullptr);
    for (unsigned n = 0; n < plan->rounds; ++n)
      peel(*loop);
    auto *known = llvm::ConstantInt::getBool(function.getContext(), plan->outcome);
    plan->test->replaceUsesWithIf(known, [&](llvm::Use &u) {
      auto *user = llvm::dyn_cast<llvm::Instruction>(u.getUser());
      return user && loop->contains(user);
    });
    return true;
  }
  return false;
}

} // namespace

bool write_out_first_rounds(llvm::Function &function) {
  bool any = false;
  for (unsigned n = 0; n < max_merged_rounds && write_out_one(function); ++n, any = true)
    simplify(function);
  return any;
}

} // namespace lockstep::frontend
