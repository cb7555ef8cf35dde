// Functions that their specification stands for: `__spec_NAME` with a body of annotations only. What a caller owes is
// checked; then each pointer of __writes_to (__reads_from) is accessed at any cells, any number of times; at last what
// __ensures says of values is assumed, and any value is returned.
//
//     __ensures(__write_implies(p, E(__write_offset_bytes(p))))      while (any) { i = any; assume E(offset of p[i]);
//     __writes_to(p)                                           ==>                 p[i] = any; }
//
// Sound because whatever a function does that has the specification is one of these accesses after the other, each of
// one cell, and each fits what __ensures says of every access; the loop is one that the source could have. What is
// assumed is listed with the result. What __ensures says of accesses to an array and of anything else that may change
// at once is refused.
#include "frontend/builtins/declared.h"
#include "frontend/builtins/intrinsics.h"
#include "frontend/llvm/contract_marks.h"
#include "frontend/llvm/kernels.h"
#include "frontend/passes/annotated.h"
#include "frontend/passes/steps.h"
#include "support/sound.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <algorithm>
#include <set>

namespace lockstep::frontend {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;
using llvm::Value;

class Specification {
public:
  explicit Specification(llvm::Function &f) : f_(f), is_contract_(stands_for_its_body(f)) {}

  void run() {
    straighten_annotations(f_);
    for (Instruction &i : llvm::instructions(f_))
      if (begins_region(i))
        found_.push_back(read_clause(i));
    llvm::CallInst *const stays = statement_that_stays();
    if (!stays)
      return;
    const std::string named = "'" + demangle_symbol(f_.getName()).name + "', a specification by its name, ";
    if (!is_contract_ && has_more_than_annotations())
      return refuse(*stays, named + "with statements that are no annotations");
    if (holds_pointers(f_.getReturnType()))
      return refuse(*stays, named + "that returns a pointer");
    Instruction *end = f_.back().getTerminator();
    for (BasicBlock &b : f_)
      if (llvm::isa<llvm::ReturnInst>(b.getTerminator()))
        end = b.getTerminator();
    if (is_contract_)
      check_pointers();
    for (Clause &a : found_)
      if (a.what == "__lockstep_ensures")
        keep_old(a);
    for (const Clause &a : found_)
      if (is_frame(a))
        frame(*a.says->getArgOperand(0), a, *end, a.what == "__lockstep_writes_to");
    if (is_contract_)
      frame_what_is_spoken_of(*end);
    for (Clause &a : found_)
      settle(a);
    if (!f_.getReturnType()->isVoidTy())
      llvm::cast<llvm::ReturnInst>(end)->setOperand(0, any(f_.getReturnType(), *end));
    llvm::IRBuilder<> b(end);
    llvm::FunctionCallee said =
        f_.getParent()->getOrInsertFunction(is_contract_ ? std::string(contract_prefix) + kernel_of_body(f_)
                                                         : "__lockstep_specified_" + demangle_symbol(f_.getName()).name,
                                            b.getVoidTy());
    set_declared(*llvm::cast<llvm::Function>(said.getCallee()), Declared::Lockstep);
    b.CreateCall(said)->setDebugLoc(place(*end));
  }

private:
  // Is there an annotation that a caller, or a proof of the callers, can take for what the function does?
  // A refusal is put there: other statements may be simplified away, and it with them.
  llvm::CallInst *statement_that_stays() const {
    for (const Clause &a : found_)
      if (a.what == "__lockstep_ensures" || a.what == "__lockstep_requires" || is_frame(a))
        return a.says;
    return nullptr;
  }

  llvm::DebugLoc place(const Instruction &near) const {
    if (near.getDebugLoc() || !f_.getSubprogram())
      return near.getDebugLoc();
    return llvm::DILocation::get(f_.getContext(), f_.getSubprogram()->getLine(), 0, f_.getSubprogram());
  }

