// What Clang gets wrong for SPIR: reading an _Atomic variable by its name is a call of __atomic_load with pointers that
// are cast between address spaces by `bitcast`, which no module may hold. The casts become address space casts, and the
// call an atomic load. Sound because the call is the code generator's own (declared.h), for an object of that many
// bytes.
#include "frontend/builtins/declared.h"
#include "frontend/passes/passes.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"

#include <vector>

namespace lockstep::frontend {
namespace {

bool between_spaces(const llvm::BitCastInst &cast) {
  return cast.getSrcTy()->isPointerTy() && cast.getDestTy()->isPointerTy() &&
         cast.getSrcTy()->getPointerAddressSpace() != cast.getDestTy()->getPointerAddressSpace();
}

// void __atomic_load(size, from, to, order)
bool is_atomic_load(const llvm::CallBase &call) {
  const llvm::Function *f = call.getCalledFunction();
  if (!f || f->getName() != "__atomic_load" || declared(*f) != Declared::Library || call.arg_size() != 4)
    return false;
  auto *bytes = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
  return bytes && (bytes->equalsInt(4) || bytes->equalsInt(8)) && call.getArgOperand(1)->getType()->isPointerTy() &&
         call.getArgOperand(2)->getType()->isPointerTy();
}

} // namespace

void repair_clang_output(llvm::Module &module) {
  std::vector<llvm::BitCastInst *> casts;
  std::vector<llvm::CallBase *> loads;
  for (llvm::Function &f : module)
    for (llvm::Instruction &i : llvm::instructions(f)) {
      if (auto *cast = llvm::dyn_cast<llvm::BitCastInst>(&i); cast && between_spaces(*cast))
        casts.push_back(cast);
      else if (auto *call = llvm::dyn_cast<llvm::CallBase>(&i); call && is_atomic_load(*call))
        loads.push_back(call);
    }
  for (llvm::BitCastInst *cast : casts) {
    llvm::Value *proper = llvm::IRBuilder<>(cast).CreateAddrSpaceCast(cast->getOperand(0), cast->getDestTy());
    cast->replaceAllUsesWith(proper);
    cast->eraseFromParent();
  }
  for (llvm::CallBase *call : loads) {
    llvm::IRBuilder<> builder(call);
    const auto bytes = llvm::cast<llvm::ConstantInt>(call->getArgOperand(0))->getZExtValue();
    llvm::LoadInst *value = builder.CreateAlignedLoad(builder.getIntNTy(static_cast<unsigned>(8 * bytes)),
                                                      call->getArgOperand(1)->stripPointerCasts(), llvm::Align(bytes));
    value->setAtomic(llvm::AtomicOrdering::SequentiallyConsistent);
    builder.CreateAlignedStore(value, call->getArgOperand(2)->stripPointerCasts(), llvm::Align(bytes));
    call->eraseFromParent();
  }
}

} // namespace lockstep::frontend
