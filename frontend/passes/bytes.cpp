// A value in memory is its bytes, of which the program's types are views. What that asks of the pipeline:
//
//   - A local starts with arbitrary bytes, each time its declaration is reached: it is filled from @lockstep.unknown,
//   which
//     SROA cuts to the views that are used; what is loaded from there becomes `freeze undef`. Each read of such bytes
//     gives bytes of its own (reads_apart.cpp).
//   - Loads and stores of first-class aggregates touch their padding, too (first_class.cpp).
//   - Padding that nobody has written is any byte wherever it is read. Where it is stored to shared memory it is one
//   unknown
//     byte for all threads (@lockstep.padding), so that threads which store the same members store the same value.
//     Sound because the byte is still written there: tolerated is only that two threads write it when neither has given
//     it a value, as two writes of one value are.
#include "frontend/passes/initial_values.h"
#include "frontend/passes/steps.h"

#include "support/budget.h"
#include "support/sound.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

#include <algorithm>

namespace lockstep::frontend {
namespace {

constexpr const char *unknown_name = "lockstep.unknown";
constexpr llvm::StringRef padding_prefix = "lockstep.padding.";

llvm::GlobalVariable *unknown_bytes(llvm::Module &m) {
  if (llvm::GlobalVariable *g = m.getNamedGlobal(unknown_name))
    return g;
  return new llvm::GlobalVariable(m, llvm::ArrayType::get(llvm::Type::getInt8Ty(m.getContext()), 0),
                                  /*isConstant=*/false, llvm::GlobalValue::ExternalLinkage, nullptr, unknown_name);
}

bool is_initial_copy(const llvm::Instruction &i) {
  auto *copy = llvm::dyn_cast<llvm::MemTransferInst>(&i);
  return copy && is_unknown_bytes(copy->getRawSource());
}

// SROA makes such stores of copies, too; none that the source has goes without a place.
bool is_initial_store(const llvm::Instruction &i) {
  auto *store = llvm::dyn_cast<llvm::StoreInst>(&i);
  auto *value = store ? llvm::dyn_cast<llvm::FreezeInst>(store->getValueOperand()) : nullptr;
  return value && llvm::isa<llvm::UndefValue>(value->getOperand(0)) && !store->isVolatile() &&
         (i.getMetadata(initial_mark) || !i.getDebugLoc()) && reaches_locals_only(store->getPointerOperand());
}

// --- initial values -------------------------------------------------------------------------------------------------
void fill_with_unknown(llvm::AllocaInst &local, llvm::Instruction &before) {
  const llvm::DataLayout &layout = local.getDataLayout();
  auto size = local.getAllocationSize(layout);
  if (!size || size->isScalable() || size->isZero())
    return;
  llvm::IRBuilder<> b(&before);
  b.SetCurrentDebugLocation(llvm::DebugLoc());
  llvm::Type *type = local.getAllocatedType();
  llvm::MDNode *mark = llvm::MDNode::get(local.getContext(), {});
  if (type->isSingleValueType() && !local.isArrayAllocation() &&
      layout.getTypeSizeInBits(type) == 8 * size->getFixedValue()) {
    auto *any_value = new llvm::FreezeInst(llvm::UndefValue::get(type), "", before.getIterator());
    any_value->setMetadata(initial_mark, mark);
    b.CreateStore(any_value, &local)->setMetadata(initial_mark, mark);
    return;
  }
  llvm::Align align(1);
  b.CreateMemCpy(&local, local.getAlign(), unknown_bytes(*local.getModule()), align, size->getFixedValue())
      ->setMetadata(initial_mark, mark);
}

// The place itself, at most with its address space; no part of it, nothing behind it.
bool names_all_of_it(const llvm::DIExpression &e) {
  return std::all_of(e.expr_op_begin(), e.expr_op_end(), [](const llvm::DIExpression::ExprOperand &op) {
    return op.getOp() == llvm::dwarf::DW_OP_constu || op.getOp() == llvm::dwarf::DW_OP_swap ||
           op.getOp() == llvm::dwarf::DW_OP_xderef;
  });
}

// Where a local's life starts again in a cycle: its declaration in source that Clang has just compiled (where the
// records of variables stand at their declarations), and lifetime markers.
std::vector<std::pair<llvm::AllocaInst *, llvm::Instruction *>> renewals(llvm::Function &f, bool from_source) {
  std::vector<std::pair<llvm::AllocaInst *, llvm::Instruction *>> out;
  for (llvm::BasicBlock &block : f) {
    std::vector<std::pair<llvm::AllocaInst *, llvm::Instruction *>> here;
    for (llvm::Instruction &i : block) {
      if (auto *marker = llvm::dyn_cast<llvm::IntrinsicInst>(&i);
          marker && marker->getIntrinsicID() == llvm::Intrinsic::lifetime_start)
        if (auto *local = llvm::dyn_cast<llvm::AllocaInst>(marker->getArgOperand(1)->stripPointerCasts()))
          here.push_back({local, i.getNextNode()});
      for (llvm::DbgRecord &r : i.getDbgRecordRange()) {
        auto *declared = llvm::dyn_cast<llvm::DbgVariableRecord>(&r);
        if (!from_source || !declared || !declared->isDbgDeclare() || declared->getVariable()->getArg() != 0 ||
            !names_all_of_it(*declared->getExpression()))
          continue;
        auto *local = llvm::dyn_cast_or_null<llvm::AllocaInst>(declared->getAddress());
        if (local && std::none_of(here.begin(), here.end(), [&](auto &h) { return h.first == local; }))
          here.push_back({local, &i});
      }
    }
    if (!here.empty() && in_cycle(block))
      out.insert(out.end(), here.begin(), here.end());
  }
  return out;
}

// --- locals that are only written ------------------------------------------------------------------------------------
// Only at places within the local that are known, where nothing can be wrong with the access.
bool only_written(llvm::AllocaInst &local, llvm::SmallVectorImpl<llvm::Instruction *> &uses) {
  const llvm::DataLayout &layout = local.getDataLayout();
  auto size = local.getAllocationSize(layout);
  if (!size || size->isScalable())
    return false;
  auto inside = [&](llvm::Value *pointer, std::uint64_t bytes) {
    llvm::APInt at(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
    return pointer->stripAndAccumulateConstantOffsets(layout, at, true) == &local && !at.isNegative() &&
           at.getZExtValue() + bytes <= size->getFixedValue();
  };
  llvm::SmallVector<llvm::Instruction *, 8> todo{&local};
  while (!todo.empty()) {
    support::spend();
    llvm::Instruction *pointer = todo.pop_back_val();
    for (llvm::Use &u : pointer->uses()) {
      auto *user = llvm::cast<llvm::Instruction>(u.getUser());
      if (llvm::isa<llvm::GetElementPtrInst, llvm::AddrSpaceCastInst>(user)) {
        todo.push_back(user);
      } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(user)) {
        if (u.getOperandNo() != 1 || !store->isSimple() ||
            !inside(pointer, layout.getTypeStoreSize(store->getValueOperand()->getType()).getFixedValue()))
          return false;
      } else if (auto *m = llvm::dyn_cast<llvm::MemIntrinsic>(user)) {
        auto *length = llvm::dyn_cast<llvm::ConstantInt>(m->getLength());
        auto *copy = llvm::dyn_cast<llvm::MemTransferInst>(m);
        if (u.getOperandNo() != 0 || m->isVolatile() || !length || !inside(pointer, length->getZExtValue()) ||
            (copy && !is_unknown_bytes(copy->getRawSource()) && !reaches_locals_only(copy->getRawSource())))
          return false;
      } else if (auto *call = llvm::dyn_cast<llvm::CallBase>(user); !call || !call->isLifetimeStartOrEnd()) {
        return false;
      }
      uses.push_back(user);
    }
  }
  return true;
}

bool drop_unread_locals(llvm::Function &f) {
  bool any = false;
  for (bool changed = true; changed;) {
    changed = false;
    llvm::SmallVector<llvm::AllocaInst *, 16> locals;
    for (llvm::Instruction &i : llvm::instructions(f))
      if (auto *local = llvm::dyn_cast<llvm::AllocaInst>(&i))
        locals.push_back(local);
    for (llvm::AllocaInst *local : locals) {
      llvm::SmallVector<llvm::Instruction *, 16> uses;
      if (!only_written(*local, uses))
        continue;
      for (llvm::Instruction *i : llvm::reverse(uses)) {
        i->eraseFromParent(); // its users come first
      }
      local->eraseFromParent();
      any = changed = true;
    }
  }
  return any;
}

} // namespace

// Can the block be left and entered again?
bool in_cycle(const llvm::BasicBlock &block) {
  llvm::SmallPtrSet<const llvm::BasicBlock *, 32> seen;
  llvm::SmallVector<const llvm::BasicBlock *, 32> todo(llvm::succ_begin(&block), llvm::succ_end(&block));
  while (!todo.empty()) {
    support::spend();
    const llvm::BasicBlock *b = todo.pop_back_val();
    if (b == &block)
      return true;
    if (seen.insert(b).second)
      todo.append(llvm::succ_begin(b), llvm::succ_end(b));
  }
  return false;
}

bool is_unknown_bytes(const llvm::Value *pointer) {
  auto *g = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(pointer, 0));
  return g && g->getName() == unknown_name;
}

