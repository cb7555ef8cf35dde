// See copy_loops.h.
#include "frontend/llvm/copies/copy_loops.h"

#include "frontend/llvm/copies/thread_copies.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/IR/CFG.h"

namespace lockstep::frontend {

CopyLoops::CopyLoops(const llvm::Function &f) : dominators_(const_cast<llvm::Function &>(f)), loops_(dominators_) {}

void CopyLoops::count() {
  for (const llvm::Loop *l : loops_.getLoopsInPreorder()) {
    numbers_.emplace(l, static_cast<unsigned>(numbers_.size()) + 1);
    commits_.emplace(l, count_commits(*l));
  }
}

const llvm::Loop *CopyLoops::headed_by(const llvm::BasicBlock &b) const {
  const llvm::Loop *l = loops_.getLoopFor(&b);
  return l && l->getHeader() == &b ? l : nullptr;
}

std::optional<unsigned> CopyLoops::count_commits(const llvm::Loop &l) const {
  std::map<const llvm::BasicBlock *, std::optional<unsigned>> before{{l.getHeader(), 0}}; // at a block's start
  std::optional<unsigned> out;
  bool always = l.getLoopLatch() != nullptr, first = true;
  llvm::ReversePostOrderTraversal<const llvm::Function *> order(l.getHeader()->getParent());
  for (const llvm::BasicBlock *b : order) {
    if (!l.contains(b))
      continue;
    std::optional<unsigned> n = before.count(b) ? before[b] : std::nullopt;
    for (const llvm::Instruction &i : *b)
      if (copy_call(i) == CopyCall::Commit)
        n = n && loops_.getLoopFor(b) == &l ? std::optional(*n + 1) : std::nullopt;
    for (const llvm::BasicBlock *to : llvm::successors(b)) {
      if (to == l.getHeader()) {
        always = always && n && (first || out == n);
        out = n;
        first = false;
      } else if (const auto [at, fresh] = before.try_emplace(to, n); !fresh && at->second != n) {
        at->second.reset();
      }
    }
  }
  return always ? out : std::nullopt;
}

} // namespace lockstep::frontend
