// Aggregates by their scalar members: by-value parameters of kernels, copies between memory and locals, initial values of
// locals. SROA does the rest.
#include "frontend/passes_steps.h"

#include "frontend/parameter_names.h"

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
constexpr std::size_t max_copied_leaves = 64;
constexpr std::size_t max_initialised_leaves = 32;
constexpr const char *initial_mark = "lockstep.initial";

llvm::Value *at_offset(llvm::IRBuilder<> &b, llvm::Value *base, std::uint64_t offset) {
  return offset == 0 ? base : b.CreateConstInBoundsGEP1_64(b.getInt8Ty(), base, offset);
}

// --- parameters ---------------------------------------------------------------------------------------------------
// One parameter of the kernel: as it is (leaves empty), or split.
struct Parameter {
  llvm::Argument *argument;
  std::vector<Leaf> leaves;
};

std::vector<Parameter> split_parameters(llvm::Function &f) {
  const llvm::DataLayout &layout = f.getDataLayout();
  std::vector<Parameter> out;
  for (llvm::Argument &a : f.args()) {
    Parameter p{&a, {}};
    llvm::Type *by_value = a.hasByValAttr() ? a.getParamByValType() : nullptr;
    bool same_space = by_value && a.getType()->getPointerAddressSpace() == layout.getAllocaAddrSpace();
    if (same_space)
      if (auto leaves = leaves_of(layout, by_value, max_parameter_leaves))
        p.leaves = std::move(*leaves);
    out.push_back(std::move(p));
  }
  return out;
}

// OpenCL's !kernel_arg_* lists have one entry per parameter: repeat it for each member.
void repeat_argument_metadata(llvm::Function &f, const std::vector<Parameter> &parameters) {
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

llvm::Function *with_split_parameters(llvm::Function &old, const std::vector<Parameter> &parameters) {
  llvm::SmallVector<llvm::Type *, 8> types;
  llvm::SmallVector<llvm::AttributeSet, 8> attributes;
  for (const Parameter &p : parameters) {
    if (p.leaves.empty()) {
      types.push_back(p.argument->getType());
      attributes.push_back(old.getAttributes().getParamAttrs(p.argument->getArgNo()));
    }
    for (const Leaf &l : p.leaves) {
      types.push_back(l.type);
      attributes.push_back({});
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
  for (const Parameter &p : parameters) {
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

// The members within [0, length) bytes of what a pointer into a local points at.
std::optional<std::vector<Leaf>> leaves_at(const llvm::DataLayout &layout, const llvm::Value *pointer, std::uint64_t length) {
  llvm::APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
  const llvm::Value *base = pointer->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  llvm::Type *type = nullptr;
  if (auto *local = llvm::dyn_cast<llvm::AllocaInst>(base); local && !local->isArrayAllocation())
    type = local->getAllocatedType();
  else if (auto *gep = llvm::dyn_cast<llvm::GEPOperator>(base))
    type = gep->getResultElementType();
  if (!type || offset.isNegative())
    return std::nullopt;
  auto all = leaves_of(layout, type, 4096);
  if (!all)
    return std::nullopt;
  std::uint64_t begin = offset.getZExtValue(), end = begin + length;
  std::vector<Leaf> inside;
  for (const Leaf &l : *all) {
    std::uint64_t size = layout.getTypeStoreSize(l.type);
    if (l.offset + size <= begin || l.offset >= end)
      continue;
    if (l.offset < begin || l.offset + size > end || inside.size() == max_copied_leaves)
      return std::nullopt; // a part of a member, or too many
    inside.push_back({l.offset - begin, l.type});
  }
  if (end > layout.getTypeAllocSize(type))
    return std::nullopt;
  return inside;
}

// A member's padding is not copied: no program can observe it.
void copy_members(llvm::MemTransferInst &copy, const std::vector<Leaf> &leaves, bool from_memory) {
  llvm::IRBuilder<> b(&copy); // with the copy's debug location
  llvm::Align to_align = copy.getDestAlign().valueOrOne(), from_align = copy.getSourceAlign().valueOrOne();
  std::vector<llvm::Value *> values; // all loads first: memmove
  for (const Leaf &l : leaves) {
    auto *load = b.CreateAlignedLoad(l.type, at_offset(b, copy.getRawSource(), l.offset),
                                     llvm::commonAlignment(from_align, l.offset));
    if (from_memory)
      mark_kept(*load);
    values.push_back(load);
  }
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    auto *store = b.CreateAlignedStore(values[i], at_offset(b, copy.getRawDest(), leaves[i].offset),
                                       llvm::commonAlignment(to_align, leaves[i].offset));
    if (!from_memory)
      mark_kept(*store);
  }
  copy.eraseFromParent();
}

// A copy between memory and a local. What is not split stays one access to the whole.
bool expand_copy(llvm::MemTransferInst &copy) {
  bool from_memory = !reaches_locals_only(copy.getRawSource()), to_memory = !reaches_locals_only(copy.getRawDest());
  auto *length = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
  if (from_memory == to_memory || !length)
    return false;
  const llvm::Value *local = from_memory ? copy.getRawDest() : copy.getRawSource();
  if (!is_local(local))
    return false;
  auto leaves = leaves_at(copy.getFunction()->getDataLayout(), local, length->getZExtValue());
  if (!leaves)
    return false;
  copy_members(copy, *leaves, from_memory);
  return true;
}

} // namespace

std::vector<llvm::Function *> flatten_parameters(llvm::Module &, const std::vector<llvm::Function *> &kernels) {
  std::vector<llvm::Function *> out;
  for (llvm::Function *old : kernels) {
    std::vector<Parameter> parameters = split_parameters(*old);
    bool any = std::any_of(parameters.begin(), parameters.end(), [](const Parameter &p) { return !p.leaves.empty(); });
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

// Sound because a local that is read before it is written holds an arbitrary value, which is what `freeze undef` says;
// plain undef would let passes choose a convenient one.
void initialise_locals(llvm::Function &function) {
  const llvm::DataLayout &layout = function.getDataLayout();
  for (llvm::Instruction &i : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto *local = llvm::dyn_cast<llvm::AllocaInst>(&i);
    if (!local || local->isArrayAllocation())
      continue;
    auto leaves = leaves_of(layout, local->getAllocatedType(), max_initialised_leaves);
    if (!leaves)
      continue;
    llvm::IRBuilder<> b(local->getParent(), std::next(local->getIterator()));
    b.SetCurrentDebugLocation(llvm::DebugLoc());
    for (const Leaf &l : *leaves)
      b.CreateStore(b.CreateFreeze(llvm::UndefValue::get(l.type)), at_offset(b, local, l.offset))
          ->setMetadata(initial_mark, llvm::MDNode::get(function.getContext(), {}));
  }
}

// What is still in memory is arbitrary at first anyway.
void drop_initial_stores(llvm::Function &function) {
  for (llvm::Instruction &i : llvm::make_early_inc_range(llvm::instructions(function)))
    if (i.getMetadata(initial_mark) && llvm::isa<llvm::StoreInst>(i))
      i.eraseFromParent();
}

} // namespace lockstep::frontend
