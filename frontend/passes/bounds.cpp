// Accesses to locals that may lie outside (--check-bounds). LLVM takes such an access for undefined and removes it, or
// what comes of it; here it is a finding. So where bounds are asked about, a local stays out of SROA's reach as long as
// it has an access that is not surely inside, and so does that access (protect.cpp). What never becomes sure
// stays an array, of which add_bounds_checks (cfg/passes/bounds_checks.h) says what is to be checked.
//
//     %l = alloca [8 x i32]                       %l = alloca [8 x i32]
//     store i32 1, gep %l, 8           ==>        %l.hidden = call ptr @lockstep.local.p0(ptr returned %l)
//                                                 store volatile i32 1, gep %l.hidden, 8
//
// Sound because a local falls apart only if each of its accesses lies, at a constant place, within its bytes.
#include "frontend/passes/steps.h"

#include "support/sound.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace lockstep::frontend {
namespace {

using llvm::AllocaInst;
using llvm::Value;

constexpr llvm::StringRef local_prefix = "lockstep.local.";

// Of an object whose accesses may be removed. Empty: not known.
std::optional<std::uint64_t> size_of(const Value &object, const llvm::DataLayout &layout) {
  if (auto *local = llvm::dyn_cast<AllocaInst>(&object)) {
    const auto size = local->getAllocationSize(layout);
    return size && !size->isScalable() ? std::optional(size->getFixedValue()) : std::nullopt;
  }
  if (auto *global = llvm::dyn_cast<llvm::GlobalVariable>(&object))
    return layout.getTypeAllocSize(global->getValueType()).getFixedValue();
  return std::nullopt;
}

bool within(std::int64_t at, std::uint64_t bytes, std::uint64_t size) {
  return at >= 0 && bytes <= size && static_cast<std::uint64_t>(at) <= size - bytes;
}

bool is_hidden_name(const llvm::CallBase &call) {
  const llvm::Function *f = call.getCalledFunction();
  return f && f->getName().starts_with(local_prefix);
}

llvm::CallInst *hidden_name(AllocaInst &local) {
  for (llvm::User *u : local.users())
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(u); call && is_hidden_name(*call))
      return call;
  return nullptr;
}

// What is done with a local.
class Uses {
public:
  Uses(const AllocaInst &local, std::uint64_t size, const llvm::DataLayout &layout) : layout_(layout), size_(size) {
    reaches(&local, 0);
  }
  bool all_inside() {
    while (!todo_.empty()) {
      auto [pointer, at] = todo_.pop_back_val();
      for (const llvm::Use &u : pointer->uses())
        if (!inside(u, at))
          return false;
    }
    return true;
  }

private:
  bool reaches(const Value *pointer, std::int64_t at) {
    auto [known, fresh] = seen_.try_emplace(pointer, at);
    if (fresh)
      todo_.push_back({pointer, at});
    return known->second == at; // else it moves in a loop
  }
  bool access(std::int64_t at, const llvm::Type *type) const {
    const llvm::TypeSize bytes = layout_.getTypeStoreSize(const_cast<llvm::Type *>(type));
    return !bytes.isScalable() && within(at, bytes.getFixedValue(), size_);
  }
  bool inside(const llvm::Use &u, std::int64_t at) {
    const auto *user = llvm::cast<llvm::Instruction>(u.getUser());
    if (auto *gep = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
      llvm::APInt step(layout_.getIndexTypeSizeInBits(gep->getType()), 0);
      return gep->accumulateConstantOffset(layout_, step) && reaches(gep, at + step.getSExtValue());
    }
    if (llvm::isa<llvm::BitCastInst, llvm::AddrSpaceCastInst, llvm::PHINode, llvm::SelectInst>(user))
      return reaches(user, at);
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(user))
      return access(at, load->getType());
    if (auto *store = llvm::dyn_cast<llvm::StoreInst>(user))
      return u.getOperandNo() == llvm::StoreInst::getPointerOperandIndex() &&
             access(at, store->getValueOperand()->getType());
    auto *call = llvm::dyn_cast<llvm::CallBase>(user);
    if (!call)
      return llvm::isa<llvm::ICmpInst>(user);
    if (is_hidden_name(*call))
      return reaches(call, at);
    if (llvm::isa<llvm::MemIntrinsic>(call) || is_kept_intrinsic(*call)) {
      auto *length = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(2));
      return length && within(at, length->getZExtValue(), size_);
    }
    return call->isLifetimeStartOrEnd();
  }

  const llvm::DataLayout &layout_;
  const std::uint64_t size_;
  llvm::SmallVector<std::pair<const Value *, std::int64_t>, 32> todo_;
  llvm::DenseMap<const Value *, std::int64_t> seen_;
};

void hide(AllocaInst &local) {
  llvm::CallInst *name = hidden_name(local);
  if (!name) {
    llvm::IRBuilder<> b(local.getNextNode());
    b.SetCurrentDebugLocation(llvm::DebugLoc());
    llvm::FunctionCallee f = local.getModule()->getOrInsertFunction(
        (local_prefix + "p" + llvm::Twine(local.getAddressSpace())).str(), local.getType(), local.getType());
    auto *function = llvm::cast<llvm::Function>(f.getCallee());
    function->addParamAttr(0, llvm::Attribute::Returned);
    function->setDoesNotThrow();
    name = b.CreateCall(f, {&local}, local.getName() + ".hidden");
    name->addParamAttr(0, llvm::Attribute::Returned);
  }
  local.replaceUsesWithIf(name, [&](llvm::Use &u) {
    auto *call = llvm::dyn_cast<llvm::CallBase>(u.getUser());
    return u.getUser() != name && !(call && call->isLifetimeStartOrEnd());
  });
}

bool show(AllocaInst &local) {
  llvm::CallInst *name = hidden_name(local);
  if (!name)
    return false;
  name->replaceAllUsesWith(&local);
  name->eraseFromParent();
  return true;
}

llvm::SmallVector<AllocaInst *, 16> locals_of(llvm::Function &f) {
  llvm::SmallVector<AllocaInst *, 16> out;
  for (llvm::Instruction &i : llvm::instructions(f))
    if (auto *local = llvm::dyn_cast<AllocaInst>(&i))
      out.push_back(local);
  return out;
}

} // namespace

bool lies_inside(const Value &pointer, std::uint64_t bytes, const llvm::DataLayout &layout) {
  if (is_unknown_bytes(&pointer))
    return true; // copies from there are the passes' own
  llvm::APInt at(layout.getIndexTypeSizeInBits(pointer.getType()), 0);
  const Value *object = pointer.stripAndAccumulateConstantOffsets(layout, at, /*AllowNonInbounds=*/true);
  const auto size = size_of(*object, layout);
  return size && within(at.getSExtValue(), bytes, *size);
}

bool settle_locals(llvm::Function &f) {
  bool shown = false;
  for (AllocaInst *local : locals_of(f)) {
    const auto size = size_of(*local, f.getDataLayout());
    if (support::sound("bounds.dissolved", !size))
      continue;
    if (Uses(*local, *size, f.getDataLayout()).all_inside())
      shown = show(*local) || shown;
    else
      hide(*local);
  }
  return shown;
}

void show_locals(llvm::Function &f) {
  for (AllocaInst *local : locals_of(f))
    show(*local);
}

} // namespace lockstep::frontend