llvm::Value *padding_value(llvm::IRBuilder<> &b, llvm::Value *value) {
  llvm::Module *m = b.GetInsertBlock()->getModule();
  const std::string name = (padding_prefix + "i" + llvm::Twine(value->getType()->getIntegerBitWidth())).str();
  llvm::FunctionCallee callee = m->getOrInsertFunction(name, value->getType(), value->getType());
  auto *f = llvm::cast<llvm::Function>(callee.getCallee());
  f->setDoesNotAccessMemory();
  f->setDoesNotThrow();
  f->setWillReturn();
  return b.CreateCall(callee, {value});
}

// Sound because a local that is read before it is written holds arbitrary bytes, which is what `freeze undef` says;
// plain undef would let passes choose convenient ones.
void initialise_locals(llvm::Function &function, bool from_source) {
  if (support::left_out("locals.initial"))
    return;
  const auto again = renewals(function, from_source);
  for (llvm::Instruction &i : llvm::make_early_inc_range(llvm::instructions(function)))
    if (auto *local = llvm::dyn_cast<llvm::AllocaInst>(&i))
      fill_with_unknown(*local, *local->getNextNode());
  for (auto &[local, before] : again)
    fill_with_unknown(*local, *before);
}

bool resolve_unknown_bytes(llvm::Function &function) {
  bool any = false;
  for (llvm::Instruction &i : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto *load = llvm::dyn_cast<llvm::LoadInst>(&i);
    if (!load || !is_unknown_bytes(load->getPointerOperand()))
      continue;
    auto *any_value = new llvm::FreezeInst(llvm::UndefValue::get(load->getType()), "", load->getIterator());
    any_value->takeName(load);
    any_value->setMetadata(initial_mark, llvm::MDNode::get(function.getContext(), {}));
    load->replaceAllUsesWith(any_value);
    load->eraseFromParent();
    any = true;
  }
  return drop_unread_locals(function) || any;
}

