// Poison, in LLVM IR that somebody else has made, and perhaps optimised (docs/design.md 8.1): behind this step there is
// none. What remains is what the rest of the pipeline knows: operations marked nsw or nuw whose overflow is undefined
// where it happens, and arbitrary values.
//
//   - A mark stays where LLVM shows that the program is undefined if the operation gives poison: an address, a branch
//   or
//     a divisor that surely follows depends on it. That is the case of a loop's counter and of most indices.
//   - Else the operation may have been moved to where nobody needs it. What it gives becomes a choice: `ok` is
//   arbitrary,
//     the result is what the operation gives where `ok` holds, and arbitrary where it does not. What is computed from
//     it has an `ok` of its own, through phis and selections (`a && b` demands nothing of the `b` that is not
//     selected). Where an address, a branch or a divisor needs the value, `ok` is known to hold.
//   - Who may look at poison (freeze, what is stored or passed on) finds a value that is arbitrary and stays what it
//   is.
//   - Other marks (exact, disjoint, nneg, fast-math) are dropped. What they made may be poison, too, and so may what a
//     shift, a conversion or an operation on vectors gives: its lookers find any value.
//
// Sound because each execution in which nothing undefined happens is one of the executions of what is made here: where
// no operation overflows, or nobody needs what it gives, with `ok` chosen so; and an arbitrary value is all that can be
// found out about poison without being undefined. Choices that belong to no execution only add behaviour.
#include "frontend/builtins/declared.h"
#include "frontend/passes/passes.h"
#include "frontend/passes/steps.h"
#include "support/sound.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/Local.h"

#include <vector>

namespace lockstep::frontend {
namespace {

using llvm::Instruction;
using llvm::Value;

// Gives its arguments' function, and touches nothing.
bool is_pure_call(const Instruction &i) {
  auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&i);
  return call && call->doesNotAccessMemory() && !call->isConvergent() && !call->getType()->isVoidTy();
}

// nsw and nuw of whole numbers: what can be followed.
bool has_marks(const Instruction &i) {
  auto *o = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(&i);
  return o && i.getType()->isIntegerTy() && (o->hasNoSignedWrap() || o->hasNoUnsignedWrap());
}

bool shifts_too_far(const Instruction &i) {
  if (!i.isShift())
    return false;
  const llvm::KnownBits amount =
      llvm::computeKnownBits(i.getOperand(1), i.getDataLayout(), 0, nullptr, nullptr, nullptr, /*UseInstrInfo=*/false);
  return amount.getMaxValue().uge(i.getType()->getScalarSizeInBits());
}

// Poison that comes from nowhere, marks aside.
bool makes_poison(const Instruction &i) {
  const auto is_poison = [](const llvm::Use &u) {
    return llvm::isa<llvm::PoisonValue>(u.get()) && u->getType()->isSingleValueType() && !u->getType()->isVectorTy();
  };
  return llvm::isa<llvm::FPToSIInst, llvm::FPToUIInst>(i) || shifts_too_far(i) ||
         (llvm::isa<llvm::PHINode, llvm::SelectInst>(i) && llvm::any_of(i.operands(), is_poison));
}

// abs, ctlz, cttz that are poison for one argument.
bool has_flag_argument(const Instruction &i) {
  auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&i);
  if (!call)
    return false;
  const llvm::Intrinsic::ID id = call->getIntrinsicID();
  return (id == llvm::Intrinsic::abs || id == llvm::Intrinsic::ctlz || id == llvm::Intrinsic::cttz) &&
         !llvm::cast<llvm::Constant>(call->getArgOperand(1))->isNullValue();
}

bool is_followed(const Instruction &i) { // its result is made of its operands
  return !i.getType()->isVoidTy() && !llvm::isa<llvm::FreezeInst, llvm::AllocaInst>(i) && !i.mayReadOrWriteMemory() &&
         (!llvm::isa<llvm::CallBase>(i) || is_pure_call(i));
}

class Poison {
public:
  explicit Poison(llvm::Function &f) : f_(f) {}

  void settle() {
    drop_marks();
    spread();
    make_choices();
    make_phis();
    for (llvm::BasicBlock &b : f_)
      for (Instruction &i : b)
        if (followed_.contains(&i) && !llvm::isa<llvm::PHINode>(i))
          ok(&i);
    fill_phis();
    for (Instruction *i : instructions())
      use(*i);
    for (const auto &[value, fine] : ok_)
      dead_.push_back(fine);
    llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(dead_);
  }

private:
  std::vector<Instruction *> instructions() {
    std::vector<Instruction *> out;
    for (Instruction &i : llvm::instructions(f_))
      out.push_back(&i);
    return out;
  }

