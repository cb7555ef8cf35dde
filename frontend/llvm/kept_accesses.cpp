// See kept_accesses.h.
#include "frontend/llvm/kept_accesses.h"

#include "llvm/IR/Instructions.h"

namespace lockstep::frontend {

void mark_kept(llvm::Instruction &access) {
  set_volatile(access, true);
  access.setMetadata(protect_mark, llvm::MDNode::get(access.getContext(), {}));
}

void keep(llvm::MemIntrinsic &access) { hide(access); }

bool is_kept(const llvm::Instruction &access) { return access.getMetadata(protect_mark) != nullptr; }

} // namespace lockstep::frontend