namespace {
// The local that an initial write fills, in whole or in part.
const llvm::Value *filled_local(const llvm::Instruction &i) {
  auto *copy = llvm::dyn_cast<llvm::MemTransferInst>(&i);
  return llvm::getUnderlyingObject(copy ? copy->getRawDest() : llvm::getLoadStorePointerOperand(&i), 0);
}

// Initial writes that come first: nothing has been done with their local yet, for they stand in the entry before any
// other access.
llvm::SmallPtrSet<const llvm::Instruction *, 16> first_writes(const llvm::Function &function) {
  llvm::SmallPtrSet<const llvm::Instruction *, 16> first;
  llvm::SmallPtrSet<const llvm::Value *, 16> used;
  for (const llvm::Instruction &i : function.getEntryBlock()) {
    auto *call = llvm::dyn_cast<llvm::CallBase>(&i);
    if (is_initial_copy(i) || is_initial_store(i)) {
      if (!used.contains(filled_local(i)))
        first.insert(&i);
    } else if (const llvm::Value *place = llvm::getLoadStorePointerOperand(&i)) {
      const llvm::Value *object = llvm::getUnderlyingObject(place, 0);
      if (!llvm::isa<llvm::AllocaInst, llvm::Argument, llvm::GlobalVariable>(object))
        break; // one of several locals, perhaps
      used.insert(object);
    } else if (i.mayReadOrWriteMemory() && !(call && call->isLifetimeStartOrEnd())) {
      break;
    }
  }
  return first;
}
} // namespace

