// Small clean-up after inlining and SROA: values that are equal to constants or other values, branches on constants,
// unreachable and empty blocks. Less than LLVM's InstSimplify and SimplifyCFG on purpose: nothing is speculated, no
// undefined value is given a meaning, and what LLVM takes for granted is hidden from it (hidden.h).
//
// Sound in the presence of undef and poison because what computes with one gets a value of its own in its place first,
// of which LLVM knows nothing (`freeze undef`: any value, where it is read); no other operation on one is simplified,
// and no value is replaced by one. Else LLVM's folder takes it for what suits it (`zext undef` is 0), also through the
// operation that reads it: `icmp ugt (zext undef), 100` is false.
#include "frontend/passes/hidden.h"
#include "frontend/passes/steps.h"

#include "support/sound.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

namespace lockstep::frontend {
namespace {

namespace pm = llvm::PatternMatch;

bool is_undefined(const llvm::Value *v) { // or a part of it is
  if (llvm::isa<llvm::UndefValue>(v))
    return true;
  return llvm::isa<llvm::ConstantAggregate, llvm::ConstantExpr>(v) &&
         llvm::any_of(llvm::cast<llvm::User>(v)->operands(), [](const llvm::Use &u) { return is_undefined(u.get()); });
}

// A part of what it makes is undefined, or it reads something that is.
bool meets_undef(const llvm::Instruction &i) {
  auto *shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&i);
  if (!shuffle)
    return llvm::any_of(i.operands(), [](const llvm::Use &u) { return is_undefined(u.get()); });
  const int first =
      static_cast<int>(llvm::cast<llvm::FixedVectorType>(shuffle->getOperand(0)->getType())->getNumElements());
  return llvm::any_of(shuffle->getShuffleMask(), [&](int m) {
    return m == llvm::PoisonMaskElem || is_undefined(shuffle->getOperand(m < first ? 0 : 1));
  });
}

// Does it compute its result from its operands' values, whatever they are?
bool computes(const llvm::Instruction &i) {
  if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&i))
    return call->doesNotAccessMemory() && !call->getType()->isVoidTy();
  return llvm::isa<llvm::CastInst, llvm::BinaryOperator, llvm::UnaryOperator, llvm::CmpInst, llvm::SelectInst,
                   llvm::PHINode, llvm::GetElementPtrInst>(i);
}

bool holds_numbers(llvm::Type *type) { return type->isIntOrIntVectorTy() || type->isFPOrFPVectorTy(); }

bool is_poison(const llvm::Value *v) { // or a part of it is
  if (llvm::isa<llvm::PoisonValue>(v))
    return true;
  return llvm::isa<llvm::ConstantAggregate, llvm::ConstantExpr>(v) &&
         llvm::any_of(llvm::cast<llvm::User>(v)->operands(), [](const llvm::Use &u) { return is_poison(u.get()); });
}

// Is what it computes poison, since an operand is? Not where the operand may be one that is not chosen. Calls at which
// threads of a warp meet stay.
bool computes_poison(const llvm::Instruction &i) {
  auto *call = llvm::dyn_cast<llvm::CallBase>(&i);
  if (llvm::isa<llvm::PHINode>(i) || (call && call->isConvergent()))
    return false;
  if (auto *select = llvm::dyn_cast<llvm::SelectInst>(&i))
    return is_poison(select->getCondition());
  return llvm::any_of(i.operands(), [](const llvm::Use &u) { return is_poison(u.get()); });
}

// Where an operation reads what is undefined, it reads a value of its own instead; poison makes all that is computed
// from it any value. True if there was any.
bool give_values(llvm::Function &function) {
  bool any = false;
  for (llvm::BasicBlock &b : function)
    for (llvm::Instruction &i : llvm::make_early_inc_range(b)) {
      if (support::sound("simplify.undefined", !computes(i)))
        continue;
      if (holds_numbers(i.getType()) && computes_poison(i)) {
        auto *value = new llvm::FreezeInst(llvm::UndefValue::get(i.getType()), "", i.getIterator());
        value->setDebugLoc(i.getDebugLoc());
        i.replaceAllUsesWith(value);
        i.eraseFromParent();
        any = true;
        continue;
      }
      for (llvm::Use &u : i.operands()) {
        if (!holds_numbers(u->getType()) || !is_undefined(u.get()))
          continue;
        auto *phi = llvm::dyn_cast<llvm::PHINode>(&i);
        llvm::Instruction *before = phi != nullptr ? phi->getIncomingBlock(u)->getTerminator() : &i;
        auto *value = new llvm::FreezeInst(u.get(), "", before->getIterator());
        value->setDebugLoc(i.getDebugLoc());
        if (phi != nullptr) // from one block comes one value, on however many edges
          phi->setIncomingValueForBlock(phi->getIncomingBlock(u), value);
        else
          u.set(value);
        any = true;
      }
    }
  return any;
}

