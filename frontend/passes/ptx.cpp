// Inline PTX becomes instructions of LLVM (ptx/expand.h), and addresses that it gets as numbers pointers again.
#include "frontend/passes/passes.h"
#include "frontend/passes/steps.h"
#include "frontend/ptx/expand.h"

#include "support/sound.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"

namespace lockstep::frontend {

void expand_assembly(llvm::Function &function) {
  llvm::SmallVector<llvm::CallInst *, 8> calls;
  for (llvm::Instruction &i : llvm::instructions(function))
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(&i); call && call->isInlineAsm())
      calls.push_back(call);
  for (llvm::CallInst *call : calls)
    if (std::string why = expand_ptx(*call); !why.empty())
      refuse(*call, "inline assembly with '" + why + "' is not supported");
}

namespace {
struct AsmPlace {
  llvm::Value *pointer = nullptr, *offset = nullptr; // in bytes, of the width of the number
};

// The pointer of whose address a number is the sum with something else.
std::optional<AsmPlace> place_of(llvm::IRBuilder<> &b, llvm::Value *number, unsigned depth = 0) {
  auto *op = llvm::dyn_cast<llvm::Operator>(number);
  if (!op || depth > 16)
    return std::nullopt;
  llvm::Type *type = number->getType();
  switch (op->getOpcode()) {
  case llvm::Instruction::PtrToInt: return AsmPlace{op->getOperand(0), llvm::ConstantInt::get(type, 0)};
  case llvm::Instruction::Trunc:
  case llvm::Instruction::ZExt: {
    std::optional<AsmPlace> p = place_of(b, op->getOperand(0), depth + 1);
    if (p && p->offset->getType()->isIntegerTy() && type->getIntegerBitWidth() >= 32)
      p->offset = b.CreateSExtOrTrunc(p->offset, type);
    return type->getIntegerBitWidth() >= 32 ? p : std::nullopt;
  }
  case llvm::Instruction::Add:
  case llvm::Instruction::Sub:
    for (unsigned k = 0; k < (op->getOpcode() == llvm::Instruction::Add ? 2u : 1u); ++k)
      if (std::optional<AsmPlace> p = place_of(b, op->getOperand(k), depth + 1)) {
        p->offset = op->getOpcode() == llvm::Instruction::Add ? b.CreateAdd(p->offset, op->getOperand(1 - k))
                                                              : b.CreateSub(p->offset, op->getOperand(1));
        return p;
      }
    return std::nullopt;
  default: return std::nullopt;
  }
}
} // namespace

// Sound because modulo 2^32 the sum of the pointer and the offset is the number, and addresses of 32 bits are only
// those of group memory, where no two differ by 2^32; and because the sum stays in the array that the pointer leads
// to, as it does for pointers.
bool resolve_addresses(llvm::Function &function) {
  bool changed = false;
  for (llvm::Instruction &i : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (!llvm::isa<llvm::IntToPtrInst>(i) || !i.getMetadata("lockstep.address"))
      continue;
    llvm::IRBuilder<> b(&i);
    std::optional<AsmPlace> p = place_of(b, i.getOperand(0));
    if (!p)
      continue;
    if (support::left_out("ptx.offset"))
      p->offset = llvm::ConstantInt::get(p->offset->getType(), 0);
    llvm::Value *pointer =
        b.CreatePtrAdd(b.CreateAddrSpaceCast(p->pointer, i.getType()),
                       b.CreateSExtOrTrunc(p->offset, i.getFunction()->getDataLayout().getIndexType(i.getType())));
    i.replaceAllUsesWith(pointer);
    i.eraseFromParent();
    changed = true;
  }
  return changed;
}

} // namespace lockstep::frontend