// A local that stays in memory is arbitrary at first anyway; what starts its life again, in a cycle or in copies of
// one, stays.
void drop_initial_stores(llvm::Function &function) {
  const auto first = first_writes(function);
  for (llvm::Instruction &i : llvm::make_early_inc_range(llvm::instructions(function))) {
    if (!is_initial_copy(i) && !is_initial_store(i))
      continue;
    if (first.contains(&i)) {
      i.eraseFromParent();
      continue;
    }
    i.setMetadata(initial_mark, nullptr);
    if (auto *copy = llvm::dyn_cast<llvm::MemTransferInst>(&i)) {
      llvm::IRBuilder<> b(copy);
      llvm::FunctionCallee fresh = function.getParent()->getOrInsertFunction(
          ("lockstep.fresh.p" + llvm::Twine(copy->getDestAddressSpace())).str(), b.getVoidTy(),
          copy->getRawDest()->getType(), copy->getLength()->getType());
      b.CreateCall(fresh, {copy->getRawDest(), copy->getLength()});
      copy->eraseFromParent();
    }
  }
}

namespace {
// Does the value go to a local, through the word that it is a part of?
bool is_stored_locally(const llvm::Value &value, unsigned depth = 0) {
  return depth > 12 || std::any_of(value.user_begin(), value.user_end(), [&](const llvm::User *u) {
           auto *store = llvm::dyn_cast<llvm::StoreInst>(u);
           return store ? reaches_locals_only(store->getPointerOperand()) : is_stored_locally(*u, depth + 1);
         });
}
} // namespace

void resolve_padding(llvm::Function &function) {
  for (llvm::Instruction &i : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto *call = llvm::dyn_cast<llvm::CallInst>(&i);
    if (!call || !call->getCalledFunction() || !call->getCalledFunction()->getName().starts_with(padding_prefix))
      continue;
    llvm::Value *value = call->getArgOperand(0);
    auto *frozen = llvm::dyn_cast<llvm::FreezeInst>(value);
    const bool nobody_wrote =
        llvm::isa<llvm::UndefValue>(value) || (frozen && llvm::isa<llvm::UndefValue>(frozen->getOperand(0)));
    if (nobody_wrote && !is_stored_locally(*call))
      call->setArgOperand(0, llvm::UndefValue::get(call->getType()));
    else
      call->replaceAllUsesWith(value);
    if (call->use_empty())
      call->eraseFromParent();
  }
}

void remove_unknown_bytes(llvm::Module &module) {
  if (llvm::GlobalVariable *g = module.getNamedGlobal(unknown_name)) {
    g->removeDeadConstantUsers();
    if (g->use_empty())
      g->eraseFromParent();
  }
}

} // namespace lockstep::frontend
