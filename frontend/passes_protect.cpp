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

// Where an access goes; a copy has two places. Empty for other instructions.
llvm::SmallVector<const llvm::Value *, 2> addresses(const llvm::Instruction &i) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&i))
    return {load->getPointerOperand()};
  if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&i))
    return {store->getPointerOperand()};
  if (auto *copy = llvm::dyn_cast<llvm::MemTransferInst>(&i))
    return {copy->getRawSource(), copy->getRawDest()};
  if (auto *fill = llvm::dyn_cast<llvm::MemSetInst>(&i))
    return {fill->getRawDest()};
  return {};
}

bool is_local_access(const llvm::Instruction &i) {
  auto places = addresses(i);
  return std::all_of(places.begin(), places.end(), reaches_locals_only);
}

bool is_volatile(const llvm::Instruction &i) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&i))
    return load->isVolatile();
  if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&i))
    return store->isVolatile();
  return llvm::cast<llvm::MemIntrinsic>(i).isVolatile();
}

void set_volatile(llvm::Instruction &i, bool value) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&i))
    load->setVolatile(value);
  else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&i))
    store->setVolatile(value);
  else
    llvm::cast<llvm::MemIntrinsic>(i).setVolatile(llvm::ConstantInt::getBool(i.getContext(), value));
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
      if (addresses(i).empty() || is_volatile(i) || is_local_access(i))
        continue;
      set_volatile(i, true);
      i.setMetadata(mark, empty);
    }
  }
}

bool unprotect_locals(llvm::Function &function) {
  bool changed = false;
  for (llvm::Instruction &i : llvm::instructions(function)) {
    if (addresses(i).empty() || !is_volatile(i) || !is_local_access(i))
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
    set_volatile(i, false);
  }
}

} // namespace lockstep::frontend
