// Keeping accesses alive. LLVM's passes may delete a load nobody uses, or the part of a copy into a local that is not
// read later; for us both are accesses that can race. While the pipeline runs,
//   - every load and store that may reach shared memory is volatile: no pass deletes, adds, moves, splits or merges
//   one;
//   - every memory intrinsic that may is a call of an unknown function, "lockstep.kept." and the intrinsic's name.
//
// Sound because both only restrict what passes may do, and the marks are taken off before anyone interprets them.
#include "frontend/passes/steps.h"

#include "support/sound.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <algorithm>

namespace lockstep::frontend {
namespace {

constexpr llvm::StringRef kept_prefix = "lockstep.kept.";

const llvm::Value *address(const llvm::Instruction &i) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&i))
    return load->getPointerOperand();
  if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&i))
    return store->getPointerOperand();
  return nullptr;
}

bool is_volatile(const llvm::Instruction &i) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&i))
    return load->isVolatile();
  return llvm::cast<llvm::StoreInst>(i).isVolatile();
}

constexpr std::uint64_t any_length = ~std::uint64_t(0);

// What nobody else sees, and what is not undefined where bounds are checked.
bool is_free(const llvm::Value &pointer, std::uint64_t bytes, Bounds bounds, const llvm::DataLayout &layout) {
  return reaches_locals_only(&pointer) &&
         (support::sound("bounds.kept", bounds == Bounds::Assumed) || lies_inside(pointer, bytes, layout));
}

bool is_free(const llvm::MemIntrinsic &m, Bounds bounds) {
  auto *transfer = llvm::dyn_cast<llvm::MemTransferInst>(&m);
  auto *length = llvm::dyn_cast<llvm::ConstantInt>(m.getLength());
  const std::uint64_t bytes = length ? length->getZExtValue() : any_length;
  return is_free(*m.getRawDest(), bytes, bounds, m.getDataLayout()) &&
         (!transfer || is_free(*transfer->getRawSource(), bytes, bounds, m.getDataLayout()));
}

// A table of pointers is resolved, and what lies outside of it then is null (indirect.cpp).
bool is_free(const llvm::Instruction &i, const llvm::Value &pointer, Bounds bounds) {
  llvm::Type *type = llvm::getLoadStoreType(const_cast<llvm::Instruction *>(&i));
  const bool table = llvm::isa<llvm::LoadInst>(i) && type->isPointerTy() &&
                     llvm::isa<llvm::GlobalVariable>(llvm::getUnderlyingObject(&pointer, 0));
  const llvm::TypeSize bytes = i.getDataLayout().getTypeStoreSize(type);
  return is_free(pointer, bytes.getKnownMinValue(), table ? Bounds::Assumed : bounds, i.getDataLayout());
}

void hide(llvm::MemIntrinsic &m) {
  llvm::Function *f = m.getCalledFunction();
  llvm::FunctionCallee hidden =
      m.getModule()->getOrInsertFunction((kept_prefix + f->getName()).str(), f->getFunctionType());
  static_cast<llvm::CallInst &>(m).setCalledFunction(hidden);
}

} // namespace

llvm::MemIntrinsic *reveal(llvm::Instruction &i) {
  auto *call = llvm::dyn_cast<llvm::CallInst>(&i);
  llvm::Function *f = call ? call->getCalledFunction() : nullptr;
  if (!f || !f->getName().starts_with(kept_prefix))
    return nullptr;
  llvm::StringRef name = f->getName().drop_front(kept_prefix.size());
  call->setCalledFunction(i.getModule()->getOrInsertFunction(name, f->getFunctionType()));
  return llvm::cast<llvm::MemIntrinsic>(call);
}

bool reaches_locals_only(const llvm::Value *pointer) {
  llvm::SmallVector<const llvm::Value *, 4> objects;
  llvm::getUnderlyingObjects(pointer, objects, nullptr, /*MaxLookup=*/0);
  return !objects.empty() && std::all_of(objects.begin(), objects.end(), [](const llvm::Value *o) {
    auto *global = llvm::dyn_cast<llvm::GlobalVariable>(o);
    return llvm::isa<llvm::AllocaInst>(o) || is_unknown_bytes(o) ||
           (global && global->isConstant() && global->hasDefinitiveInitializer());
  });
}

void protect_accesses(llvm::Function &f, Bounds bounds) {
  // A function that only reads memory could be dropped with its result; one that may not return cannot.
  if (f.isDeclaration() && f.onlyReadsMemory() && !f.doesNotAccessMemory())
    f.removeFnAttr(llvm::Attribute::WillReturn);
  for (llvm::Instruction &i : llvm::instructions(f)) {
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&i);
        call && call->onlyReadsMemory() && !call->doesNotAccessMemory())
      call->removeFnAttr(llvm::Attribute::WillReturn);
    if (auto *m = llvm::dyn_cast<llvm::MemIntrinsic>(&i)) {
      if (!is_free(*m, bounds))
        hide(*m);
      continue;
    }
    const llvm::Value *pointer = address(i);
    if (support::unsound("protect.kept", pointer && !is_volatile(i) && !is_free(i, *pointer, bounds)))
      mark_kept(i);
  }
}

bool unprotect_locals(llvm::Function &function, Bounds bounds) {
  bool changed = false;
  for (llvm::Instruction &i : llvm::instructions(function)) {
    if (llvm::MemIntrinsic *m = reveal(i)) {
      if (is_free(*m, bounds))
        changed = true;
      else
        hide(*m);
      continue;
    }
    const llvm::Value *pointer = address(i);
    if (!pointer || !is_volatile(i) || !is_free(i, *pointer, bounds))
      continue;
    set_volatile(i, false); // also where the source says volatile: nobody else sees a local
    i.setMetadata(protect_mark, nullptr);
    changed = true;
  }
  return changed;
}

void unprotect_all(llvm::Function &function) {
  for (llvm::Instruction &i : llvm::instructions(function)) {
    if (reveal(i) || !i.getMetadata(protect_mark))
      continue;
    i.setMetadata(protect_mark, nullptr);
    set_volatile(i, false);
  }
}

void keep(llvm::MemIntrinsic &access) { hide(access); }

bool is_kept_intrinsic(const llvm::CallBase &call) {
  const llvm::Function *f = call.getCalledFunction();
  return f && f->getName().starts_with(kept_prefix);
}

} // namespace lockstep::frontend
