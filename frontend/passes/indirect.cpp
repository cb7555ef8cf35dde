// Calls through pointers whose target the simplifications have not found: each becomes a chain of comparisons with the
// functions that it may be, and a failing assertion if it is none of them; a listed assumption where the pointer is one
// that the host has chosen, or another kernel: a parameter, or what memory holds that threads share.
//
// Sound because in a whole module a pointer that is called is one of the functions whose address is taken somewhere, of
// the call's type, or the call is undefined. A function that is also called as a kernel, and one through which the
// expansion could come back to itself, is refused.
#include "frontend/builtins/intrinsics.h"
#include "frontend/llvm/ir_leaves.h"
#include "frontend/llvm/kernels.h"
#include "frontend/passes/passes.h"
#include "frontend/passes/steps.h"

#include "support/sound.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/CallPromotionUtils.h"
#include "llvm/Transforms/Utils/Local.h"

#include <algorithm>
#include <functional>

namespace lockstep::frontend {
namespace {

constexpr std::size_t max_functions = 64;   // that one call may lead to
constexpr unsigned max_expansions = 256;    // in one kernel
constexpr std::uint64_t max_table = 64 * 8; // bytes of a table of functions
constexpr const char *failure = "__lockstep_assert_fail";
constexpr const char *nothing_called = "__lockstep_no_function";

llvm::CallBase *indirect_call(llvm::Instruction &i) {
  auto *call = llvm::dyn_cast<llvm::CallBase>(&i);
  bool direct = !call || call->isInlineAsm() ||
                llvm::isa<llvm::Function>(call->getCalledOperand()->stripPointerCastsAndAliases());
  return direct || !refusal(*call).empty() ? nullptr : call;
}

bool may_be_called_as(const llvm::Function &f, const llvm::CallBase &call) {
  return f.getFunctionType() == call.getFunctionType() &&
         llvm::isLegalToPromote(call, const_cast<llvm::Function *>(&f));
}

// Whether a call of f may lead to a second one of a function under way, directly or through pointers.
class Recursion {
public:
  explicit Recursion(const std::vector<llvm::Function *> &addressed) : addressed_(addressed) {}
  bool reaches(llvm::Function &f) {
    if (done_.contains(&f))
      return false;
    if (!under_way_.insert(&f).second)
      return true;
    for (llvm::Instruction &i : llvm::instructions(f)) {
      auto *call = llvm::dyn_cast<llvm::CallBase>(&i);
      auto *callee =
          call ? llvm::dyn_cast<llvm::Function>(call->getCalledOperand()->stripPointerCastsAndAliases()) : nullptr;
      if (callee && !callee->isDeclaration() && reaches(*callee))
        return true;
      if (llvm::CallBase *open = indirect_call(i))
        for (llvm::Function *g : addressed_)
          if (may_be_called_as(*g, *open) && reaches(*g))
            return true;
    }
    under_way_.erase(&f);
    done_.insert(&f);
    return false;
  }

private:
  const std::vector<llvm::Function *> &addressed_;
  llvm::SmallPtrSet<llvm::Function *, 8> under_way_, done_;
};

struct Possible {
  llvm::SmallSetVector<llvm::Function *, 8> functions;
  llvm::SmallSetVector<llvm::Constant *, 4> others; // null, made-up addresses
  bool given = false;                               // by whom the kernel does not see
  bool mixed = false;                               // it comes from a local that holds such a pointer, or what is none
  bool unknown = false;
};

// A parameter's value, or what memory holds that others write.
bool is_given(const llvm::Value &v) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&v))
    return !reaches_locals_only(load->getPointerOperand());
  return llvm::isa<llvm::Argument>(v);
}