  // Is there a statement that is no annotation, nor what Clang makes of parameters and returns?
  // Nothing may be stored but parameters, once each, and a constant that is returned: else an annotation in front would
  // speak of another value than the accesses at the end.
  bool has_more_than_annotations() const {
    unsigned returns = 0;
    std::set<const Value *> stored;
    for (Instruction &i : llvm::instructions(f_)) {
      const bool said = std::any_of(found_.begin(), found_.end(), [&](const Clause &a) {
        return std::find(a.region.begin(), a.region.end(), &i) != a.region.end();
      });
      auto *store = llvm::dyn_cast<llvm::StoreInst>(&i);
      auto *branch = llvm::dyn_cast<llvm::BranchInst>(&i);
      returns += llvm::isa<llvm::ReturnInst>(i);
      const bool stores_once =
          store && llvm::isa<llvm::AllocaInst>(store->getPointerOperand()) &&
          llvm::isa<llvm::Argument, llvm::Constant>(store->getValueOperand()) &&
          support::sound("specified.stored_once", stored.insert(store->getPointerOperand()).second);
      if (!said && !llvm::isa<llvm::AllocaInst, llvm::LoadInst, llvm::ReturnInst, llvm::DbgInfoIntrinsic>(i) &&
          !llvm::isa<llvm::CastInst>(i) && !(branch && branch->isUnconditional()) && !stores_once &&
          !i.isLifetimeStartOrEnd())
        return true;
    }
    return returns != 1;
  }

  Value *any(llvm::Type *type, Instruction &before) const {
    auto *v = new llvm::FreezeInst(llvm::UndefValue::get(type), "any", &before);
    v->setDebugLoc(place(before));
    return v;
  }

  // Where the body was judged, pointers led to pieces of the size that they are to (own_functions.cpp).
  void check_pointers() {
    for (Instruction &i : llvm::make_early_inc_range(f_.getEntryBlock())) {
      auto *store = llvm::dyn_cast<llvm::StoreInst>(&i);
      if (!store || !store->getValueOperand()->getType()->isPointerTy())
        continue;
      llvm::Type *cell = cell_type(led_to(*store->getPointerOperand()), f_.getContext());
      llvm::IRBuilder<> b(store->getNextNode());
      b.SetCurrentDebugLocation(place(*store));
      Value *pointer = store->getValueOperand();
      llvm::FunctionCallee passed = f_.getParent()->getOrInsertFunction(
          "__lockstep_passed_" + std::to_string(pointer->getType()->getPointerAddressSpace()), b.getVoidTy(),
          pointer->getType(), b.getInt32Ty());
      set_declared(*llvm::cast<llvm::Function>(passed.getCallee()), Declared::Lockstep);
      b.CreateCall(passed, {pointer, b.getInt32(cell->getScalarSizeInBits() / 8)});
    }
    llvm::IRBuilder<> b(f_.back().getTerminator());
    b.SetCurrentDebugLocation(place(*f_.back().getTerminator()));
    for (llvm::Argument &p : f_.args())
      for (llvm::Argument &q : f_.args())
        if (&p != &q && is_apart(p, found_) && q.getType() == p.getType()) {
          llvm::FunctionCallee apart = f_.getParent()->getOrInsertFunction(
              "__lockstep_apart_" + std::to_string(p.getType()->getPointerAddressSpace()), b.getVoidTy(), p.getType(),
              p.getType());
          set_declared(*llvm::cast<llvm::Function>(apart.getCallee()), Declared::Lockstep);
          b.CreateCall(apart, {&p, &q});
        }
  }

