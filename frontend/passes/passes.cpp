// The order of the pipeline's steps (passes.h).
#include "frontend/passes/passes.h"

#include "frontend/llvm/kernels.h"
#include "frontend/passes/hidden.h"
#include "frontend/passes/rounds.h"
#include "frontend/passes/steps.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugProgramInstruction.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"
#include "llvm/Transforms/Utils/LowerSwitch.h"

namespace lockstep::frontend {
namespace {

// LLVM's pass managers, for the passes of LLVM that are used.
class Manager {
public:
  Manager() {
    builder_.registerModuleAnalyses(modules_);
    builder_.registerFunctionAnalyses(functions_);
    builder_.registerCGSCCAnalyses(sccs_);
    builder_.registerLoopAnalyses(loops_);
    builder_.crossRegisterProxies(loops_, functions_, sccs_, modules_);
  }
  template <typename Pass> void run(Pass pass, llvm::Function &f) {
    pass.run(f, functions_);
    functions_.invalidate(f, llvm::PreservedAnalyses::none()); // our own steps say nothing to the manager
  }

private:
  llvm::PassBuilder builder_;
  llvm::LoopAnalysisManager loops_;
  llvm::FunctionAnalysisManager functions_;
  llvm::CGSCCAnalysisManager sccs_;
  llvm::ModuleAnalysisManager modules_;
};

// LLVM's repair leaves a block that follows itself with phis for an edge that it has moved.
void split_edges_to_themselves(llvm::Function &f) {
  std::vector<llvm::BasicBlock *> blocks;
  for (llvm::BasicBlock &b : f)
    if (llvm::is_contained(llvm::successors(&b), &b))
      blocks.push_back(&b);
  for (llvm::BasicBlock *b : blocks)
    llvm::SplitEdge(b, b);
}

// The kernel does nothing but say why it is refused.
void refuse_whole(llvm::Function &kernel, const std::string &reason) {
  kernel.dropAllReferences(); // blocks and instructions
  llvm::IRBuilder<> b(llvm::BasicBlock::Create(kernel.getContext(), "entry", &kernel));
  refuse(*b.CreateRetVoid(), reason);
}

void make_reducible(llvm::Function &kernel, Manager &manager) {
  {
    const Hidden hidden(kernel);
    manager.run(llvm::LowerSwitchPass(), kernel); // all that the repair understands is branches
  }
  split_edges_to_themselves(kernel);
  manager.run(llvm::FixIrreduciblePass(), kernel);
  if (llvm::verifyFunction(kernel))
    return refuse_whole(kernel, "a loop with several entries, which cannot be given one");
  simplify(kernel);
}

// Records that a variable has no known value: left behind by initial values.
void drop_empty_debug_records(llvm::Function &f) {
  for (llvm::Instruction &i : llvm::instructions(f))
    for (llvm::DbgRecord &r : llvm::make_early_inc_range(i.getDbgRecordRange()))
      if (auto *value = llvm::dyn_cast<llvm::DbgVariableRecord>(&r); value && value->isKillLocation())
        r.eraseFromParent();
}

// Locals become values where the places in them are known.
bool fall_apart(llvm::Function &kernel, Manager &manager, Bounds bounds) {
  if (bounds == Bounds::Checked) {
    unprotect_locals(kernel, bounds);
    settle_locals(kernel);
  }
  manager.run(llvm::SROAPass(llvm::SROAOptions::PreserveCFG), kernel);
  resolve_unknown_bytes(kernel);
  simplify(kernel);
  unprotect_locals(kernel, bounds);
  return true;
}

void run_on_kernel(llvm::Function &kernel, Manager &manager, const std::vector<llvm::Function *> &addressed,
                   const Pipeline &pipeline) {
  const Bounds bounds = pipeline.bounds;
  unsigned expanded = 0;
  hold_locals(kernel); // before locals are values
  // Each round may turn pointers held in locals into values, which shows further accesses to be local.
  protect_accesses(kernel, bounds); // what inlining has added
  expand_copies(kernel);            // before SROA, which would copy only what is read of the local
  bool apart = false;
  if (bounds == Bounds::Checked)
    settle_locals(kernel);
  for (bool changed = true; changed;) {
    spell_out_waits(kernel); // again below, where a count has become known
    manager.run(llvm::SROAPass(llvm::SROAOptions::PreserveCFG), kernel);
    changed = resolve_unknown_bytes(kernel);
    if (!apart) // before two reads become one; once, since each time copies what the last one has made
      apart = read_unknown_bytes_anew(kernel);
    changed = simplify(kernel) || changed;
    changed = resolve_addresses(kernel) || changed;
    if (inline_resolved_calls(kernel)) {
      protect_accesses(kernel, bounds);
      changed = true;
    }
    changed = spell_out_waits(kernel) || changed;
    changed = unprotect_locals(kernel, bounds) || changed;
    changed = expand_copies(kernel) || changed;
    changed = changed || expand_indirect_calls(kernel, addressed, expanded);
    changed = (bounds == Bounds::Checked && settle_locals(kernel)) || changed;
  }
  refuse_remaining_calls(kernel);
  straighten_annotations(kernel);
  drop_regions(kernel);
  refuse_late_annotations(kernel);
  simplify(kernel);
  do {
    while (select_pure_conditionals(kernel) && simplify(kernel)) {}
  } while (unroll_short_loops(kernel) && fall_apart(kernel, manager, bounds)); // selects first: the copies are smaller
  show_locals(kernel);
  write_out_first_rounds(kernel);
  if (!is_reducible(kernel))
    make_reducible(kernel, manager);
  drop_initial_stores(kernel);
  resolve_padding(kernel);
  simplify(kernel);
  if (read_unknown_bytes_anew(kernel))
    simplify(kernel);
  widen_bit_fields(kernel);
  unprotect_all(kernel);
  mark_incoherent_loads(kernel);
  if (pipeline.made == Made::Elsewhere)
    settle_poison(kernel);
  drop_empty_debug_records(kernel);
}

} // namespace

bool is_reducible(llvm::Function &f) {
  llvm::DominatorTree dominators(f);
  llvm::LoopInfo loops(dominators);
  using Order = llvm::ReversePostOrderTraversal<const llvm::Function *>;
  Order order(&f);
  return !llvm::containsIrreducibleCFG<const llvm::BasicBlock *, const Order, const llvm::LoopInfo>(order, loops);
}

void refuse(llvm::Instruction &instruction, const std::string &reason, support::Topic topic) {
  if (instruction.getMetadata(refusal_metadata))
    return;
  llvm::LLVMContext &c = instruction.getContext();
  llvm::Metadata *number = llvm::ConstantAsMetadata::get(
      llvm::ConstantInt::get(llvm::Type::getInt32Ty(c), static_cast<std::uint64_t>(topic)));
  instruction.setMetadata(refusal_metadata, llvm::MDNode::get(c, {llvm::MDString::get(c, reason), number}));
}

std::string refusal(const llvm::Instruction &instruction) {
  const llvm::MDNode *node = instruction.getMetadata(refusal_metadata);
  return node ? llvm::cast<llvm::MDString>(node->getOperand(0))->getString().str() : std::string();
}

support::Topic refusal_topic(const llvm::Instruction &instruction) {
  const llvm::MDNode *node = instruction.getMetadata(refusal_metadata);
  const auto *number =
      node && node->getNumOperands() > 1 ? llvm::mdconst::dyn_extract<llvm::ConstantInt>(node->getOperand(1)) : nullptr;
  return number && number->getZExtValue() <= static_cast<std::uint64_t>(support::Topic::Atomics)
             ? static_cast<support::Topic>(number->getZExtValue())
             : support::Topic::Other;
}

void run_passes(llvm::Module &module, const Pipeline &pipeline) {
  const Bounds bounds = pipeline.bounds;
  keep_names_free(module);
  if (pipeline.made != Made::AsCompiled)
    keep_promises(module);
  expand_specifications(module);
  drop_annotations(module, pipeline.annotations);
  attach_annotations(module);
  for (llvm::Function &f : llvm::make_early_inc_range(module)) { // protection declares functions
    expand_assembly(f);
    expand_incoherent_loads(f);
    spell_out_swaps(f);
    protect_accesses(f, bounds);
    split_first_class(f);
    initialise_locals(f, pipeline.made == Made::FromSource);
  }
  std::vector<llvm::Function *> kernels = flatten_parameters(module, kernel_functions(module));
  const std::vector<llvm::Function *> addressed = addressed_functions(module);
  inline_everything(module, kernels, addressed, pipeline.made);
  Manager manager;
  for (llvm::Function *kernel : kernels)
    run_on_kernel(*kernel, manager, addressed, pipeline);
  remove_inlined_functions(module, kernels);
  remove_unknown_bytes(module);
  remove_hidden(module);
}

} // namespace lockstep::frontend