  // Marks that stay are of operations that are undefined if they overflow.
  void drop_marks() {
    std::vector<Instruction *> loose;
    for (Instruction &i : llvm::instructions(f_)) {
      const bool tells = i.hasPoisonGeneratingFlags() || has_flag_argument(i);
      if (support::unsound("poison.undefined", tells && !llvm::programUndefinedIfPoison(&i)))
        loose.push_back(&i);
      else if (makes_poison(i) && !llvm::programUndefinedIfPoison(&i)) {
        unknown_.insert(&i);
        i.setMetadata(unspecified_metadata, llvm::MDNode::get(i.getContext(), {}));
      }
    }
    for (Instruction *i : loose)
      if (has_marks(*i) && !shifts_too_far(*i)) {
        chosen_.push_back(i);
        followed_.insert(i);
      } else {
        i->dropPoisonGeneratingFlags();
        i->setMetadata(unspecified_metadata, llvm::MDNode::get(i->getContext(), {}));
        if (has_flag_argument(*i))
          i->setOperand(1, llvm::ConstantInt::getFalse(i->getContext()));
        if (!llvm::isa<llvm::GetElementPtrInst>(
                i)) // what an address is without the mark, it is with it, or is not used
          unknown_.insert(i);
      }
  }

  bool may_be_poison(const Value *v) const {
    auto *i = llvm::dyn_cast<Instruction>(v);
    return i && (followed_.contains(i) || unknown_.contains(i));
  }

  // Which values may be poison, and of which of them nothing is known.
  void spread() {
    bool stored = false;
    for (bool changed = true; changed;) {
      changed = false;
      for (Instruction &i : llvm::instructions(f_)) {
        const bool maybe = llvm::any_of(i.operands(), [&](const llvm::Use &u) { return may_be_poison(u.get()); });
        if (llvm::isa<llvm::StoreInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(i))
          stored = stored || may_be_poison(i.getOperand(llvm::isa<llvm::StoreInst>(i) ? 0 : i.getNumOperands() - 1));
        const bool loaded = stored && llvm::isa<llvm::LoadInst>(i); // two looks at poison find two values
        if (unknown_.contains(&i) || (!loaded && (!maybe || !is_followed(i))))
          continue;
        const bool unknown =
            loaded || !i.getType()->isSingleValueType() || i.getType()->isVectorTy() ||
            llvm::any_of(i.operands(), [&](const llvm::Use &u) {
              return llvm::isa<Instruction>(u.get()) && unknown_.contains(llvm::cast<Instruction>(u.get()));
            });
        if (unknown) {
          changed = unknown_.insert(&i).second;
          followed_.erase(&i);
        } else {
          changed = followed_.insert(&i).second || changed;
        }
      }
    }
    for (Instruction *i : chosen_) // of what comes from who knows where nothing is known either
      if (unknown_.contains(i))
        i->dropPoisonGeneratingFlags();
    llvm::erase_if(chosen_, [&](Instruction *i) { return unknown_.contains(i); });
  }

  static Value *arbitrary(llvm::IRBuilder<> &b, llvm::Type *type) {
    return b.Insert(new llvm::FreezeInst(llvm::UndefValue::get(type)));
  }

  // i; ok := any; any; r := ok ? i : any
  void make_choices() {
    for (Instruction *i : chosen_) {
      llvm::IRBuilder<> b(i->getNextNode());
      b.SetCurrentDebugLocation(i->getDebugLoc());
      Value *fine = arbitrary(b, b.getInt1Ty()), *any = arbitrary(b, i->getType());
      auto *select = b.Insert(llvm::SelectInst::Create(fine, any, any));
      select->takeName(i);
      i->replaceAllUsesWith(select);
      select->setTrueValue(i);
      i->setMetadata(lazy_metadata, llvm::MDNode::get(i->getContext(), {}));
      own_[select] = fine;
      followed_.erase(i);
      inner_[select] = i;
      followed_.insert(select);
    }
  }

  void make_phis() {
    for (llvm::BasicBlock &block : f_)
      for (llvm::PHINode &phi : block.phis())
        if (followed_.contains(&phi))
          phis_.push_back(&phi);
    for (llvm::PHINode *phi : phis_) {
      auto *fine = llvm::PHINode::Create(llvm::Type::getInt1Ty(f_.getContext()), phi->getNumIncomingValues(), "",
                                         phi->getIterator());
      fine->setDebugLoc(phi->getDebugLoc());
      ok_[phi] = fine;
    }
  }
  void fill_phis() {
    for (llvm::PHINode *phi : phis_)
      for (unsigned k = 0; k < phi->getNumIncomingValues(); ++k)
        llvm::cast<llvm::PHINode>(ok_[phi])->addIncoming(ok(phi->getIncomingValue(k)), phi->getIncomingBlock(k));
  }

