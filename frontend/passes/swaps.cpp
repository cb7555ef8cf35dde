// OpenCL's compare-and-swap takes what it expects from memory, and stores there what it has found. Spelled out:
//
//     e = load expected; r = __lockstep_cl_swap_KIND(object, e, desired, orders, scope); store r.0, expected; r.1
//
// Then a local that holds what is expected is no more than a value, round by round, once SROA has seen it.
//
// Sound because neither the load nor the store of what is expected is atomic; if the swap succeeds, the store puts back
// what is there.
#include "frontend/builtins/declared.h"
#include "frontend/builtins/intrinsics.h"
#include "frontend/passes/steps.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/IR/InstIterator.h"

namespace lockstep::frontend {

namespace {

constexpr unsigned object = 0, expected = 1, desired = 2, first_order = 3, order_scope = 5;
constexpr std::uint64_t seq_cst = 5, device = 2; // memory_order, memory_scope: where a call does not say

bool is_swap(const llvm::CallInst &call) {
  const llvm::Function *f = call.getCalledFunction();
  const Intrinsic *row = f && f->getName().contains("atomic_compare_exchange_") ? find_intrinsic(f) : nullptr;
  if (!row || !row->name.starts_with("atomic_compare_exchange_") || call.arg_size() <= desired)
    return false;
  llvm::Type *type = call.getArgOperand(desired)->getType();
  return (type->isIntegerTy(32) || type->isIntegerTy(64)) && call.getArgOperand(expected)->getType()->isPointerTy() &&
         call.getType()->isIntegerTy();
}

void spell_out(llvm::CallInst &call) {
  llvm::IRBuilder<> b(&call);
  llvm::Module &module = *call.getModule();
  llvm::Type *type = call.getArgOperand(desired)->getType(), *number = b.getInt32Ty();
  const bool weak = call.getCalledFunction()->getName().contains("_weak");
  llvm::Value *at = call.getArgOperand(object), *place = call.getArgOperand(expected);
  llvm::Type *pointer = at->getType();
  const std::string name =
      (llvm::Twine("__lockstep_cl_swap_") + (weak ? "weak" : "strong") + "_b" +
       llvm::Twine(type->getIntegerBitWidth()) + "_p" + llvm::Twine(pointer->getPointerAddressSpace()) + "_explicit")
          .str();
  llvm::Type *both = llvm::StructType::get(type, b.getInt1Ty());
  auto *swap = llvm::cast<llvm::Function>(
      module
          .getOrInsertFunction(name,
                               llvm::FunctionType::get(both, {pointer, type, type, number, number, number}, false))
          .getCallee());
  set_declared(*swap, Declared::Lockstep);
  const auto given = [&](unsigned n, std::uint64_t otherwise) -> llvm::Value * {
    return n < call.arg_size() ? b.CreateZExtOrTrunc(call.getArgOperand(n), number)
                               : llvm::ConstantInt::get(number, otherwise);
  };
  llvm::Value *e = b.CreateLoad(type, place);
  llvm::Value *r = b.CreateCall(swap, {at, e, call.getArgOperand(desired), given(first_order, seq_cst),
                                       given(first_order + 1, seq_cst), given(order_scope, device)});
  b.CreateStore(b.CreateExtractValue(r, 0), place);
  llvm::Value *done = b.CreateZExtOrTrunc(b.CreateExtractValue(r, 1), call.getType());
  call.replaceAllUsesWith(done);
  call.eraseFromParent();
}

} // namespace

void spell_out_swaps(llvm::Function &function) {
  llvm::SmallVector<llvm::CallInst *, 8> calls;
  for (llvm::Instruction &i : llvm::instructions(function))
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(&i); call && is_swap(*call))
      calls.push_back(call);
  for (llvm::CallInst *call : calls)
    spell_out(*call);
}

} // namespace lockstep::frontend
