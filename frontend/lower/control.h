// Control flow: the blocks that LLVM's become, and phis as variables assigned on the edges into their block.
#pragma once

#include "frontend/lower/values.h"

#include "llvm/IR/Instructions.h"

namespace lockstep::frontend {

class Control {
public:
  // The variables of a phi's pieces: value, and which object.
  using PhiVars = std::vector<std::pair<cfg::VarId, std::optional<cfg::VarId>>>;

  Control(Builder &out, Values &values) : in_(out.in), out_(out), values_(values) {}

  void declare_block(const llvm::BasicBlock &b);
  void start_phi(const llvm::PHINode &phi);
  void lower_terminator(const llvm::Instruction &i);
  void finish_edges(); // once all values are known

  const std::map<const llvm::BasicBlock *, cfg::BlockId> &first_block() const { return first_block_; }
  const std::map<const llvm::PHINode *, PhiVars> &phi_vars() const { return phi_vars_; } // none: it has no variable

private:
  struct Edge {                               // on which phis are assigned, in `block`
    const llvm::BasicBlock *from, *last, *to; // control goes from `from` to `to`; the phis take their values for `last`
    cfg::BlockId block;
  };
  void copy_on_edge(const Edge &edge);
  const llvm::PHINode *branching_phi(const llvm::BasicBlock &block) const;
  const llvm::Value *only_value(const llvm::PHINode &phi) const;
  const llvm::BasicBlock *forwarded(const llvm::BasicBlock &from, const llvm::BasicBlock &block) const;
  cfg::BlockId edge(const llvm::BasicBlock &from, const llvm::BasicBlock &to);
  void emit_parallel(const std::vector<std::pair<cfg::VarId, cfg::Expr>> &asked);

  const Source &in_;
  Builder &out_;
  Values &values_;
  std::map<const llvm::BasicBlock *, cfg::BlockId> first_block_;
  std::vector<Edge> edges_;
  std::map<const llvm::PHINode *, PhiVars> phi_vars_;
};

void unreachable(Builder &out, const std::string &why);

} // namespace lockstep::frontend
