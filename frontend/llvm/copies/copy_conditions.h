// The conditions of branches that decide whether asynchronous copies of CUDA are started, committed or waited for.
#pragma once

#include "frontend/llvm/copies/copy_loops.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instruction.h"

#include <map>

namespace lockstep::frontend {

struct PlacedInstruction { // ordered by its place in the function: addresses differ from run to run
  unsigned place = 0;
  const llvm::Instruction *is = nullptr;
  auto operator<=>(const PlacedInstruction &) const = default;
};

class CopyConditions {
public:
  explicit CopyConditions(const llvm::Function &f);
  void find(const llvm::Function &f, const CopyLoops &loops); // once, before they are asked for

  PlacedInstruction placed(const llvm::Instruction &i) const { return {places_.at(&i), &i}; }
  // That the block's end asks for: of those that are the same, the first; null: none.
  const PlacedInstruction *at_end(const llvm::BasicBlock &b) const {
    const auto it = conditions_.find(&b);
    return it == conditions_.end() ? nullptr : &it->second;
  }

private:
  llvm::DenseMap<const llvm::Instruction *, unsigned> places_; // from 1
  std::map<const llvm::BasicBlock *, PlacedInstruction> conditions_;
};

} // namespace lockstep::frontend
