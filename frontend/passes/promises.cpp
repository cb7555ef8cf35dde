// What the program promises (llvm.assume of __builtin_assume, `unreachable` of __builtin_unreachable) becomes calls of
// ours, before any pass of LLVM sees it: nothing is concluded from a promise but where the verifier does, and lists it.
// What LLVM itself makes `unreachable` later on is no promise.
#include "frontend/builtins/intrinsics.h"
#include "frontend/passes/steps.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

namespace lockstep::frontend {
namespace {

llvm::FunctionCallee promise(llvm::Module &module, const char *name, llvm::ArrayRef<llvm::Type *> parameters) {
  llvm::Function *f = module.getFunction(name);
  if (f && !is_builtin(f, name))
    f->setName("lockstep.other");
  llvm::Type *none = llvm::Type::getVoidTy(module.getContext());
  llvm::FunctionCallee out = module.getOrInsertFunction(name, llvm::FunctionType::get(none, parameters, false));
  auto *made = llvm::cast<llvm::Function>(out.getCallee());
  set_declared(*made, Declared::Lockstep);
  made->setDoesNotThrow();
  return out;
}

// A call that says itself why control does not come back.
bool ends_control(const llvm::Instruction *before) {
  auto *call = llvm::dyn_cast_or_null<llvm::CallBase>(before);
  return call && call->doesNotReturn();
}

} // namespace

void keep_promises(llvm::Module &module) {
  std::vector<llvm::AssumeInst *> assumptions;
  std::vector<llvm::UnreachableInst *> ends;
  for (llvm::Function &f : module)
    for (llvm::Instruction &i : llvm::instructions(f)) {
      if (auto *a = llvm::dyn_cast<llvm::AssumeInst>(&i))
        assumptions.push_back(a);
      else if (auto *u = llvm::dyn_cast<llvm::UnreachableInst>(&i); u && !ends_control(u->getPrevNonDebugInstruction()))
        ends.push_back(u);
    }
  for (llvm::AssumeInst *a : assumptions) {
    llvm::Value *condition = a->getArgOperand(0);
    if (!llvm::isa<llvm::Constant>(condition) || !llvm::cast<llvm::Constant>(condition)->isOneValue())
      llvm::IRBuilder<>(a).CreateCall(promise(module, "__lockstep_promise", {condition->getType()}), {condition});
    a->eraseFromParent();
  }
  for (llvm::UnreachableInst *u : ends)
    llvm::IRBuilder<>(u).CreateCall(promise(module, "__lockstep_unreachable", {}));
}

} // namespace lockstep::frontend
