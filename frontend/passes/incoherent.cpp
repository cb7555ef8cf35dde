// Loads through a cache that nothing keeps up to date (cfg::Load::incoherent): __ldg, ld.global.nc, llvm.nvvm.ldg.*.
// Who writes one down marks its address, by a call of __lockstep_incoherent, which gives its argument; what is left of
// a load after the pipeline reads from such an address.
//
// Sound because an address that is marked leads to nothing but loads, each of which is then marked itself, or the call
// stays, which is refused by name.
#include "frontend/llvm/incoherent_loads.h"
#include "frontend/passes/passes.h"
#include "frontend/passes/steps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsNVPTX.h"

#include <set>

namespace lockstep::frontend {

namespace {

// The loads that an address leads to; false: something else, too.
bool find_loads(llvm::Value *address, std::set<llvm::LoadInst *> &loads, std::set<llvm::Value *> &seen) {
  if (!seen.insert(address).second)
    return true;
  return llvm::all_of(address->users(), [&](llvm::User *u) {
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(u)) {
      loads.insert(load);
      return true;
    }
    const bool passes_on =
        llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst, llvm::PHINode, llvm::SelectInst>(u);
    return passes_on && find_loads(u, loads, seen);
  });
}

} // namespace

void expand_incoherent_loads(llvm::Function &function) {
  for (llvm::Instruction &i : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&i);
    if (!call)
      continue;
    switch (call->getIntrinsicID()) {
    case llvm::Intrinsic::nvvm_ldg_global_i:
    case llvm::Intrinsic::nvvm_ldg_global_f:
    case llvm::Intrinsic::nvvm_ldg_global_p: {
      llvm::IRBuilder<> b(call);
      auto *align = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(1));
      llvm::LoadInst *load = b.CreateAlignedLoad(call->getType(), incoherent_address(b, call->getArgOperand(0)),
                                                 align ? align->getMaybeAlignValue() : llvm::MaybeAlign());
      load->takeName(call);
      call->replaceAllUsesWith(load);
      call->eraseFromParent();
      break;
    }
    default: break;
    }
  }
}

void mark_incoherent_loads(llvm::Function &function) {
  for (llvm::Instruction &i : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(&i);
    if (!call || !call->getCalledFunction() || call->getCalledFunction()->getName() != incoherent_mark)
      continue;
    std::set<llvm::LoadInst *> loads;
    std::set<llvm::Value *> seen;
    if (!find_loads(call, loads, seen))
      continue;
    for (llvm::LoadInst *load : loads)
      load->setMetadata(incoherent_metadata, llvm::MDNode::get(load->getContext(), {}));
    call->replaceAllUsesWith(call->getArgOperand(0));
    call->eraseFromParent();
  }
}

} // namespace lockstep::frontend