  // That the value is no poison; true of what never is. Of values that are followed or are none.
  Value *ok(Value *v) {
    auto *i = llvm::dyn_cast<Instruction>(v);
    if (!i || !followed_.contains(i))
      return llvm::ConstantInt::getTrue(f_.getContext());
    if (auto known = ok_.find(i); known != ok_.end())
      return known->second;
    llvm::IRBuilder<> b(i->getNextNode());
    b.SetCurrentDebugLocation(i->getDebugLoc());
    Value *out = llvm::ConstantInt::getTrue(f_.getContext());
    auto also = [&](Value *x) { out = is_true(out) ? x : is_true(x) ? out : b.CreateAnd(out, x); };
    auto *select = llvm::dyn_cast<llvm::SelectInst>(i);
    if (const auto own = own_.find(i); own != own_.end()) {
      also(own->second);
      for (Value *operand : inner_[i]->operands())
        also(ok(operand));
    } else if (support::unsound("poison.selected", select)) {
      also(ok(select->getCondition()));
      Value *t = ok(select->getTrueValue()), *f = ok(select->getFalseValue());
      if (!is_true(t) || !is_true(f))
        also(b.CreateSelect(select->getCondition(), t, f));
    } else {
      for (Value *operand : i->operands())
        also(ok(operand));
    }
    return ok_[i] = out;
  }
  static bool is_true(const Value *v) {
    auto *c = llvm::dyn_cast<llvm::ConstantInt>(v);
    return c && c->isOne();
  }

  // Whoever looks at it finds a value that is fixed from then on.
  Value *looked_at(llvm::IRBuilder<> &b, Value *v) {
    if (support::sound("poison.looked_at", !may_be_poison(v) || v->getType()->isPtrOrPtrVectorTy()))
      return v;
    Value *any = arbitrary(b, v->getType());
    return unknown_.contains(llvm::cast<Instruction>(v)) ? any : b.CreateSelect(ok(v), v, any);
  }
  void look_at(Instruction &i, unsigned operand) {
    llvm::IRBuilder<> b(&i);
    b.SetCurrentDebugLocation(i.getDebugLoc());
    i.setOperand(operand, looked_at(b, i.getOperand(operand)));
  }

  // The program is undefined if the value is poison.
  void need(Instruction &i, Value *v) {
    Value *fine = ok(v);
    if (is_true(fine))
      return;
    llvm::IRBuilder<> b(&i);
    b.SetCurrentDebugLocation(i.getDebugLoc());
    llvm::FunctionCallee callee =
        f_.getParent()->getOrInsertFunction("__lockstep_no_poison", b.getVoidTy(), b.getInt1Ty());
    auto *function = llvm::cast<llvm::Function>(callee.getCallee());
    set_declared(*function, Declared::Lockstep);
    function->setDoesNotThrow();
    b.CreateCall(callee, {fine});
  }

  void use(Instruction &i) {
    if (auto *freeze = llvm::dyn_cast<llvm::FreezeInst>(&i)) {
      if (llvm::isa<llvm::UndefValue>(freeze->getOperand(0)))
        return;
      llvm::IRBuilder<> b(&i);
      b.SetCurrentDebugLocation(i.getDebugLoc());
      i.replaceAllUsesWith(looked_at(b, freeze->getOperand(0)));
      i.eraseFromParent();
    } else if (auto *branch = llvm::dyn_cast<llvm::BranchInst>(&i); branch && branch->isConditional()) {
      need(i, branch->getCondition());
    } else if (auto *choice = llvm::dyn_cast<llvm::SwitchInst>(&i)) {
      need(i, choice->getCondition());
    } else if (i.isIntDivRem()) {
      need(i, i.getOperand(1));
    } else if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&i)) {
      need(i, load->getPointerOperand());
    } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&i)) {
      need(i, store->getPointerOperand());
      look_at(i, 0);
    } else if (auto *update = llvm::dyn_cast<llvm::AtomicRMWInst>(&i)) {
      need(i, update->getPointerOperand());
      look_at(i, 1);
    } else if (auto *exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&i)) {
      need(i, exchange->getPointerOperand());
      look_at(i, 1);
      look_at(i, 2);
    } else if (auto *call = llvm::dyn_cast<llvm::CallBase>(&i); call && !is_pure_call(i)) {
      for (unsigned k = 0; k < call->arg_size(); ++k)
        if (!call->getArgOperand(k)->getType()->isMetadataTy())
          look_at(i, k);
    }
  }

  llvm::Function &f_;
  std::vector<Instruction *> chosen_; // marked operations whose overflow need not be undefined
  llvm::SmallPtrSet<const Instruction *, 32> followed_, unknown_; // may be poison: when is known, or not
  llvm::DenseMap<const Value *, Value *> ok_, own_;
  llvm::DenseMap<const Value *, Instruction *> inner_; // what the choice chooses
  std::vector<llvm::PHINode *> phis_;
  llvm::SmallVector<llvm::WeakTrackingVH, 16> dead_; // perhaps
};

} // namespace

void settle_poison(llvm::Function &kernel) { Poison(kernel).settle(); }

} // namespace lockstep::frontend
