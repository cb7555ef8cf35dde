// Keeping accesses alive. LLVM's passes may delete a load nobody uses, or a copy into a local that is only partly read;
// for us it is an access that can race. While the pipeline runs, every load and store that may reach shared memory is
// volatile: no pass deletes, adds, moves, splits or merges a volatile access.
//
// Sound because volatile only restricts what passes may do, and the mark is taken off before anyone interprets it.
#include "frontend/passes_steps.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

#include <algorithm>

namespace lockstep::frontend {
namespace {

constexpr const char *mark = "lockstep.kept"; // on what was not volatile before

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

void set_volatile(llvm::Instruction &i, bool value) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&i))
    load->setVolatile(value);
  else
    llvm::cast<llvm::StoreInst>(i).setVolatile(value);
}

} // namespace

bool reaches_locals_only(const llvm::Value *pointer) {
  llvm::SmallVector<const llvm::Value *, 4> objects;
  llvm::getUnderlyingObjects(pointer, objects, nullptr, /*MaxLookup=*/0);
  return !objects.empty() && std::all_of(objects.begin(), objects.end(), [](const llvm::Value *o) {
    auto *global = llvm::dyn_cast<llvm::GlobalVariable>(o);
    return llvm::isa<llvm::AllocaInst>(o) || (global && global->isConstant() && global->hasDefinitiveInitializer());
  });
}

void protect_accesses(llvm::Module &module) {
  llvm::MDNode *empty = llvm::MDNode::get(module.getContext(), {});
  for (llvm::Function &f : module) {
    // A function that only reads memory could be dropped with its result; one that may not return cannot.
    if (f.isDeclaration() && f.onlyReadsMemory() && !f.doesNotAccessMemory())
      f.removeFnAttr(llvm::Attribute::WillReturn);
    for (llvm::Instruction &i : llvm::instructions(f)) {
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&i); call && call->onlyReadsMemory() && !call->doesNotAccessMemory())
        call->removeFnAttr(llvm::Attribute::WillReturn);
      const llvm::Value *pointer = address(i);
      if (!pointer || is_volatile(i) || reaches_locals_only(pointer))
        continue;
      set_volatile(i, true);
      i.setMetadata(mark, empty);
    }
  }
}

bool unprotect_locals(llvm::Function &function) {
  bool changed = false;
  for (llvm::Instruction &i : llvm::instructions(function)) {
    const llvm::Value *pointer = address(i);
    if (!pointer || !is_volatile(i) || !reaches_locals_only(pointer))
      continue;
    set_volatile(i, false); // also where the source says volatile: nobody else sees a local
    i.setMetadata(mark, nullptr);
    changed = true;
  }
  return changed;
}

void unprotect_all(llvm::Function &function) {
  for (llvm::Instruction &i : llvm::instructions(function)) {
    if (!i.getMetadata(mark))
      continue;
    i.setMetadata(mark, nullptr);
    if (auto *copy = llvm::dyn_cast<llvm::MemIntrinsic>(&i))
      copy->setVolatile(llvm::ConstantInt::getFalse(i.getContext()));
    else
      set_volatile(i, false);
  }
}

} // namespace lockstep::frontend
