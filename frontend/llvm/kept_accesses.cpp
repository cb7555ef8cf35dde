// See kept_accesses.h.
#include "frontend/llvm/kept_accesses.h"

#include "llvm/IR/Instructions.h"

namespace lockstep::frontend {

void set_volatile(llvm::Instruction &i, bool value) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&i))
    load->setVolatile(value);
  else
    llvm::cast<llvm::StoreInst>(i).setVolatile(value);
}

void mark_kept(llvm::Instruction &access) {
  set_volatile(access, true);
  access.setMetadata(protect_mark, llvm::MDNode::get(access.getContext(), {}));
}

bool is_kept(const llvm::Instruction &access) { return access.getMetadata(protect_mark) != nullptr; }

} // namespace lockstep::frontend
