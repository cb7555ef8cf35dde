// What annotations about two threads say of local variables. A thread that does not execute the annotation waits
// elsewhere, with what its variables hold there; in SSA form that is not the value which the variable has where the
// annotation stands. So a local that such an annotation reads gets a second variable, the *held* one, which every store
// to the local sets as well and which the annotation reads instead:
//
//     store 1, x                        store 1, x;  hold(x, 1)
//     begin; load x ... end      ==>    is_held(load x == held(x));  begin; held(x) ... end
//
// Sound because the local's address is used by these loads and stores alone, so that the held variable is the local's
// value in each thread at any time. Where every thread executes the annotation exactly once nobody waits, and nothing
// is to be done; likewise for a local that is stored to only in such places, in front of the annotation. What else an
// annotation elsewhere may be made of is the same for a thread wherever it waits: constants, parameters, what is
// computed where all threads pass, what calls pass that is computed of these, and contents of memory that threads
// share. Everything else is refused.
#include "frontend/passes/initial_values.h"
#include "frontend/passes/steps.h"

#include "frontend/builtins/declared.h"
#include "frontend/builtins/intrinsics.h"
#include "support/sound.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>
#include <map>

namespace lockstep::frontend {
namespace {

using llvm::Instruction;
using llvm::Value;

bool is_debug(const Instruction &i) { return llvm::isa<llvm::DbgInfoIntrinsic>(i) || i.isLifetimeStartOrEnd(); }

constexpr const char *seen_mark = "lockstep.seen"; // of an annotation that was there when locals were held

// Does the region claim something of two threads? One whose statement is not asked for claims nothing.
bool claims_of_two(const std::vector<Instruction *> &region) {
  return statement_of(region) &&
         std::any_of(region.begin(), region.end(), [](Instruction *i) { return speaks_of_two(*i); });
}

class Holder {
public:
  explicit Holder(llvm::Function &kernel)
      : kernel_(kernel), dominators_(kernel), post_dominators_(kernel),
        may_end_(std::any_of(llvm::inst_begin(kernel), llvm::inst_end(kernel), goes_somewhere)) {}

  void run() {
    std::vector<Instruction *> begins;
    for (Instruction &i : llvm::instructions(kernel_)) {
      if (begins_region(i))
        begins.push_back(&i);
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(&i); // of a module that these passes have made
          call && call->getCalledFunction() && call->getCalledFunction()->getName().starts_with("__lockstep_hold_"))
        if (auto *number = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0)))
          last_number_ = std::max(last_number_, number->getZExtValue());
    }
    for (Instruction *begin : begins) {
      const std::vector<Instruction *> region = straight_region(*begin);
      begin->setMetadata(seen_mark, llvm::MDNode::get(kernel_.getContext(), {}));
      if (claims_of_two(region) && !all_pass(*begin->getParent()))
        settle(region);
    }
  }