  // The loop of accesses, in front of `end`.
  void frame(const Value &of, const Clause &a, Instruction &end, bool writes) {
    const Value *local = local_of(&of);
    if (!local)
      return refuse(*a.says, "what a specification reads or writes, where that is no parameter");
    framed_.insert({local, writes});
    const llvm::DIType *const led = led_to(*local);
    if (writes && may_hold_pointers(led)) // or what has no type, as behind void *
      return refuse(*a.says, "a specification that writes memory which may hold pointers");
    BasicBlock *before = end.getParent();
    BasicBlock *behind = before->splitBasicBlock(end.getIterator(), "specified");
    BasicBlock *head = BasicBlock::Create(f_.getContext(), "again", &f_, behind);
    BasicBlock *body = BasicBlock::Create(f_.getContext(), "accessed", &f_, behind);
    before->getTerminator()->setSuccessor(0, head);
    const llvm::DebugLoc here = place(*a.says);
    llvm::IRBuilder<> h(head);
    h.SetCurrentDebugLocation(here);
    h.CreateCondBr(h.CreateFreeze(llvm::UndefValue::get(h.getInt1Ty())), body, behind);
    llvm::IRBuilder<> b(body);
    b.SetCurrentDebugLocation(here);
    Instruction *next = b.CreateBr(head);
    b.SetInsertPoint(next);
    auto *load = llvm::cast<llvm::LoadInst>(of.stripPointerCasts());
    Value *pointer = b.CreateLoad(load->getType(), const_cast<Value *>(load->getPointerOperand()));
    llvm::Type *cell = cell_type(led, f_.getContext());
    Value *number = b.CreateFreeze(llvm::UndefValue::get(b.getInt64Ty()));
    Value *at = b.CreateInBoundsGEP(cell, pointer, {number});
    for (const Clause &e : found_)
      if (e.what == "__lockstep_ensures" && speaks_of(e, *local, writes)) {
        constraining_.insert(e.says);
        constrain(e, *at, *local, writes, *next);
      }
    if (writes)
      b.CreateStore(b.CreateFreeze(llvm::UndefValue::get(cell)), at);
    else
      b.CreateLoad(cell, at, true);
  }

  // A contract that says which accesses there are allows these.
  void frame_what_is_spoken_of(Instruction &end) {
    for (const Clause &e : found_)
      for (const Access &access : allowed_by(e))
        if (framed_.count({access.local, access.writes}) == 0)
          frame(*access.pointer, e, end, access.writes);
  }

  static bool speaks_of(const Clause &e, const Value &local, bool writes) {
    return std::any_of(e.region.begin(), e.region.end(), [&](const Instruction *i) {
      return asks_log(annotation_name(*i), writes) &&
             local_of(llvm::cast<llvm::CallInst>(i)->getArgOperand(0)) == &local;
    });
  }

  // The postcondition as what it says of the access to `at`.
  void constrain(const Clause &e, Value &at, const Value &local, bool writes, Instruction &before) const {
    llvm::DenseMap<const Value *, Value *> now;
    for (Instruction *i : e.region) {
      const std::string name = annotation_name(*i);
      auto *call = llvm::dyn_cast<llvm::CallInst>(i);
      if (asks_log(name)) {
        if (support::unsound("specified.several",
                             !asks_log(name, writes) || local_of(call->getArgOperand(0)) != &local))
          return refuse(*e.says, "a specification's postcondition about accesses of several kinds");
        Value *e_of = call->arg_size() > 1 ? call->getArgOperand(1) : nullptr;
        if (e_of && now.count(e_of))
          e_of = now[e_of];
        if (e_of) {
          now[i] = e_of;
        } else if (name.ends_with("_offset_bytes")) {
          now[i] = offset_of(at, *call, before);
        } else {
          now[i] = llvm::ConstantInt::get(call->getType(), name.starts_with("__lockstep_no_") ? 0 : 1);
        }
        continue;
      }
      auto *load = llvm::dyn_cast<llvm::LoadInst>(i);
      if ((load && !llvm::isa<llvm::AllocaInst>(load->getPointerOperand())) || name.find("_return_val_") != name.npos ||
          name.find("_old_") != name.npos || speaks_of_two(*i))
        return refuse(*e.says, "a specification's postcondition about accesses and what else may change");
      Instruction *again = i->clone();
      for (llvm::Use &u : again->operands())
        if (auto p = now.find(u.get()); p != now.end())
          u.set(p->second);
      again->insertBefore(&before);
      now[i] = again;
      if (i == e.says)
        rename(*llvm::cast<llvm::CallInst>(again), "__lockstep_assume");
    }
  }

  // How far `at` lies from the beginning of its array: by the function that has the name of one that asks the log.
  Value *offset_of(Value &at, const llvm::CallInst &asks, Instruction &before) const {
    const auto spelled = [](std::string_view name) { return std::to_string(name.size()) + std::string(name); };
    const std::string kind = annotation_name(asks), plain = "__lockstep_ptr_offset_bytes";
    std::string symbol = asks.getCalledFunction()->getName().str();
    const std::string mangled = spelled(kind);
    const bool is_mangled = symbol.find(mangled) != symbol.npos;
    symbol.replace(symbol.find(is_mangled ? mangled : kind), (is_mangled ? mangled : kind).size(),
                   is_mangled ? spelled(plain) : plain);
    const llvm::Function &like = *asks.getCalledFunction();
    llvm::FunctionCallee offset =
        f_.getParent()->getOrInsertFunction(symbol, like.getFunctionType(), like.getAttributes());
    set_declared(*llvm::cast<llvm::Function>(offset.getCallee()), Declared::Lockstep);
    llvm::IRBuilder<> b(&before);
    b.SetCurrentDebugLocation(place(before));
    return b.CreateCall(offset, {b.CreatePointerBitCastOrAddrSpaceCast(&at, like.getFunctionType()->getParamType(0))});
  }

