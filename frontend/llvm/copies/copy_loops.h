// The loops of a function that makes asynchronous copies of CUDA, with the groups of copies that each round commits.
#pragma once

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"

#include <map>
#include <optional>

namespace lockstep::frontend {

class CopyLoops {
public:
  explicit CopyLoops(const llvm::Function &f);
  void count(); // once, before one is asked for its number or its groups

  const llvm::Loop *loop_of(const llvm::BasicBlock &b) const { return loops_.getLoopFor(&b); }
  const llvm::Loop *loop_of(const llvm::Instruction &i) const { return loops_.getLoopFor(i.getParent()); }
  const llvm::Loop *headed_by(const llvm::BasicBlock &b) const; // null: no loop
  const llvm::LoopInfo &info() const { return loops_; }
  const llvm::DominatorTree &dominators() const { return dominators_; }
  unsigned number(const llvm::Loop &l) const { return numbers_.at(&l); } // from 1
  // Groups that each round of the loop commits; empty: not always as many.
  std::optional<unsigned> commits(const llvm::Loop &l) const { return commits_.at(&l); }

private:
  std::optional<unsigned> count_commits(const llvm::Loop &l) const;

  llvm::DominatorTree dominators_;
  llvm::LoopInfo loops_;
  std::map<const llvm::Loop *, unsigned> numbers_;
  std::map<const llvm::Loop *, std::optional<unsigned>> commits_;
};

} // namespace lockstep::frontend
