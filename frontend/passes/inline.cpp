// Inlining of everything into the kernels, callees first. Recursion and calls that cannot be inlined stay, refused.
#include "frontend/builtins/intrinsics.h"
#include "frontend/builtins/spelled.h"
#include "frontend/llvm/contract_marks.h"
#include "frontend/llvm/kernels.h"
#include "frontend/passes/hidden.h"
#include "frontend/passes/passes.h"
#include "frontend/passes/steps.h"
#include "support/sound.h"

#include "support/budget.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CallGraph.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

#include <algorithm>

namespace lockstep::frontend {
namespace {

using Functions = llvm::SmallPtrSet<const llvm::Function *, 16>;
constexpr llvm::StringRef axiom_prefix = "__lockstep_axiom_";
constexpr const char *recursive_mark = "lockstep-recursive";

llvm::Function *defined_callee(llvm::CallBase &call) {
  auto *f = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  return f && !f->isDeclaration() ? f : nullptr;
}

// Also finds calls of inlined functions (axioms of C++ have mangled names).
bool is_axiom(const llvm::Function &f) { return !f.isDeclaration() && f.getName().contains(axiom_prefix); }

void inline_calls(llvm::Function &caller) {
  llvm::SmallVector<llvm::CallBase *, 16> calls;
  for (llvm::Instruction &i : llvm::instructions(caller))
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&i); call && defined_callee(*call))
      calls.push_back(call);
  llvm::SetVector<llvm::Function *> shown_again;
  for (llvm::CallBase *call : calls) {
    llvm::Function *callee = defined_callee(*call);
    std::string name = llvm::demangle(callee->getName().str());
    if (callee->hasFnAttribute(recursive_mark)) {
      const std::string why = why_no_contract(*callee);
      refuse(*call, "recursion: '" + name + "' calls itself, directly or through others" +
                        (why.empty() ? "" : "; its contract does not stand for it: " + why));
      continue;
    }
    if (callee->getFunctionType() != call->getFunctionType()) {
      refuse(*call, "'" + name + "' is called as a function of another type");
      continue;
    }
    note_wrapper(*callee);
    hide_undefined(*callee); // LLVM simplifies what it clones
    shown_again.insert(callee);
    call->setCalledOperand(callee);
    call->setCallingConv(callee->getCallingConv());
    llvm::InlineFunctionInfo info;
    llvm::InlineResult result =
        llvm::InlineFunction(*call, info, /*MergeAttributes=*/false, nullptr, /*InsertLifetime=*/false);
    if (!result.isSuccess())
      refuse(*call, "'" + name + "' cannot be inlined: " + result.getFailureReason());
  }
  for (llvm::Function *callee : shown_again)
    show_undefined(*callee);
  show_undefined(caller);
}

// A kernel that another function calls gets a twin for the calls, an ordinary function: what the kernel requires is
// assumed of a launch, but owed by a caller.
void separate_called_kernels(const std::vector<llvm::Function *> &kernels) {
  for (llvm::Function *kernel : kernels) {
    llvm::SmallVector<llvm::CallBase *, 4> calls;
    for (llvm::User *u : kernel->users())
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(u); call && call->getCalledOperand() == kernel)
        calls.push_back(call);
    if (calls.empty())
      continue;
    llvm::ValueToValueMapTy map;
    llvm::Function *twin = llvm::CloneFunction(kernel, map);
    twin->setName(kernel->getName() + ".called");
    twin->setLinkage(llvm::GlobalValue::InternalLinkage);
    twin->setComdat(nullptr);
    twin->setCallingConv(llvm::CallingConv::C);
    for (llvm::CallBase *call : calls) {
      call->setCalledFunction(twin);
      call->setCallingConv(twin->getCallingConv());
    }
  }
}

// A precondition of an inlined function is an obligation of its caller.
void require_of_callers(llvm::Module &module, const std::vector<llvm::Function *> &kernels, const char *precondition,
                        const char *obligation) {
  llvm::Function *requirement = module.getFunction(precondition);
  if (!requirement)
    return;
  llvm::SmallVector<llvm::CallBase *, 8> calls;
  for (llvm::User *u : requirement->users())
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(u);
        call && std::find(kernels.begin(), kernels.end(), call->getFunction()) == kernels.end())
      calls.push_back(call);
  for (llvm::CallBase *call : calls) {
    llvm::FunctionCallee assertion =
        module.getOrInsertFunction(obligation, requirement->getFunctionType(), requirement->getAttributes());
    call->setCalledFunction(assertion);
  }
}

// LLVM simplifies what it clones by the branches around it, which say nothing of another thread. Sound because in what
// Clang has just made an annotation reads its variables anew, and compares no value that a branch has compared.
void refuse_called_annotations(llvm::Module &module, const std::vector<llvm::Function *> &kernels) {
  for (llvm::Function &f : module)
    if (std::find(kernels.begin(), kernels.end(), &f) == kernels.end())
      for (llvm::Instruction &i : llvm::instructions(f))
        if (support::unsound("inline.annotations", speaks_of_two(i)))
          refuse(i, "an annotation about two threads in a function of LLVM IR that is called");
}

} // namespace