  void rename(llvm::CallInst &call, const char *as) const {
    const llvm::Function *was = call.getCalledFunction();
    call.setCalledFunction(f_.getParent()->getOrInsertFunction(as, was->getFunctionType(), was->getAttributes()));
  }

  // What __old stands for is kept in a value of its own, which is assumed to be that, in front of the accesses. Sound
  // because the value is any until then.
  void keep_old(Clause &a) const {
    for (std::size_t n = 0; n < a.region.size(); ++n) {
      Instruction *old = a.region[n];
      if (annotation_name(*old).find("__lockstep_old_") == std::string::npos)
        continue;
      Instruction &begin = *a.region.front();
      Value *kept = any(old->getType(), begin);
      llvm::DenseMap<const Value *, Value *> now;
      for (std::size_t m = 0; m < n; ++m) {
        Instruction *again = a.region[m]->clone();
        for (llvm::Use &u : again->operands())
          if (auto p = now.find(u.get()); p != now.end())
            u.set(p->second);
        again->insertBefore(&begin);
        now[a.region[m]] = again;
      }
      Value *argument = llvm::cast<llvm::CallInst>(old)->getArgOperand(0);
      llvm::IRBuilder<> b(&begin);
      b.SetCurrentDebugLocation(place(begin));
      Value *same = b.CreateICmpEQ(kept, now.count(argument) != 0 ? now[argument] : argument);
      auto *assume = llvm::cast<llvm::CallInst>(a.says->clone());
      assume->setArgOperand(0, b.CreateZExtOrTrunc(same, a.says->getArgOperand(0)->getType()));
      assume->insertBefore(&begin);
      rename(*assume, "__lockstep_assume");
      a.region.back()->clone()->insertBefore(&begin);
      old->replaceAllUsesWith(kept);
      a.region.erase(a.region.begin() + static_cast<std::ptrdiff_t>(n--));
      old->eraseFromParent();
    }
  }

  // What remains of it once the accesses are there: one about values is assumed; one about accesses that the function
  // does not make is checked.
  void settle(Clause &a) {
    if (a.what == "__lockstep_ensures" && !speaks_of_accesses(a))
      return rename(*a.says, "__lockstep_spec_ensures");
    if (!refusal(*a.says).empty() ||
        !(is_frame(a) || (a.what == "__lockstep_ensures" && constraining_.contains(a.says))))
      return;
    std::erase(a.region, a.says);
    a.says->eraseFromParent();
    for (auto i = a.region.rbegin(); i != a.region.rend(); ++i)
      if ((*i)->use_empty())
        (*i)->eraseFromParent();
  }

  llvm::Function &f_;
  std::vector<Clause> found_;
  const bool is_contract_;                          // of a function whose body is judged by itself
  std::set<std::pair<const Value *, bool>> framed_; // locals with pointers, and whether the loop of accesses writes
  std::set<const Instruction *> constraining_;      // postconditions that are part of some loop of accesses
};

} // namespace

void expand_specifications(llvm::Module &module) {
  std::vector<llvm::Function *> all;
  const std::vector<llvm::Function *> kernels = kernel_functions(module); // what nobody calls has a body to be proved
  for (llvm::Function &f : module)
    if (!f.isDeclaration() &&
        (stands_for_its_body(f) ||
         (demangle_symbol(f.getName()).name.starts_with("__spec_") &&
          support::sound("specified.kernels", std::find(kernels.begin(), kernels.end(), &f) == kernels.end()))))
      all.push_back(&f);
  for (llvm::Function *f : all)
    Specification(*f).run();
}

} // namespace lockstep::frontend
