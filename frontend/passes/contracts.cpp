// Annotations about a whole function, which the source writes in one place and which hold in others: postconditions
// become assertions in front of each return, and function-wide invariants become global invariants of each loop. Of a
// function whose own calls are inlined, before it is inlined itself.
//
// Sound because what an annotation computes has no effect, and is computed anew where it is asked, of the parameters as
// they were on entry; only the arguments of __old keep the values that they had where the source writes them, and these
// are values, not contents of memory that others see.
#include "frontend/passes/annotated.h"
#include "frontend/passes/initial_values.h"
#include "frontend/passes/passes.h"
#include "frontend/passes/steps.h"

#include "frontend/builtins/intrinsics.h"
#include "support/sound.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>

namespace lockstep::frontend {
namespace {

using llvm::Instruction;
using llvm::Value;

constexpr llvm::StringRef loop_mark = "lockstep.loop"; // at a loop's head, until what is inlined has loops, too

llvm::StringRef called(const Instruction &i) {
  auto *call = llvm::dyn_cast<llvm::CallInst>(&i);
  const llvm::Function *f = call ? call->getCalledFunction() : nullptr;
  return f ? f->getName() : llvm::StringRef();
}
bool is_ensures(const Instruction &i) {
  return called(i) == "__lockstep_ensures" || called(i) == "__lockstep_global_ensures" ||
         called(i) == "__lockstep_spec_ensures";
}
bool is_candidate(const Instruction &i) { return called(i) == "__lockstep_function_wide_candidate_invariant"; }
bool is_function_wide(const Instruction &i) {
  return called(i) == "__lockstep_function_wide_invariant" || is_candidate(i);
}
// In OpenCL they are overloaded, hence mangled.
bool is_result(const Instruction &i) { return called(i).contains("__lockstep_return_val_"); }
bool is_old(const Instruction &i) { return called(i).contains("__lockstep_old_"); }

// What is returned, also by a function that has become a kernel; null: nothing.
Value *result_of(const llvm::ReturnInst &ret) {
  for (const Instruction *i = ret.getPrevNode(); i && !ret.getReturnValue(); i = i->getPrevNode())
    if (auto *store = llvm::dyn_cast<llvm::StoreInst>(i); store && store->getMetadata(result_metadata))
      return const_cast<Value *>(store->getValueOperand());
  return ret.getReturnValue();
}

// An annotation in one block: from its begin to its end.
struct Contract {
  llvm::CallInst *says = nullptr;
  std::vector<Instruction *> region; // begin and end included
};

// Where parameters are put on entry, and by what.
llvm::DenseMap<const Value *, llvm::StoreInst *> parameters(llvm::Function &f) {
  llvm::DenseMap<const Value *, llvm::StoreInst *> out;
  for (Instruction &i : f.getEntryBlock())
    if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&i);
        store && llvm::isa<llvm::AllocaInst>(store->getPointerOperand())) {
      const Value *from = store->getValueOperand();
      if (auto *z = llvm::dyn_cast<llvm::ZExtInst>(from))
        from = z->getOperand(0);
      auto *arbitrary = llvm::dyn_cast<Instruction>(from);
      if (llvm::isa<llvm::Argument>(from) || (arbitrary && arbitrary->getMetadata(parameter_metadata)))
        out.try_emplace(store->getPointerOperand(), store);
    }
  return out;
}

class Placer {
public:
  explicit Placer(llvm::Function &f) : f_(f), parameters_(parameters(f)) {}