// Does a local, whose contents the pointer is read from, get what is given?
bool holds_given(const llvm::LoadInst &load) {
  const llvm::Value *local = llvm::getUnderlyingObject(load.getPointerOperand(), 0);
  if (!llvm::isa<llvm::AllocaInst>(local))
    return !llvm::isa<llvm::GlobalVariable>(local); // a constant
  for (const llvm::Instruction &i : llvm::instructions(*load.getFunction())) {
    auto *store = llvm::dyn_cast<llvm::StoreInst>(&i);
    auto *copy = llvm::dyn_cast<llvm::MemTransferInst>(&i);
    const llvm::Value *place = store ? store->getPointerOperand() : copy ? copy->getRawDest() : nullptr;
    if (place && llvm::getUnderlyingObject(place, 0) == local &&
        ((store && store->getValueOperand()->getType()->isPointerTy() && is_given(*store->getValueOperand())) ||
         (copy && !reaches_locals_only(copy->getRawSource()))))
      return true;
  }
  return false;
}

void note_source(const llvm::Value &v, Possible &found) {
  const bool given = support::sound("indirect.given", is_given(v));
  auto *load = llvm::dyn_cast<llvm::LoadInst>(&v);
  found.mixed = found.mixed || (!given && load && holds_given(*load));
  found.given = found.given || given;
  found.unknown = found.unknown || !given;
}

// What a pointer visibly is.
void visible_functions(llvm::Value *pointer, Possible &found) {
  llvm::SmallSetVector<llvm::Value *, 8> work;
  work.insert(pointer);
  for (unsigned n = 0; n < work.size(); ++n) {
    llvm::Value *v = work[n]->stripPointerCasts();
    if (auto *f = llvm::dyn_cast<llvm::Function>(v))
      found.functions.insert(f);
    else if (auto *phi = llvm::dyn_cast<llvm::PHINode>(v))
      work.insert(phi->op_begin(), phi->op_end());
    else if (auto *select = llvm::dyn_cast<llvm::SelectInst>(v))
      work.insert(select->op_begin() + 1, select->op_end());
    else if (auto *c = llvm::dyn_cast<llvm::ConstantExpr>(v); c && c->getOpcode() == llvm::Instruction::IntToPtr)
      found.others.insert(c);
    else if (auto *null = llvm::dyn_cast<llvm::ConstantPointerNull>(v))
      found.others.insert(null);
    else
      note_source(*v, found);
  }
}

llvm::Function *ours(llvm::Module &module, const char *name, llvm::ArrayRef<llvm::Type *> parameters) {
  llvm::Function *f = module.getFunction(name);
  if (is_builtin(f, name))
    return f;
  if (f) // whatever else is called so goes by another name
    f->setName("lockstep.other");
  llvm::Type *none = llvm::Type::getVoidTy(module.getContext());
  f = llvm::cast<llvm::Function>(
      module.getOrInsertFunction(name, llvm::FunctionType::get(none, parameters, false)).getCallee());
  set_declared(*f, Declared::Lockstep);
  return f;
}

// What the host has chosen is a function.
void assume_away(llvm::CallBase &call) {
  llvm::Function *f = ours(*call.getModule(), nothing_called, {});
  llvm::IRBuilder<>(&call).CreateCall(f)->setCallingConv(f->getCallingConv());
  llvm::changeToUnreachable(&call);
}

// The message is where the assertions of C have their text.
void fail(llvm::CallBase &call) {
  llvm::Module &module = *call.getModule();
  llvm::IRBuilder<> builder(&call);
  llvm::Function *f = ours(module, failure, {builder.getPtrTy()});
  const unsigned space = f->getFunctionType()->getParamType(0)->getPointerAddressSpace();
  auto *text =
      builder.CreateGlobalString("the pointer called is a function of the call's type", "lockstep.no_function", space);
  builder.CreateCall(f, {text})->setCallingConv(f->getCallingConv());
  llvm::changeToUnreachable(&call);
}

// None of the functions: an assertion fails where it is one of what is visibly none.
void fail_or_assume(llvm::CallBase &call, const Possible &visible) {
  llvm::IRBuilder<> builder(&call);
  llvm::Value *wrong = builder.getFalse();
  for (llvm::Constant *c : visible.others)
    wrong = builder.CreateOr(wrong, builder.CreateICmpEQ(call.getCalledOperand(), c));
  if (!visible.others.empty()) {
    llvm::Instruction *end = llvm::SplitBlockAndInsertIfThen(wrong, &call, /*Unreachable=*/false);
    auto *again = llvm::cast<llvm::CallBase>(call.clone());
    again->insertBefore(end);
    fail(*again);
  }
  assume_away(call);
}