private:
  // A call whose function is not known yet: the thread may end there.
  static bool goes_somewhere(const Instruction &i) {
    auto *call = llvm::dyn_cast<llvm::CallBase>(&i);
    return call && !call->isInlineAsm() &&
           !llvm::isa<llvm::Function>(call->getCalledOperand()->stripPointerCastsAndAliases());
  }

  // Each thread executes it exactly once.
  bool all_pass(const llvm::BasicBlock &b) const {
    return support::left_out("held.all_pass") ||
           (!may_end_ && post_dominators_.dominates(&b, &kernel_.getEntryBlock()) && !in_cycle(b));
  }

  void settle(const std::vector<Instruction *> &region) {
    Instruction &begin = *region.front();
    llvm::MapVector<llvm::AllocaInst *, std::vector<llvm::LoadInst *>> held;
    for (Instruction *i : region) {
      auto *load = llvm::dyn_cast<llvm::LoadInst>(i);
      for (const llvm::Use &u : i->operands())
        if (auto *from = llvm::dyn_cast<Instruction>(u.get());
            from && std::find(region.begin(), region.end(), from) == region.end() &&
            support::unsound("held.outside", !is_known_to_all(*from, begin)))
          return refuse(*statement_of(region),
                        "an annotation about two threads with a value that not every thread has computed");
      if (!load)
        continue;
      auto *local = llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand());
      if (local && !stays(*local, begin)) {
        if (!can_be_held(*local, *load))
          return refuse(*statement_of(region),
                        "an annotation about two threads with a local that changes and is no integer, or whose "
                        "address is taken");
        held[local].push_back(load);
      } else if (!local && !is_shared_or_stays(*load->getPointerOperand(), begin)) {
        return refuse(*statement_of(region),
                      "an annotation about two threads with a part of a local that changes, or with what a "
                      "pointer of unknown origin leads to");
      }
    }
    for (auto &[local, loads] : held)
      read_held(*local, loads, begin);
  }

  // Is it, wherever a thread waits, what the thread would compute for it here?
  bool is_known_to_all(const Value &v, const Instruction &begin) const {
    auto *i = llvm::dyn_cast<Instruction>(&v);
    if (!i || llvm::isa<llvm::AllocaInst>(i) || all_pass(*i->getParent()))
      return true;
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(i)) {
      auto *local = llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand());
      return local && stays(*local, begin);
    }
    return llvm::isa<llvm::CastInst, llvm::BinaryOperator, llvm::CmpInst, llvm::SelectInst, llvm::GetElementPtrInst>(
               i) &&
           std::all_of(i->op_begin(), i->op_end(),
                       [&](const llvm::Use &u) { return is_known_to_all(*u.get(), begin); });
  }

  // A parameter of a function that is called in a branch or a loop, and does not change there, is what the call would
  // pass: to those that make it later, or not at all, as well.
  bool is_passed(const llvm::AllocaInst &local, const Instruction &begin) const {
    const auto declares = llvm::findDVRDeclares(const_cast<llvm::AllocaInst *>(&local));
    if (declares.empty() || !declares.front()->getVariable()->isParameter())
      return false;
    const llvm::StoreInst *passed = nullptr;
    for (const llvm::User *u : local.users()) {
      auto *store = llvm::dyn_cast<llvm::StoreInst>(u);
      if (llvm::isa<llvm::LoadInst>(u) || is_debug(*llvm::cast<Instruction>(u)))
        continue;
      if (!store || store->getPointerOperand() != &local)
        return false;
      if (is_any_value(*store->getValueOperand()))
        continue;
      if (passed)
        return false;
      passed = store;
    }
    return passed && dominators_.dominates(passed, &begin) && is_known_to_all(*passed->getValueOperand(), begin);
  }

  // Every store to it, or to a part of it, is passed by all threads, in front of the annotation.
  bool stays(const Value &pointer, const Instruction &begin) const {
    if (auto *local = llvm::dyn_cast<llvm::AllocaInst>(&pointer); local && is_passed(*local, begin))
      return true;
    return std::all_of(pointer.user_begin(), pointer.user_end(), [&](const llvm::User *u) {
      auto *i = llvm::cast<Instruction>(u);
      if (llvm::isa<llvm::LoadInst>(i) || is_debug(*i))
        return true;
      if (llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst, llvm::BitCastInst>(i))
        return stays(*i, begin);
      auto *store = llvm::dyn_cast<llvm::StoreInst>(i);
      auto *into = llvm::dyn_cast<llvm::MemIntrinsic>(i);
      const Value *to = store ? store->getPointerOperand() : into ? into->getRawDest() : nullptr;
      return to == &pointer && all_pass(*i->getParent()) && dominators_.dominates(i, &begin);
    });
  }

  bool is_shared_or_stays(const Value &pointer, const Instruction &begin) const {
    const Value *base = llvm::getUnderlyingObject(&pointer, 0);
    if (auto *a = llvm::dyn_cast<llvm::Argument>(base))
      return !a->hasByValAttr() || stays(*a, begin);
    if (auto *g = llvm::dyn_cast<llvm::GlobalVariable>(base))
      return g->isConstant() || g->getAddressSpace() != 0 || kernel_.getParent()->getTargetTriple().starts_with("nv") ||
             kernel_.getParent()->getTargetTriple().starts_with("amdgcn");
    if (auto *local = llvm::dyn_cast<llvm::AllocaInst>(base))
      return stays(*local, begin);
    auto *load = llvm::dyn_cast<llvm::LoadInst>(base); // a pointer that is kept in a local
    auto *local = load ? llvm::dyn_cast<llvm::AllocaInst>(load->getPointerOperand()) : nullptr;
    if (!local || !stays(*local, begin))
      return false;
    for (const llvm::User *u : local->users())
      if (auto *store = llvm::dyn_cast<llvm::StoreInst>(u);
          store && !is_any_value(*store->getValueOperand()) && !is_shared_or_stays(*store->getValueOperand(), begin))
        return false;
    return true;
  }

  static bool is_any_value(const Value &v) {
    auto *f = llvm::dyn_cast<llvm::FreezeInst>(&v);
    return llvm::isa<llvm::UndefValue>(v) || (f && llvm::isa<llvm::UndefValue>(f->getOperand(0)));
  }

  static bool can_be_held(const llvm::AllocaInst &local, const llvm::LoadInst &load) {
    llvm::Type *type = local.getAllocatedType();
    if (!type->isIntegerTy() || type->getIntegerBitWidth() > 64 || local.isArrayAllocation() || load.getType() != type)
      return false;
    return std::all_of(local.user_begin(), local.user_end(), [&](const llvm::User *u) {
      auto *i = llvm::cast<Instruction>(u);
      auto *store = llvm::dyn_cast<llvm::StoreInst>(i);
      return is_debug(*i) || (llvm::isa<llvm::LoadInst>(i) && i->getType() == type) ||
             support::sound("held.stores", store && store->getPointerOperand() == &local &&
                                               store->getValueOperand()->getType() == type);
    });
  }

  llvm::CallInst *call(llvm::IRBuilder<> &b, const std::string &name, llvm::Type *gives, llvm::ArrayRef<Value *> args) {
    std::vector<llvm::Type *> types;
    for (Value *v : args)
      types.push_back(v->getType());
    llvm::FunctionCallee f =
        kernel_.getParent()->getOrInsertFunction(name, llvm::FunctionType::get(gives, types, false));
    auto *made = llvm::cast<llvm::Function>(f.getCallee());
    set_declared(*made, Declared::Lockstep);
    made->setDoesNotThrow();
    if (!gives->isVoidTy())
      made->setMemoryEffects(llvm::MemoryEffects::inaccessibleMemOnly(llvm::ModRefInfo::Ref));
    return b.CreateCall(f, args);
  }

  // The number under which the local is held; new ones are held from now on.
  llvm::ConstantInt *number_of(llvm::AllocaInst &local) {
    llvm::Type *type = local.getAllocatedType();
    auto *i32 = llvm::Type::getInt32Ty(kernel_.getContext());
    const auto [known, fresh] = numbers_.try_emplace(&local, nullptr);
    if (!fresh)
      return known->second;
    known->second = llvm::ConstantInt::get(i32, ++last_number_);
    std::vector<llvm::StoreInst *> stores;
    for (llvm::User *u : local.users())
      if (auto *store = llvm::dyn_cast<llvm::StoreInst>(u))
        stores.push_back(store);
    for (llvm::StoreInst *store : stores) {
      llvm::IRBuilder<> b(store->getNextNode());
      b.SetCurrentDebugLocation(store->getDebugLoc());
      call(b, "__lockstep_hold_i" + std::to_string(type->getIntegerBitWidth()), b.getVoidTy(),
           {known->second, store->getValueOperand()});
    }
    return known->second;
  }

  void read_held(llvm::AllocaInst &local, const std::vector<llvm::LoadInst *> &loads, Instruction &begin) {
    llvm::Type *type = local.getAllocatedType();
    llvm::ConstantInt *number = number_of(local);
    const std::string name = "__lockstep_held_i" + std::to_string(type->getIntegerBitWidth());
    llvm::IRBuilder<> b(&begin);
    b.SetCurrentDebugLocation(begin.getDebugLoc());
    Value *own = b.CreateLoad(type, &local);
    call(b, "__lockstep_is_held", b.getVoidTy(), {b.CreateICmpEQ(own, call(b, name, type, {number}))});
    for (llvm::LoadInst *load : loads) {
      b.SetInsertPoint(load);
      load->replaceAllUsesWith(call(b, name, type, {number}));
      load->eraseFromParent();
    }
  }

  llvm::Function &kernel_;
  llvm::DominatorTree dominators_;
  llvm::PostDominatorTree post_dominators_;
  const bool may_end_;
  std::map<const llvm::AllocaInst *, llvm::ConstantInt *> numbers_;
  std::uint64_t last_number_ = 0;
};

} // namespace