  void run() {
    for (Contract &c : contracts()) {
      if (c.region.empty()) {
        refuse(*c.says, "an annotation about a function with control flow inside");
        continue;
      }
      if (!(is_ensures(*c.says) ? ensures(c) : function_wide(c)))
        continue;
      std::erase(c.region, c.says);
      c.says->eraseFromParent();
      for (auto i = c.region.rbegin(); i != c.region.rend(); ++i)
        if ((*i)->use_empty())
          (*i)->eraseFromParent();
    }
  }

private:
  std::vector<Contract> contracts() {
    std::vector<Contract> out;
    for (Instruction &i : llvm::instructions(f_))
      if ((is_ensures(i) || is_function_wide(i)) && // one that is refused stays, to say so
          support::sound("contracts.refused", refusal(i).empty()))
        out.push_back({llvm::cast<llvm::CallInst>(&i), {}});
    for (Contract &c : out)
      find_region(c);
    return out;
  }

  static void find_region(Contract &c) {
    for (Instruction *begin = c.says; begin; begin = begin->getPrevNode())
      if (begins_region(*begin)) {
        c.region = straight_region(*begin);
        return;
      }
  }

  static bool give_up(Contract &c, const std::string &fault, support::Topic topic = support::Topic::Other) {
    refuse(*c.says, fault, topic);
    for (Instruction *i : c.region) // of which one would be refused before it
      if (is_result(*i) || is_old(*i))
        i->replaceAllUsesWith(llvm::UndefValue::get(i->getType()));
    std::erase_if(c.region, [](Instruction *i) {
      const bool goes = is_result(*i) || is_old(*i);
      if (goes)
        i->eraseFromParent();
      return goes;
    });
    return false;
  }

  // --- postconditions ---
  bool ensures(Contract &c) {
    llvm::DominatorTree dominators(f_);
    std::vector<llvm::ReturnInst *> returns;
    for (llvm::BasicBlock &b : f_)
      if (auto *ret = llvm::dyn_cast<llvm::ReturnInst>(b.getTerminator()))
        returns.push_back(ret);
    std::string fault = why_not(c, [](const Value &) { return false; });
    support::Topic topic = support::Topic::Other;
    for (const llvm::ReturnInst *ret : returns)
      if (!dominators.dominates(c.says, ret))
        fault = "a postcondition that does not stand at the beginning of its function";
    for (const Instruction *i : c.region)
      if (is_result(*i) && !std::all_of(returns.begin(), returns.end(), [&](const llvm::ReturnInst *ret) {
            const Value *result = result_of(*ret);
            return result && result->getType() == i->getType();
          })) {
        fault = "what stands for the function's result in its postcondition is of another type";
        topic = support::Topic::ResultType;
      }
    if (!fault.empty())
      return give_up(c, fault, topic);
    const bool global = called(*c.says) == "__lockstep_global_ensures";
    for (llvm::ReturnInst *ret : returns)
      copy(c, *ret, result_of(*ret),
           global                                         ? "__lockstep_global_owed"
           : called(*c.says) == "__lockstep_spec_ensures" ? "__lockstep_assume" // specified.cpp
                                                          : "__lockstep_assert");
    return true;
  }

  // --- invariants of all loops ---
  bool function_wide(Contract &c) {
    if (!stands_at_end(*c.region.back()))
      return give_up(c, "a function-wide invariant that does not stand at the end of its function");
    std::vector<const Instruction *> places{c.says};
    for (Instruction &i : llvm::instructions(f_))
      if (called(i) == loop_mark)
        places.push_back(&i);
    const llvm::DominatorTree dominators(f_);
    std::string fault = why_not(c, [&](const Value &local) { return settles(local, places, dominators); });
    for (const Instruction *i : c.region) {
      if (is_result(*i) || is_old(*i))
        fault = "a function-wide invariant with what is known on entry or at the end only";
      if (auto *load = llvm::dyn_cast<llvm::LoadInst>(i);
          load && entry_value(*load) && is_changed(*load->getPointerOperand(), *c.region[0]))
        fault = "a function-wide invariant about a parameter that the function changes";
    }
    if (!is_reducible(f_))
      fault = "a function-wide invariant of a loop with several entries";
    if (!fault.empty())
      return give_up(c, fault);
    for (Instruction &i : llvm::instructions(f_))
      if (called(i) == loop_mark)
        copy(c, i, nullptr,
             is_candidate(*c.says) ? "__lockstep_candidate_global_invariant" : "__lockstep_global_invariant");
    return true;
  }

