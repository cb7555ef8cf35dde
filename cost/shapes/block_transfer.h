// What statements make of the values that variables have in two launches that cut one into other blocks, and what of
// them depends on the blocks (independence.h). Private to cost/shapes/.
#pragma once

#include "cfg/analysis/values/unwritten.h"
#include "cost/shapes/block_expressions.h"
#include "cost/shapes/dependence_report.h"
#include "cost/shapes/parted_blocks.h"

namespace lockstep::coalescing {

class BlockTransfer {
public:
  using State = BlockExpressions::State;
  BlockTransfer(const cfg::Kernel &k, const cfg::LoopForest &loops, const SourceWords &words,
                const BlockArithmetic &arithmetic, BlockExpressions &values, const PartedBlocks &parted,
                DependenceReport &report);

  State entry() const;                     // of the kernel
  void pass(cfg::BlockId b, State &state); // the values stand at the block's end from then on
  std::size_t lost_arrays() const;         // private ones whose contents may differ; once lost, an array stays so

private:
  void set(cfg::BlockId b, cfg::VarId v, BlockValue to);
  void statement(cfg::BlockId b, std::uint32_t i, const cfg::Stmt &s);
  void load(cfg::BlockId b, std::uint32_t i, const cfg::Load &l);
  void store(cfg::BlockId b, const cfg::Origin &origin, cfg::ArrayId array, const cfg::Expr &offset,
             const std::vector<cfg::Expr> &values, bool read_back);
  void atomic(cfg::BlockId b, const cfg::Origin &origin, const cfg::Atomic &a);
  void promise(const cfg::Origin &origin, const cfg::Assume &a);

  const cfg::Kernel &k_;
  const SourceWords &words_;
  const BlockArithmetic &arithmetic_;
  BlockExpressions &values_;
  const PartedBlocks &parted_;
  DependenceReport &report_;
  const cfg::Places first_loads_;
  const std::vector<bool> once_;     // by variable: a number that is set at most once
  std::vector<std::string> private_; // by array: why its contents may differ
  State *state_ = nullptr;           // at the statement at hand
};

} // namespace lockstep::coalescing
