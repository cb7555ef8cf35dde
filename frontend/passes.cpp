#include "frontend/passes.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Instruction.h"
namespace lockstep::frontend {
void refuse(llvm::Instruction &i, const std::string &reason) {
  if (i.getMetadata(refusal_metadata))
    return;
  llvm::LLVMContext &c = i.getContext();
  i.setMetadata(refusal_metadata, llvm::MDNode::get(c, llvm::MDString::get(c, reason)));
}
std::string refusal(const llvm::Instruction &i) {
  const llvm::MDNode *node = i.getMetadata(refusal_metadata);
  return node ? llvm::cast<llvm::MDString>(node->getOperand(0))->getString().str() : std::string();
}
void run_passes(llvm::Module &) {}
}