  static bool stands_at_end(const Instruction &end) {
    const Instruction *i = end.getNextNode();
    while (i && (llvm::isa<llvm::DbgInfoIntrinsic>(i) || called(*i) == "__lockstep_spec_begin"))
      if (called(*i) == "__lockstep_spec_begin") // another annotation
        while (i && called(*i) != "__lockstep_spec_end")
          i = i->getNextNode();
      else
        i = i->getNextNode();
    if (i && called(*i) == "__lockstep_spec_end")
      return stands_at_end(*i);
    auto *jump = i ? llvm::dyn_cast<llvm::BranchInst>(i) : nullptr;
    if (jump && jump->isUnconditional())
      i = jump->getSuccessor(0)->getFirstNonPHIOrDbg();
    return i && llvm::isa<llvm::ReturnInst>(i) && (!jump || jump->getSuccessor(0)->hasNPredecessors(1));
  }

  // Without debug information the program's own stores have no place, either: then only what is known to be none of
  // them.
  bool makes_parameter(const Instruction &i) const {
    auto *store = llvm::dyn_cast<llvm::StoreInst>(&i);
    return support::left_out("contracts.places") || f_.getSubprogram() != nullptr ||
           (store && (parameters_.lookup(store->getPointerOperand()) == store ||
                      llvm::isa<llvm::FreezeInst>(store->getValueOperand())));
  }

  // Is something put there other than what it holds on entry, or may it be? What the compiler puts there has no place
  // in the source; before that it holds arbitrary bytes (passes/bytes.cpp).
  bool is_changed(const Value &pointer, const Instruction &begin) const {
    return std::any_of(pointer.user_begin(), pointer.user_end(), [&](const llvm::User *u) {
      auto *i = llvm::cast<Instruction>(u);
      if (llvm::isa<llvm::LoadInst, llvm::DbgInfoIntrinsic>(i))
        return false;
      if (llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst, llvm::BitCastInst>(i))
        return is_changed(*i, begin);
      const bool on_entry = makes_parameter(*i) && !i->getDebugLoc() && i->getParent() == &f_.getEntryBlock() &&
                            (i->getParent() != begin.getParent() || i->comesBefore(&begin));
      return !(on_entry && llvm::isa<llvm::StoreInst, llvm::MemIntrinsic>(i));
    });
  }

  // Has it its last value before each of the places is reached?
  static bool settles(const Value &pointer, const std::vector<const Instruction *> &places,
                      const llvm::DominatorTree &dominators) {
    return std::all_of(pointer.user_begin(), pointer.user_end(), [&](const llvm::User *u) {
      auto *i = llvm::cast<Instruction>(u);
      if (llvm::isa<llvm::LoadInst, llvm::DbgInfoIntrinsic>(i))
        return true;
      if (llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst, llvm::BitCastInst>(i))
        return settles(*i, places, dominators);
      auto *store = llvm::dyn_cast<llvm::StoreInst>(i);
      const bool into = store ? store->getPointerOperand() == &pointer : llvm::isa<llvm::MemIntrinsic>(i);
      return into && !in_cycle(*i->getParent()) &&
             std::all_of(places.begin(), places.end(),
                         [&](const Instruction *place) { return dominators.dominates(i, place); });
    });
  }

  // --- copies ---
  // The value on entry of the parameter that is loaded whole; null: it is none.
  Value *entry_value(const llvm::LoadInst &load) const {
    const auto p = parameters_.find(load.getPointerOperand());
    return support::unsound("contracts.parameters",
                            p != parameters_.end() && p->second->getValueOperand()->getType() == load.getType())
               ? p->second->getValueOperand()
               : nullptr;
  }

