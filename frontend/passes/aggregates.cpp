// Aggregates by the pieces of their bytes (byte_cover.h): by-value parameters of kernels, copies between memory and
// locals. SROA does the rest.
//
// Sound because the pieces cover every byte: a copy reads and writes, and carries, what any view of the object may
// name, and a by-value parameter's bytes, padding included, are values that the host passes, the same for all threads.
#include "frontend/llvm/byte_cover.h"
#include "frontend/llvm/ir_leaves.h"
#include "frontend/passes/passes.h"
#include "frontend/passes/steps.h"

#include "frontend/llvm/parameter_names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <algorithm>

namespace lockstep::frontend {
namespace {

constexpr std::size_t max_parameter_leaves = 128;
constexpr std::size_t max_parameter_pieces = 256;
constexpr std::size_t max_copied_pieces = 64;

// --- parameters ---------------------------------------------------------------------------------------------------
// One parameter of the kernel: as it is (leaves empty), or split.
struct ByValueParameter {
  llvm::Argument *argument;
  BytePieces leaves;
};

std::vector<ByValueParameter> split_parameters(llvm::Function &f) {
  const llvm::DataLayout &layout = f.getDataLayout();
  std::vector<ByValueParameter> out;
  for (llvm::Argument &a : f.args()) {
    ByValueParameter p{&a, {}};
    llvm::Type *by_value = a.hasByValAttr() ? a.getParamByValType() : nullptr;
    bool same_space = by_value && a.getType()->getPointerAddressSpace() == layout.getAllocaAddrSpace();
    if (same_space && leaves_of(layout, by_value, max_parameter_leaves))
      if (auto pieces = cover(layout, f.getContext(), by_value, 0, layout.getTypeAllocSize(by_value),
                              max_parameter_pieces, Triples::Apart))
        p.leaves = std::move(*pieces);
    out.push_back(std::move(p));
  }
  return out;
}

// OpenCL's !kernel_arg_* lists have one entry per parameter: repeat it for each member.
void repeat_argument_metadata(llvm::Function &f, const std::vector<ByValueParameter> &parameters) {
  llvm::SmallVector<std::pair<unsigned, llvm::MDNode *>, 8> all;
  f.getAllMetadata(all);
  llvm::SmallVector<llvm::StringRef, 32> names;
  f.getContext().getMDKindNames(names);
  for (auto &[kind, node] : all) {
    if (!names[kind].starts_with("kernel_arg_") || node->getNumOperands() != parameters.size())
      continue;
    llvm::SmallVector<llvm::Metadata *, 8> operands;
    for (std::size_t i = 0; i < parameters.size(); ++i)
      operands.append(std::max<std::size_t>(1, parameters[i].leaves.size()), node->getOperand(i).get());
    f.setMetadata(kind, llvm::MDNode::get(f.getContext(), operands));
  }
}

llvm::Function *with_split_parameters(llvm::Function &old, const std::vector<ByValueParameter> &parameters) {
  llvm::SmallVector<llvm::Type *, 8> types;
  llvm::SmallVector<llvm::AttributeSet, 8> attributes;
  for (const ByValueParameter &p : parameters) {
    if (p.leaves.empty()) {
      types.push_back(p.argument->getType());
      attributes.push_back(old.getAttributes().getParamAttrs(p.argument->getArgNo()));
    }
    for (const BytePiece &l : p.leaves) {
      types.push_back(l.type);
      attributes.push_back({});
      if (l.padding)
        attributes.back() = attributes.back().addAttribute(old.getContext(), padding_attribute);
    }
  }
  auto *type = llvm::FunctionType::get(old.getReturnType(), types, old.isVarArg());
  llvm::Function *f = llvm::Function::Create(type, old.getLinkage(), old.getAddressSpace(), "", old.getParent());
  old.getParent()->getFunctionList().remove(f);
  old.getParent()->getFunctionList().insert(old.getIterator(), f); // keeps the source's order
  f->copyAttributesFrom(&old);
  f->setAttributes(llvm::AttributeList::get(old.getContext(), old.getAttributes().getFnAttrs(),
                                            old.getAttributes().getRetAttrs(), attributes));
  f->setComdat(old.getComdat());
  f->copyMetadata(&old, 0);
  old.setSubprogram(nullptr);
  repeat_argument_metadata(*f, parameters);
  f->takeName(&old);
  f->splice(f->begin(), &old);

  llvm::IRBuilder<> b(&*f->getEntryBlock().getFirstInsertionPt());
  unsigned n = 0;
  for (const ByValueParameter &p : parameters) {
    std::string name = p.argument->getName().str();
    llvm::Value *replacement = f->getArg(n);
    if (p.leaves.empty()) {
      replacement->takeName(p.argument);
      ++n;
    } else {
      llvm::AllocaInst *local = b.CreateAlloca(p.argument->getParamByValType(), nullptr, name);
      local->setAlignment(p.argument->getParamAlign().valueOrOne());
      std::vector<std::string> members = member_names(*f, *p.argument, p.leaves);
      for (std::size_t i = 0; i < p.leaves.size(); ++i) {
        f->getArg(n)->setName(name + members[i]);
        b.CreateStore(f->getArg(n++), at_offset(b, local, p.leaves[i].offset));
      }
      replacement = local;
    }
    p.argument->replaceAllUsesWith(replacement);
  }
  return f;
}

// --- copies ---------------------------------------------------------------------------------------------------------
bool is_local(const llvm::Value *pointer) { return llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer, 0)); }

