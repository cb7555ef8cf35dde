// See plain_forms.h. What is refused here means the same as ever to who does not ask: no verdict rests on it.
#include "frontend/llvm/plain_forms.h"

#include "frontend/llvm/scope_file.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

#include <string>
#include <vector>

namespace lockstep::frontend {

namespace {

using llvm::BasicBlock;
using llvm::Instruction;

const llvm::Function *callee(const Instruction &i) {
  const auto *call = llvm::dyn_cast<llvm::CallBase>(&i);
  return call ? call->getCalledFunction() : nullptr;
}

bool calls(const Instruction &i, llvm::StringRef name) {
  const llvm::Function *f = callee(i);
  return f && f->getName() == name;
}

// What a specification computes, from its begin to its end, on all ways.
struct Region {
  std::vector<const Instruction *> instructions;
  bool branches = false;
};

Region region_from(const Instruction &begin) {
  Region out;
  llvm::SmallPtrSet<const BasicBlock *, 8> seen;
  std::vector<const Instruction *> starts{begin.getNextNode()};
  while (!starts.empty()) {
    const Instruction *i = starts.back();
    starts.pop_back();
    for (; i && !calls(*i, "__lockstep_spec_end") && !i->isTerminator(); i = i->getNextNode())
      out.instructions.push_back(i);
    if (!i || !i->isTerminator())
      continue;
    out.branches = true;
    for (const BasicBlock *next : llvm::successors(i->getParent()))
      if (seen.insert(next).second)
        starts.push_back(&next->front());
  }
  return out;
}

support::Origin place_of(const Instruction &i) {
  const llvm::DILocation *at = i.getDebugLoc();
  return at ? support::Origin(support::SourcePlace{scope_file(at->getScope()), at->getLine(), at->getColumn()})
            : support::Origin();
}

// Has the source written the branches itself? Our own __implies and __ite are operators with branches, too; the text is
// that in front of the preprocessor.
bool is_written_with_branches(const Instruction &statement) {
  llvm::StringRef text;
  const auto &call = llvm::cast<llvm::CallBase>(statement);
  if (call.arg_size() < 2 || !llvm::getConstantStringInfo(call.getArgOperand(1), text))
    return false;
  return text.contains("&&") || text.contains("||") || text.contains('?');
}

bool check(const Instruction &begin, support::Diagnostics &diags) {
  const Region region = region_from(begin);
  bool branching = false, of_function = false;
  const Instruction *called = nullptr;
  for (const Instruction *i : region.instructions) {
    if (calls(*i, "__lockstep_invariant") || calls(*i, "__lockstep_global_invariant"))
      branching = branching || (region.branches && is_written_with_branches(*i));
    of_function = of_function || calls(*i, "__lockstep_function_wide_invariant");
    if (const llvm::Function *f = callee(*i); f && !f->isDeclaration())
      called = i;
  }
  if (branching) {
    diags.error(place_of(begin), "this invariant branches ('&&', '||', '?:') before it comes to the head of a loop",
                support::Topic::InvariantPlace);
    return false;
  }
  if (of_function && called) {
    diags.unsupported(place_of(*called), "a function-wide invariant that calls a function is not supported",
                      support::Topic::SpecificationCall);
    return false;
  }
  return true;
}

} // namespace

bool check_plain_forms(const llvm::Module &module, support::Diagnostics &diags) {
  bool all = true;
  for (const llvm::Function &f : module)
    for (const Instruction &i : llvm::instructions(f))
      if (calls(i, "__lockstep_spec_begin"))
        all = check(i, diags) && all;
  return all;
}

} // namespace lockstep::frontend