// The bits [low, low + width) of an integer, where they are a value that is there already; else nullptr. What a word
// holds of a byte that was put into it.
llvm::Value *bits_of(llvm::Value *v, unsigned low, unsigned width, unsigned depth = 0) {
  auto *type = llvm::dyn_cast<llvm::IntegerType>(v->getType());
  if (!type || depth > 12)
    return nullptr;
  const unsigned all = type->getBitWidth();
  if (low == 0 && width == all)
    return v;
  if (auto *c = llvm::dyn_cast<llvm::ConstantInt>(v))
    return llvm::ConstantInt::get(v->getContext(), c->getValue().extractBits(width, low));
  llvm::Value *x = nullptr, *y = nullptr;
  const llvm::APInt *k = nullptr;
  auto nothing = [&] { return llvm::ConstantInt::get(v->getContext(), llvm::APInt::getZero(width)); };
  if (pm::match(v, pm::m_ZExt(pm::m_Value(x)))) {
    const unsigned inner = x->getType()->getScalarSizeInBits();
    return low >= inner ? nothing() : low + width <= inner ? bits_of(x, low, width, depth + 1) : nullptr;
  }
  if (pm::match(v, pm::m_Trunc(pm::m_Value(x))))
    return bits_of(x, low, width, depth + 1);
  if (pm::match(v, pm::m_Shl(pm::m_Value(x), pm::m_APInt(k))) && k->ult(all)) {
    const unsigned by = static_cast<unsigned>(k->getZExtValue());
    return low >= by ? bits_of(x, low - by, width, depth + 1) : low + width <= by ? nothing() : nullptr;
  }
  if (pm::match(v, pm::m_LShr(pm::m_Value(x), pm::m_APInt(k))) && k->ult(all)) {
    const unsigned by = static_cast<unsigned>(k->getZExtValue());
    return low + by >= all ? nothing() : low + width + by <= all ? bits_of(x, low + by, width, depth + 1) : nullptr;
  }
  if (pm::match(v, pm::m_And(pm::m_Value(x), pm::m_APInt(k)))) {
    const llvm::APInt mask = k->extractBits(width, low);
    return mask.isZero() ? nothing() : mask.isAllOnes() ? bits_of(x, low, width, depth + 1) : nullptr;
  }
  if (pm::match(v, pm::m_Or(pm::m_Value(x), pm::m_Value(y)))) {
    llvm::Value *a = bits_of(x, low, width, depth + 1), *b = bits_of(y, low, width, depth + 1);
    if (a && pm::match(a, pm::m_Zero()))
      return b;
    return b && pm::match(b, pm::m_Zero()) ? a : nullptr;
  }
  return nullptr;
}

llvm::Value *narrowed(llvm::Instruction &i) {
  auto *trunc = llvm::dyn_cast<llvm::TruncInst>(&i);
  return trunc && trunc->getType()->isIntegerTy()
             ? bits_of(trunc->getOperand(0), 0, trunc->getType()->getIntegerBitWidth())
             : nullptr;
}

// Annotations may be about threads that do not come there: what a branch around one says is not known in it; nor
// where one is about two threads, anywhere in the function, since it may read what a call around it has passed. Sound
// because the entry's first instruction has no branch in front of it.
llvm::SimplifyQuery knowing_no_branch(const llvm::SimplifyQuery &query, llvm::Function &function) {
  return query.getWithInstruction(&function.getEntryBlock().front());
}

bool simplify_values(llvm::Function &function) {
  llvm::SimplifyQuery query(function.getDataLayout(), /*TLI=*/nullptr, /*DT=*/nullptr, /*AC=*/nullptr, /*CXTI=*/nullptr,
                            /*UseInstrInfo=*/false, /*CanUseUndef=*/false);
  bool any = false;
  bool of_two = false;
  for (llvm::Instruction &i : llvm::instructions(function))
    of_two = of_two || speaks_of_two(i);
  for (bool changed = true; changed;) {
    changed = false;
    for (llvm::BasicBlock &b : function) {
      int annotations = 0;
      for (llvm::Instruction &i : llvm::make_early_inc_range(b)) {
        annotations += begins_region(i) ? 1 : ends_region(i) ? -1 : 0;
        if (llvm::isInstructionTriviallyDead(&i)) {
          llvm::salvageDebugInfo(i);
          i.eraseFromParent();
          changed = true;
          continue;
        }
        if (i.use_empty() || llvm::isa<llvm::FreezeInst>(i) || support::unsound("simplify.undefined", meets_undef(i)))
          continue;
        const bool of_others = support::unsound("simplify.annotations", annotations > 0 || of_two);
        llvm::Value *same = llvm::simplifyInstruction(&i, of_others ? knowing_no_branch(query, function) : query);
        if (!same)
          same = narrowed(i);
        if (same && same != &i && !is_undefined(same)) {
          i.replaceAllUsesWith(same);
          changed = true;
        }
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
  return &*b.getFirstNonPHIOrDbg() == branch && branch->getSuccessor(0) != &b &&
         !headers.contains(branch->getSuccessor(0));
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
  bool any = give_values(function);
  const Hidden hidden(function);
  while (simplify_values(function) | simplify_blocks(function))
    any = true;
  return any;
}

} // namespace lockstep::frontend