  // Why the annotation cannot be asked elsewhere; empty: it can. `same`: a local that changes, but is the same there.
  std::string why_not(const Contract &c, llvm::function_ref<bool(const Value &)> same) const {
    for (const Instruction *i : c.region) {
      if (is_old(*i) && reads_shared(llvm::cast<llvm::CallInst>(i)->getArgOperand(0)))
        return "what memory that threads share held on entry";
      auto *load = llvm::dyn_cast<llvm::LoadInst>(i);
      const bool known = load && entry_value(*load) &&
                         (f_.getSubprogram() != nullptr || !is_changed(*load->getPointerOperand(), *c.region[0]));
      if (!load || known)
        continue;
      const Value *base = llvm::getUnderlyingObject(load->getPointerOperand(), 0);
      auto *argument = llvm::dyn_cast<llvm::Argument>(base);
      if (support::unsound("contracts.members",
                           (llvm::isa<llvm::AllocaInst>(base) || (argument && argument->hasByValAttr())) &&
                               is_changed(*base, *c.region[0]) && !same(*base)))
        return "an annotation about a whole function with a local that the function changes";
    }
    return {};
  }

  // The annotation again, in front of `at`.
  void copy(const Contract &c, Instruction &at, Value *result, const char *as) {
    llvm::DenseMap<const Value *, Value *> now;
    for (Instruction *i : c.region) {
      if (is_result(*i)) {
        now[i] = result;
        continue;
      }
      if (is_old(*i)) {
        now[i] = llvm::cast<llvm::CallInst>(i)->getArgOperand(0);
        continue;
      }
      if (auto *load = llvm::dyn_cast<llvm::LoadInst>(i))
        if (Value *value = entry_value(*load)) {
          now[i] = value;
          continue;
        }
      Instruction *again = i->clone();
      for (llvm::Use &u : again->operands())
        if (auto p = now.find(u.get()); p != now.end())
          u.set(p->second);
      again->insertBefore(&at);
      now[i] = again;
      if (i == c.says) {
        llvm::FunctionCallee f = f_.getParent()->getOrInsertFunction(as, c.says->getFunctionType(),
                                                                     c.says->getCalledFunction()->getAttributes());
        llvm::cast<llvm::CallInst>(again)->setCalledFunction(f);
      }
    }
  }

  bool reads_shared(const Value *v) const {
    auto *i = llvm::dyn_cast<Instruction>(v);
    if (!i || llvm::isa<llvm::PHINode>(i))
      return i != nullptr;
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(i))
      return !llvm::isa<llvm::AllocaInst>(load->getPointerOperand());
    if (llvm::isa<llvm::CallBase>(i))
      return llvm::cast<llvm::CallBase>(i)->mayReadFromMemory();
    return std::any_of(i->op_begin(), i->op_end(), [&](const llvm::Use &u) { return reads_shared(u.get()); });
  }

  llvm::Function &f_;
  const llvm::DenseMap<const Value *, llvm::StoreInst *> parameters_;
};

} // namespace

void mark_own_loops(llvm::Function &function) {
  if (std::none_of(llvm::inst_begin(function), llvm::inst_end(function), is_function_wide))
    return;
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  llvm::FunctionCallee mark =
      function.getParent()->getOrInsertFunction(loop_mark, llvm::Type::getVoidTy(function.getContext()));
  for (llvm::Loop *l : loops.getLoopsInPreorder()) {
    Instruction &first = *l->getHeader()->getFirstInsertionPt();
    llvm::IRBuilder<>(&first).CreateCall(mark)->setDebugLoc(first.getDebugLoc());
  }
}

void place_contracts(llvm::Function &function) {
  const auto is_contract = [](const Instruction &i) { return is_ensures(i) || is_function_wide(i); };
  if (std::none_of(llvm::inst_begin(function), llvm::inst_end(function), is_contract))
    return;
  straighten_annotations(function);
  Placer(function).run();
  for (Instruction &i : llvm::make_early_inc_range(llvm::instructions(function)))
    if (called(i) == loop_mark)
      i.eraseFromParent();
}

} // namespace lockstep::frontend
