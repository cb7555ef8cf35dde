// Cycles of values: see recurrences.h.
#include "frontend/llvm/recurrences.h"

#include "support/sound.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DataLayout.h"

#include <algorithm>
#include <map>
#include <set>

namespace lockstep::frontend {

namespace {

constexpr std::size_t longest = 32, most_variables = 8;
constexpr unsigned max_depth = 24;

// The values of one round, from those at its head.
class Round {
public:
  using Known = std::map<const llvm::Value *, llvm::Constant *>;
  Round(const llvm::Loop &loop, Known at_head) : loop_(loop), known_(std::move(at_head)) {}

  llvm::Constant *value(llvm::Value *v, unsigned depth = 0) { // null: not known
    if (auto *c = llvm::dyn_cast<llvm::ConstantInt>(v))
      return c;
    auto *i = llvm::dyn_cast<llvm::Instruction>(v);
    if (!i || !loop_.contains(i) || !v->getType()->isIntegerTy() || depth > max_depth)
      return nullptr;
    if (const auto it = known_.find(v); it != known_.end())
      return it->second;
    llvm::Constant *out = i->getParent() == loop_.getHeader() && llvm::isa<llvm::PHINode>(i) ? nullptr : of(*i, depth);
    out = llvm::dyn_cast_or_null<llvm::ConstantInt>(out);
    known_[v] = out;
    return out;
  }

private:
  llvm::Constant *of(llvm::Instruction &i, unsigned depth) {
    llvm::Value *if_true = nullptr, *if_false = nullptr;
    if (llvm::Value *test = choice(i, if_true, if_false)) {
      llvm::Constant *c = value(test, depth + 1);
      return c ? value(c->isOneValue() ? if_true : if_false, depth + 1) : nullptr;
    }
    const llvm::DataLayout &layout = i.getDataLayout();
    std::vector<llvm::Constant *> args;
    if (!llvm::isa<llvm::BinaryOperator>(i) && !llvm::isa<llvm::CastInst>(i) && !llvm::isa<llvm::ICmpInst>(i))
      return nullptr;
    for (llvm::Value *operand : i.operands())
      if (llvm::Constant *c = value(operand, depth + 1))
        args.push_back(c);
      else
        return nullptr;
    if (auto *test = llvm::dyn_cast<llvm::ICmpInst>(&i))
      return llvm::ConstantFoldCompareInstOperands(test->getPredicate(), args[0], args[1], layout);
    if (llvm::isa<llvm::CastInst>(i))
      return llvm::ConstantFoldCastOperand(i.getOpcode(), args[0], i.getType(), layout);
    return llvm::ConstantFoldBinaryOpOperands(i.getOpcode(), args[0], args[1], layout);
  }

  const llvm::Loop &loop_;
  Known known_;
};

// The variables of the head that a value is computed from, in the same round.
void needed(const llvm::Value *v, const llvm::Loop &l, std::vector<const llvm::PHINode *> &out,
            std::set<const llvm::Value *> &seen) {
  auto *i = llvm::dyn_cast<llvm::Instruction>(v);
  if (!i || !l.contains(i) || !seen.insert(v).second)
    return;
  auto *phi = llvm::dyn_cast<llvm::PHINode>(i);
  if (phi && phi->getParent() == l.getHeader()) {
    if (std::find(out.begin(), out.end(), phi) == out.end())
      out.push_back(phi);
    return;
  }
  llvm::Value *if_true = nullptr, *if_false = nullptr;
  if (phi)
    if (llvm::Value *test = choice(*const_cast<llvm::Instruction *>(i), if_true, if_false))
      needed(test, l, out, seen);
  for (const llvm::Value *operand : i->operands())
    needed(operand, l, out, seen);
}

} // namespace

llvm::Value *choice(llvm::Value &v, llvm::Value *&if_true, llvm::Value *&if_false) {
  if (auto *s = llvm::dyn_cast<llvm::SelectInst>(&v)) {
    if_true = s->getTrueValue();
    if_false = s->getFalseValue();
    return s->getCondition();
  }
  auto *phi = llvm::dyn_cast<llvm::PHINode>(&v);
  if (!phi || phi->getNumIncomingValues() != 2)
    return nullptr;
  const llvm::BranchInst *branch = nullptr;
  for (unsigned k = 0; k < 2; ++k) {
    const llvm::BasicBlock *way = phi->getIncomingBlock(k), *to = phi->getParent();
    auto *last = llvm::dyn_cast<llvm::BranchInst>(way->getTerminator());
    if (last && last->isUnconditional() && way->getSinglePredecessor()) {
      to = way;
      last = llvm::dyn_cast<llvm::BranchInst>(way->getSinglePredecessor()->getTerminator());
    }
    if (!last || !last->isConditional() || last->getSuccessor(0) == last->getSuccessor(1) || (k != 0 && last != branch))
      return nullptr;
    branch = last;
    (last->getSuccessor(0) == to ? if_true : if_false) = phi->getIncomingValue(k);
  }
  return if_true && if_false ? branch->getCondition() : nullptr;
}

std::optional<Cycle> cycle_of(const llvm::PHINode &phi, const llvm::Loop &l) {
  const llvm::BasicBlock *from = l.getLoopPredecessor(), *latch = l.getLoopLatch();
  if (!from || !latch || phi.getParent() != l.getHeader() || !phi.getType()->isIntegerTy())
    return std::nullopt;
  Cycle out;
  out.phis.push_back(&phi);
  std::vector<llvm::APInt> now;
  for (std::size_t k = 0; k < out.phis.size(); ++k) { // grows
    auto *start = llvm::dyn_cast<llvm::ConstantInt>(out.phis[k]->getIncomingValueForBlock(from));
    if (!start || start->getBitWidth() > 64 || out.phis.size() > most_variables)
      return std::nullopt;
    now.push_back(start->getValue());
    std::set<const llvm::Value *> seen;
    needed(out.phis[k]->getIncomingValueForBlock(latch), l, out.phis, seen);
  }
  while (std::find(out.rounds.begin(), out.rounds.end(), now) == out.rounds.end()) {
    if (out.rounds.size() == longest)
      return std::nullopt;
    out.rounds.push_back(now);
    Round::Known known;
    for (std::size_t k = 0; k < now.size(); ++k)
      known[out.phis[k]] = llvm::ConstantInt::get(phi.getContext(), now[k]);
    Round round(l, std::move(known));
    std::vector<llvm::APInt> next;
    for (const llvm::PHINode *p : out.phis) {
      auto *v = llvm::dyn_cast_or_null<llvm::ConstantInt>(round.value(p->getIncomingValueForBlock(latch)));
      if (!v)
        return std::nullopt;
      next.push_back(v->getValue());
    }
    now = std::move(next);
  }
  if (support::unsound("copies.cycle", now != out.rounds.front()))
    return std::nullopt;
  return out;
}

} // namespace lockstep::frontend
