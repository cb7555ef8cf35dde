// Annotations that are not asked for (--ignore-annotations and its like): what they claim and assume is taken out
// first, before it is attached to anything; what they compute follows once it stands in one place.
//
// Sound because an annotation has no effect but to claim and to assume: without it nothing is known that it says.
#include "frontend/passes/steps.h"

#include "frontend/builtins/intrinsics.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <algorithm>
#include <array>

namespace lockstep::frontend {

namespace {
struct Statement {
  std::string_view name;
  Annotations last; // with which it still counts; `Ignored`: never
};
constexpr Annotations no_invariants = Annotations::NoInvariants, only_requires = Annotations::OnlyRequires;
constexpr std::array<Statement, 23> statements = {{{"__lockstep_requires", only_requires},
                                                   {"__lockstep_global_requires", only_requires},
                                                   {"__lockstep_requires_fresh_array", only_requires},
                                                   {"__lockstep_assume", no_invariants},
                                                   {"__lockstep_assert", no_invariants},
                                                   {"__lockstep_global_assert", no_invariants},
                                                   {"__lockstep_global_assume", no_invariants},
                                                   {"__lockstep_ensures", no_invariants},
                                                   {"__lockstep_global_ensures", no_invariants},
                                                   {"__lockstep_spec_ensures", no_invariants},
                                                   {"__lockstep_reads_from", no_invariants},
                                                   {"__lockstep_writes_to", no_invariants},
                                                   {"__lockstep_array_snapshot", no_invariants},
                                                   {"__lockstep_unsupported", no_invariants},
                                                   {"__lockstep_barrier_invariant", no_invariants},
                                                   {"__lockstep_barrier_instance", no_invariants},
                                                   {"__lockstep_barrier_pair", no_invariants},
                                                   {"__lockstep_invariant", no_invariants},
                                                   {"__lockstep_global_invariant", no_invariants},
                                                   {"__lockstep_function_wide_invariant", no_invariants},
                                                   {"__lockstep_candidate_invariant", no_invariants},
                                                   {"__lockstep_candidate_global_invariant", no_invariants},
                                                   {"__lockstep_function_wide_candidate_invariant", no_invariants}}};

bool goes(const llvm::Function &f, Annotations wanted) {
  if (!f.isDeclaration() || !f.getName().contains("__lockstep_") || !f.getReturnType()->isVoidTy())
    return false;
  const std::string name = demangle_symbol(f.getName()).name;
  return std::any_of(statements.begin(), statements.end(),
                     [&](const Statement &s) { return s.name == name && wanted > s.last; });
}
} // namespace

void drop_annotations(llvm::Module &module, Annotations wanted) {
  for (llvm::Function &f : module)
    if (goes(f, wanted))
      for (llvm::User *u : llvm::make_early_inc_range(f.users()))
        if (auto *call = llvm::dyn_cast<llvm::CallInst>(u); call && call->getCalledFunction() == &f)
          call->eraseFromParent();
}

void drop_regions(llvm::Function &kernel) {
  std::vector<llvm::Instruction *> begins;
  for (llvm::Instruction &i : llvm::instructions(kernel))
    if (begins_region(i) && refusal(i).empty())
      begins.push_back(&i);
  for (llvm::Instruction *begin : begins) {
    const std::vector<llvm::Instruction *> region = straight_region(*begin);
    if (statement_of(region))
      continue;
    for (auto i = region.rbegin(); i != region.rend(); ++i)
      if ((*i)->use_empty())
        (*i)->eraseFromParent();
  }
}

} // namespace lockstep::frontend