bool speaks_of_two(const Instruction &i) {
  auto *call = llvm::dyn_cast<llvm::CallInst>(&i);
  const llvm::Function *f = call ? call->getCalledFunction() : nullptr;
  if (!f || !f->isDeclaration() || !f->getName().contains("__lockstep_"))
    return false;
  const std::string name = demangle_symbol(f->getName()).name;
  const auto begins = [&](std::string_view with) { return name.starts_with(with); };
  return begins("__lockstep_other_") || begins("__lockstep_uniform_") || begins("__lockstep_distinct_") ||
         begins("__lockstep_global_") || name == "__lockstep_all" || name == "__lockstep_exclusive";
}

void refuse_late_annotations(llvm::Function &kernel) {
  for (Instruction &i : llvm::instructions(kernel)) {
    if (!begins_region(i))
      continue;
    const bool seen = i.getMetadata(seen_mark) != nullptr;
    i.setMetadata(seen_mark, nullptr);
    const std::vector<Instruction *> region = straight_region(i);
    if (support::unsound("held.late", !seen && claims_of_two(region)))
      refuse(*statement_of(region), "an annotation about two threads in a function that is called through a pointer");
  }
}

// __dominator_enabled at a loop's head: has the thread come to the loop, and not gone on behind it? A local says so,
// which is set on the way into the loop and on the ways out. Sound because it is a variable of the program like any
// other, which the annotation reads: a thread that waits for those in the loop has not come to the ways out.
static void note_who_entered(llvm::Function &kernel) {
  std::vector<llvm::CallInst *> asked;
  for (Instruction &i : llvm::instructions(kernel))
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(&i);
        call && call->getCalledFunction() && call->getCalledFunction()->isDeclaration() &&
        call->getCalledFunction()->getName().contains("__lockstep_dominator_enabled"))
      asked.push_back(call);
  if (asked.empty())
    return;
  straighten_annotations(kernel);
  llvm::DominatorTree dominators(kernel);
  llvm::LoopInfo loops(dominators);
  llvm::Type *i32 = llvm::Type::getInt32Ty(kernel.getContext());
  std::map<const llvm::Loop *, llvm::AllocaInst *> noted;
  const auto set = [&](Instruction &before, llvm::AllocaInst *local, unsigned value) {
    llvm::IRBuilder<> b(&before);
    b.SetCurrentDebugLocation(before.getDebugLoc());
    b.CreateStore(llvm::ConstantInt::get(i32, value), local);
  };
  for (llvm::CallInst *call : asked) {
    llvm::BasicBlock *head = call->getParent();
    const llvm::Loop *loop = loops.getLoopFor(head);
    if (!loop || loop->getHeader() != head) {
      refuse(*call, "'__dominator_enabled' that does not stand at the head of a loop");
      continue;
    }
    llvm::AllocaInst *&local = noted[loop];
    if (!local) {
      llvm::BasicBlock &entry = kernel.getEntryBlock();
      local = llvm::IRBuilder<>(&entry, entry.begin()).CreateAlloca(i32);
      set(*entry.getFirstNonPHIOrDbgOrAlloca(), local, 0);
      for (llvm::BasicBlock *before : llvm::predecessors(head))
        if (!loop->contains(before))
          set(*before->getTerminator(), local, 1);
      llvm::SmallVector<llvm::BasicBlock *, 4> behind;
      loop->getUniqueExitBlocks(behind);
      for (llvm::BasicBlock *b : behind)
        set(*b->getFirstInsertionPt(), local, 0);
    }
    llvm::IRBuilder<> b(call);
    b.SetCurrentDebugLocation(call->getDebugLoc());
    Value *entered = b.CreateICmpNE(b.CreateLoad(i32, local), llvm::ConstantInt::get(i32, 0));
    call->replaceAllUsesWith(b.CreateZExtOrTrunc(entered, call->getType()));
    call->eraseFromParent();
  }
}

void hold_locals(llvm::Function &kernel) {
  note_who_entered(kernel);
  if (std::none_of(llvm::inst_begin(kernel), llvm::inst_end(kernel), speaks_of_two))
    return;
  straighten_annotations(kernel);
  Holder(kernel).run();
}

} // namespace lockstep::frontend