bool is_table(const llvm::GlobalVariable &g) {
  return g.isConstant() && g.hasDefinitiveInitializer() &&
         g.getDataLayout().getTypeAllocSize(g.getValueType()).getFixedValue() <= max_table;
}

// A pointer loaded from a constant table becomes a choice by the place.
bool resolve_table(llvm::LoadInst &load) {
  if (load.isVolatile() || !load.getType()->isPointerTy())
    return false;
  auto *table = llvm::dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(load.getPointerOperand(), 0));
  const llvm::DataLayout &layout = load.getModule()->getDataLayout();
  if (!table || !is_table(*table))
    return false;
  llvm::IRBuilder<> builder(&load);
  llvm::Type *index = layout.getIndexType(load.getPointerOperandType());
  llvm::SmallVector<llvm::GEPOperator *, 4> steps;
  llvm::Value *at = load.getPointerOperand()->stripPointerCasts();
  for (; at != table; at = llvm::cast<llvm::GEPOperator>(at)->getPointerOperand()->stripPointerCasts()) {
    auto *step = llvm::dyn_cast<llvm::GEPOperator>(at);
    if (!step)
      return false;
    steps.push_back(step);
  }
  llvm::Value *offset = llvm::ConstantInt::get(index, 0);
  for (llvm::GEPOperator *step : steps)
    offset = builder.CreateAdd(offset, llvm::emitGEPOffset(&builder, layout, step, /*NoAssumptions=*/true));
  // Outside the table: null, whose call fails.
  llvm::Value *value = llvm::Constant::getNullValue(load.getType());
  const std::uint64_t size = layout.getTypeAllocSize(table->getValueType()).getFixedValue();
  for (std::uint64_t k = 0; k + layout.getPointerSize() <= size; k += layout.getPointerSize()) {
    llvm::Constant *element =
        llvm::ConstantFoldLoadFromConst(table->getInitializer(), load.getType(), llvm::APInt(64, k), layout);
    if (!element || !llvm::isa<llvm::Function>(element->stripPointerCasts()))
      continue;
    value = builder.CreateSelect(builder.CreateICmpEQ(offset, llvm::ConstantInt::get(index, k)), element, value);
  }
  load.replaceAllUsesWith(value);
  load.eraseFromParent();
  return true;
}

// A copy of a constant table into a local becomes stores of its elements.
bool expand_table_copy(llvm::MemCpyInst &copy) {
  auto *table = llvm::dyn_cast<llvm::GlobalVariable>(copy.getRawSource()->stripPointerCasts());
  auto *length = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
  const llvm::DataLayout &layout = copy.getModule()->getDataLayout();
  if (!table || !length || !is_table(*table) || !reaches_locals_only(copy.getRawDest()) ||
      length->getZExtValue() != layout.getTypeAllocSize(table->getValueType()).getFixedValue())
    return false;
  const std::optional<std::vector<Leaf>> leaves = leaves_of(layout, table->getValueType(), max_table);
  if (!leaves)
    return false;
  llvm::SmallVector<llvm::Constant *, 16> values;
  bool functions = false;
  for (const Leaf &leaf : *leaves) {
    values.push_back(
        llvm::ConstantFoldLoadFromConst(table->getInitializer(), leaf.type, llvm::APInt(64, leaf.offset), layout));
    if (!values.back())
      return false;
    functions = functions || llvm::isa<llvm::Function>(values.back()->stripPointerCasts());
  }
  if (!functions)
    return false;
  llvm::IRBuilder<> builder(&copy);
  for (std::size_t k = 0; k < leaves->size(); ++k)
    builder.CreateStore(values[k], builder.CreatePtrAdd(copy.getRawDest(), builder.getInt64((*leaves)[k].offset)));
  copy.eraseFromParent();
  return true;
}