// The type of what a pointer into a local points at, and how far into it.
std::pair<llvm::Type *, std::uint64_t> type_at(const llvm::DataLayout &layout, const llvm::Value *pointer) {
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  const llvm::Value *base = pointer->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  llvm::Type *type = nullptr;
  if (auto *local = llvm::dyn_cast<llvm::AllocaInst>(base); local && !local->isArrayAllocation())
    type = local->getAllocatedType();
  else if (auto *gep = llvm::dyn_cast<llvm::GEPOperator>(base))
    type = gep->getResultElementType();
  if (!type || !type->isSized() || offset.isNegative())
    return {nullptr, 0};
  return {type, offset.getZExtValue()};
}

// A copy between memory and a local. What is not split stays one access to the whole.
bool expand_copy(llvm::MemTransferInst &copy) {
  bool from_memory = !reaches_locals_only(copy.getRawSource()), to_memory = !reaches_locals_only(copy.getRawDest());
  auto *length = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
  if (from_memory == to_memory || !length || length->getValue().ugt(8 * max_copied_pieces))
    return false;
  const llvm::Value *local = from_memory ? copy.getRawDest() : copy.getRawSource();
  if (!is_local(local))
    return false;
  auto [type, begin] = type_at(copy.getFunction()->getDataLayout(), local);
  auto pieces = cover(copy.getFunction()->getDataLayout(), copy.getContext(), type, begin,
                      begin + length->getZExtValue(), max_copied_pieces, Triples::Whole);
  if (!pieces)
    return false;
  llvm::IRBuilder<> b(&copy);         // with the copy's debug location
  std::vector<llvm::Value *> values = // all loads first: memmove
      load_pieces(b, copy.getRawSource(), copy.getSourceAlign().valueOrOne(), *pieces, from_memory);
  for (std::size_t k = 0; to_memory && k < values.size(); ++k)
    if ((*pieces)[k].padding)
      values[k] = padding_value(b, values[k]);
  store_pieces(b, copy.getRawDest(), copy.getDestAlign().valueOrOne(), *pieces, values, to_memory);
  copy.eraseFromParent();
  return true;
}

} // namespace

std::vector<llvm::Function *> flatten_parameters(llvm::Module &, const std::vector<llvm::Function *> &kernels) {
  std::vector<llvm::Function *> out;
  for (llvm::Function *old : kernels) {
    std::vector<ByValueParameter> parameters = split_parameters(*old);
    bool any =
        std::any_of(parameters.begin(), parameters.end(), [](const ByValueParameter &p) { return !p.leaves.empty(); });
    // A kernel that is called like a function keeps its type.
    bool called = llvm::any_of(old->users(), [](llvm::User *u) { return llvm::isa<llvm::CallBase>(u); });
    if (!any || called) {
      out.push_back(old);
      continue;
    }
    llvm::Function *f = with_split_parameters(*old, parameters);
    old->replaceAllUsesWith(f);
    old->eraseFromParent();
    out.push_back(f);
  }
  return out;
}

bool expand_copies(llvm::Function &function) {
  bool changed = false;
  for (llvm::Instruction &i : llvm::make_early_inc_range(llvm::instructions(function))) {
    llvm::MemIntrinsic *kept = reveal(i);
    if (!kept)
      continue;
    auto *copy = llvm::dyn_cast<llvm::MemTransferInst>(kept);
    if (copy && expand_copy(*copy))
      changed = true;
    else
      keep(*kept);
  }
  return changed;
}

} // namespace lockstep::frontend
