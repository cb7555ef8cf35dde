// The events that a wait names, as operands of the call: `wait_group_events(2, list)` gets list[0] and list[1] in a
// bundle, and the list itself is no longer passed. Lists are locals, which SROA then turns into values.
#include "frontend/llvm/copies/group_copies.h"
#include "frontend/passes/steps.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

namespace lockstep::frontend {

namespace {
constexpr std::uint64_t max_events = 256;

// The type of the events: it is the starts' result. nullptr: nothing has been started.
llvm::Type *event_type(llvm::Function &f) {
  for (llvm::Instruction &i : llvm::instructions(f))
    if (is_copy_start(i))
      return i.getType();
  return nullptr;
}
} // namespace

bool spell_out_waits(llvm::Function &f) {
  llvm::Type *event = event_type(f);
  llvm::SmallVector<llvm::CallInst *, 8> waits;
  for (llvm::Instruction &i : llvm::instructions(f))
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(&i);
        event && call && is_event_wait(i) && call->arg_size() == 2 && !call->getOperandBundle(waited_events))
      if (auto *count = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
          count && count->getValue().ule(max_events) && reaches_locals_only(call->getArgOperand(1)))
        waits.push_back(call);
  const std::uint64_t size = event ? f.getDataLayout().getTypeAllocSize(event).getFixedValue() : 0;
  for (llvm::CallInst *call : waits) {
    llvm::IRBuilder<> b(call);
    llvm::Value *list = call->getArgOperand(1);
    llvm::SmallVector<llvm::Value *, 4> events;
    const std::uint64_t count = llvm::cast<llvm::ConstantInt>(call->getArgOperand(0))->getZExtValue();
    for (std::uint64_t k = 0; k < count; ++k)
      events.push_back(b.CreateLoad(event, b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), list, k * size)));
    llvm::OperandBundleDef bundle(waited_events, events);
    llvm::CallInst *spelled = llvm::CallInst::Create(call->getFunctionType(), call->getCalledOperand(),
                                                     {call->getArgOperand(0), llvm::PoisonValue::get(list->getType())},
                                                     {bundle}, "", call->getIterator());
    spelled->setCallingConv(call->getCallingConv());
    spelled->setAttributes(call->getAttributes());
    spelled->setDebugLoc(call->getDebugLoc());
    call->eraseFromParent();
  }
  return !waits.empty();
}

} // namespace lockstep::frontend
