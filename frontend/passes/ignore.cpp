// Annotations that are not asked for (--ignore-annotations): what they claim and assume is taken out first, before it
// is attached to anything; what they compute follows once it stands in one place.
//
// Sound because an annotation has no effect but to claim and to assume: without it nothing is known that it says.
#include "frontend/passes/steps.h"

#include "frontend/builtins/intrinsics.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <array>

namespace lockstep::frontend {

namespace {
constexpr std::array<std::string_view, 19> statements = {"__lockstep_requires",
                                                         "__lockstep_assume",
                                                         "__lockstep_assert",
                                                         "__lockstep_invariant",
                                                         "__lockstep_global_requires",
                                                         "__lockstep_global_assert",
                                                         "__lockstep_global_assume",
                                                         "__lockstep_global_invariant",
                                                         "__lockstep_ensures",
                                                         "__lockstep_global_ensures",
                                                         "__lockstep_function_wide_invariant",
                                                         "__lockstep_candidate_invariant",
                                                         "__lockstep_candidate_global_invariant",
                                                         "__lockstep_function_wide_candidate_invariant",
                                                         "__lockstep_reads_from",
                                                         "__lockstep_writes_to",
                                                         "__lockstep_requires_fresh_array",
                                                         "__lockstep_array_snapshot",
                                                         "__lockstep_unsupported"};
} // namespace

void drop_annotations(llvm::Module &module) {
  for (llvm::Function &f : module) {
    if (!f.isDeclaration() || !f.getName().contains("__lockstep_") || !f.getReturnType()->isVoidTy() ||
        std::find(statements.begin(), statements.end(), demangle_symbol(f.getName()).name) == statements.end())
      continue;
    for (llvm::User *u : llvm::make_early_inc_range(f.users()))
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(u); call && call->getCalledFunction() == &f)
        call->eraseFromParent();
  }
}

void drop_regions(llvm::Function &kernel) {
  std::vector<llvm::Instruction *> begins;
  for (llvm::Instruction &i : llvm::instructions(kernel))
    if (begins_region(i) && refusal(i).empty())
      begins.push_back(&i);
  for (llvm::Instruction *begin : begins) {
    const std::vector<llvm::Instruction *> region = straight_region(*begin);
    for (auto i = region.rbegin(); i != region.rend(); ++i)
      if ((*i)->use_empty())
        (*i)->eraseFromParent();
  }
}

} // namespace lockstep::frontend