void attach_annotations(llvm::Module &module) {
  for (llvm::Function &f : module)
    if (f.isDeclaration() &&
        llvm::StringRef(demangle_symbol(f.getName()).name).starts_with("__uninterpreted_function_") &&
        takes_and_gives_numbers(*f.getFunctionType())) { // a function of its arguments only
      set_declared(f, Declared::AsFunction);
      f.setDoesNotAccessMemory();
      f.setDoesNotThrow();
      f.addFnAttr(llvm::Attribute::WillReturn);
    }
  llvm::SmallVector<llvm::Function *, 4> axioms;
  std::vector<llvm::Function *> kernels = kernel_functions(module);
  for (llvm::Function &f : module)
    if (is_axiom(f))
      axioms.push_back(&f);
  llvm::removeFromUsedLists(module, [](llvm::Constant *c) {
    auto *f = llvm::dyn_cast<llvm::Function>(c->stripPointerCasts());
    return f && is_axiom(*f);
  });
  for (llvm::Function *kernel : kernels) {
    llvm::IRBuilder<> builder(&*kernel->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    if (llvm::DISubprogram *sp = kernel->getSubprogram())
      builder.SetCurrentDebugLocation(llvm::DILocation::get(module.getContext(), sp->getLine(), 0, sp));
    for (llvm::Function *axiom : axioms)
      builder.CreateCall(axiom)->setCallingConv(axiom->getCallingConv());
  }
  separate_called_kernels(kernels);
  require_of_callers(module, kernels, "__lockstep_requires", "__lockstep_assert");
  require_of_callers(module, kernels, "__lockstep_global_requires", "__lockstep_global_owed");
}

void inline_everything(llvm::Module &module, const std::vector<llvm::Function *> &kernels,
                       const std::vector<llvm::Function *> &addressed, Made made) {
  if (made == Made::Elsewhere)
    refuse_called_annotations(module, kernels);
  for (llvm::Function &f : module) {
    f.removeFnAttr(llvm::Attribute::NoInline);
    f.removeFnAttr(llvm::Attribute::OptimizeNone);
  }
  llvm::SetVector<llvm::Function *> reachable(kernels.begin(), kernels.end());
  for (llvm::Function *f : addressed)
    if (!f->isDeclaration())
      reachable.insert(f);
  for (unsigned n = 0; n < reachable.size(); ++n)
    for (llvm::Instruction &i : llvm::instructions(*reachable[n]))
      for (llvm::Value *operand : i.operands()) // callees, and functions whose address is taken
        if (auto *f = llvm::dyn_cast<llvm::Function>(operand->stripPointerCastsAndAliases()); f && !f->isDeclaration())
          reachable.insert(f);

  llvm::CallGraph graph(module);
  std::vector<llvm::Function *> order; // callees first
  for (auto scc = llvm::scc_begin(&graph); !scc.isAtEnd(); ++scc)
    for (llvm::CallGraphNode *node : *scc) {
      llvm::Function *f = node->getFunction();
      if (!f || !reachable.contains(f))
        continue;
      if (scc.hasCycle())
        f->addFnAttr(recursive_mark);
      order.push_back(f);
    }
  for (llvm::Function *f : order) {
    mark_own_loops(*f);
    inline_calls(*f);
    place_contracts(*f);
  }
}

bool inline_resolved_calls(llvm::Function &kernel) {
  bool changed = false;
  for (bool again = true; again;) {
    support::spend_round();
    again = false;
    for (llvm::Instruction &i : llvm::instructions(kernel)) {
      auto *call = llvm::dyn_cast<llvm::CallBase>(&i);
      if (call && defined_callee(*call) && refusal(*call).empty()) {
        inline_calls(kernel);
        again = changed = true;
        break;
      }
    }
  }
  return changed;
}

void refuse_remaining_calls(llvm::Function &kernel) {
  for (llvm::Instruction &i : llvm::instructions(kernel)) {
    auto *call = llvm::dyn_cast<llvm::CallBase>(&i);
    if (!call)
      continue;
    if (call->isInlineAsm())
      refuse(*call, "inline assembly");
    else if (!llvm::isa<llvm::Function>(call->getCalledOperand()->stripPointerCastsAndAliases()))
      refuse(*call, "a call through a function pointer whose target is not known");
  }
}

void remove_inlined_functions(llvm::Module &module, const std::vector<llvm::Function *> &kernels) {
  for (bool again = true; again;) {
    support::spend_round();
    again = false;
    for (llvm::Function &f : llvm::make_early_inc_range(module)) {
      if (std::find(kernels.begin(), kernels.end(), &f) != kernels.end())
        continue;
      f.removeDeadConstantUsers();
      if (!f.use_empty())
        continue;
      f.eraseFromParent();
      again = true;
    }
  }
}

} // namespace lockstep::frontend
