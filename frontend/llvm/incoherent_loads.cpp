// See incoherent_loads.h.
#include "frontend/llvm/incoherent_loads.h"

#include "llvm/IR/Module.h"

namespace lockstep::frontend {

llvm::Value *incoherent_address(llvm::IRBuilder<> &b, llvm::Value *address) {
  llvm::Module &module = *b.GetInsertBlock()->getModule();
  llvm::Type *generic = llvm::PointerType::get(module.getContext(), 0);
  llvm::FunctionCallee mark =
      module.getOrInsertFunction(incoherent_mark, llvm::FunctionType::get(generic, {generic}, false));
  if (auto *f = llvm::dyn_cast<llvm::Function>(mark.getCallee())) {
    f->setDoesNotAccessMemory();
    f->setDoesNotThrow();
    f->setWillReturn();
  }
  return b.CreateCall(mark, {b.CreateAddrSpaceCast(address, generic)});
}

bool is_incoherent(const llvm::LoadInst &load) {
  return load.hasMetadata(incoherent_metadata) || load.hasMetadata(llvm::LLVMContext::MD_invariant_load);
}

} // namespace lockstep::frontend