bool only_called(const llvm::LoadInst &load) {
  return !load.use_empty() && llvm::all_of(load.users(), [&](const llvm::User *u) {
    auto *call = llvm::dyn_cast<llvm::CallBase>(u);
    return call && call->getCalledOperand() == &load && !llvm::is_contained(call->args(), &load);
  });
}

// One call; false: it is refused.
bool expand(llvm::CallBase &call, const std::vector<llvm::Function *> &addressed) {
  Possible visible;
  auto &possible = visible.functions;
  visible_functions(call.getCalledOperand(), visible);
  const bool known = !visible.given && !visible.unknown && !visible.mixed;
  bool exact = known && support::sound("indirect.others", visible.others.empty());
  if (visible.mixed) {
    refuse(call, "a call through a function pointer from a local that holds one which the host has chosen");
    return false;
  }
  if (!known)
    possible.insert(addressed.begin(), addressed.end());
  exact = !possible.remove_if([&](llvm::Function *f) { return !may_be_called_as(*f, call); }) && exact;
  if (possible.size() > max_functions) {
    refuse(call, "a call through a function pointer that may be one of more than " + std::to_string(max_functions) +
                     " functions");
    return false;
  }
  const std::vector<llvm::Function *> kernels = kernel_functions(*call.getModule());
  Recursion recursion(addressed);
  for (llvm::Function *f : possible) {
    const std::string name = llvm::demangle(f->getName().str());
    if (llvm::is_contained(kernels, f))
      refuse(call, "a call through a function pointer that may be the kernel '" + name + "'");
    else if (recursion.reaches(*f))
      refuse(call,
             "recursion: a call through a function pointer that may be '" + name + "', which may come back to itself");
  }
  if (!refusal(call).empty())
    return false;
  if (visible.given && possible.empty()) {
    refuse(call,
           "a call through a function pointer that is passed or read from memory, where no function of its type "
           "has its address taken,",
           support::Topic::CalledPointer);
    return false;
  }
  llvm::Function *last =
      exact && !possible.empty() ? possible.pop_back_val() : nullptr; // what it is if it is none of the others
  for (llvm::Function *f : possible)
    llvm::promoteCallWithIfThenElse(call, f).setCallingConv(f->getCallingConv());
  if (last)
    llvm::promoteCall(call, last).setCallingConv(last->getCallingConv());
  else if (!visible.given || visible.unknown)
    fail(call);
  else
    fail_or_assume(call, visible);
  return true;
}

} // namespace

std::vector<llvm::Function *> addressed_functions(llvm::Module &module) {
  std::vector<llvm::Function *> found;
  for (llvm::Function &f : module)
    if (!f.isIntrinsic() && f.hasAddressTaken(nullptr, false, /*IgnoreAssumeLikeCalls=*/true, /*IgnoreLLVMUsed=*/true))
      found.push_back(&f);
  return found;
}

bool expand_indirect_calls(llvm::Function &kernel, const std::vector<llvm::Function *> &addressed, unsigned &expanded) {
  llvm::SmallVector<llvm::CallBase *, 8> calls;
  llvm::SmallVector<llvm::LoadInst *, 8> loads;
  llvm::SmallVector<llvm::MemCpyInst *, 8> copies;
  for (llvm::Instruction &i : llvm::instructions(kernel)) {
    if (llvm::CallBase *call = indirect_call(i))
      calls.push_back(call);
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&i); load && only_called(*load))
      loads.push_back(load);
    if (auto *copy = llvm::dyn_cast<llvm::MemCpyInst>(&i))
      copies.push_back(copy);
  }
  if (calls.empty())
    return false;
  bool changed = false;
  for (llvm::MemCpyInst *copy : copies)
    changed = expand_table_copy(*copy) || changed;
  for (llvm::LoadInst *load : loads)
    changed = resolve_table(*load) || changed;
  if (changed)
    return true; // the calls may have become direct
  for (llvm::CallBase *call : calls) {
    if (expanded == max_expansions) {
      refuse(*call, "a kernel with more than " + std::to_string(max_expansions) + " calls through function pointers");
      continue;
    }
    if (expand(*call, addressed)) {
      ++expanded;
      changed = true;
    }
  }
  return changed;
}

} // namespace lockstep::frontend
