// Ranges: the values that variables and expressions can have, as intervals under the signed and the unsigned reading,
// and which operations cannot wrap around (docs/design.md 8).
//
// A forward interval analysis: ids and sizes come from the launch, variables start with all values of their type,
// branches, assumptions (`requires` among them) and assertions restrict them, loops are widened to thresholds (the
// kernel's constants) and narrowed again; finite value sets bound variables at the blocks' entries.
//
// Sound because every execution that satisfies the assumptions and, with `assume_no_overflow`, does what the flags nsw
// and nuw promise, stays within the state of each block it enters: the states are a post-fixpoint of transfer functions
// that over-approximate each statement and edge, narrowing included (each narrowed state is again an image of
// post-fixpoint states). `Proved` therefore holds given the operations reported as `ByAssumption`.
#pragma once

#include "cfg/analysis/graph/liveness.h"
#include "cfg/analysis/values/facts.h"
#include "cfg/analysis/values/ranges/range_domain.h"
#include "cfg/ir/launch.h"

#include <memory>

namespace lockstep::cfg {

class ValueSets;

struct RangeOptions {
  // nsw and nuw hold: results are bounded accordingly, and the operation is reported as ByAssumption. Otherwise the
  // flags are ignored.
  bool assume_no_overflow = true;
  // Those of this kernel, if known: variables then stay within their values (value_sets.h).
  const ValueSets *sets = nullptr;
  const Liveness *live = nullptr; // likewise
};

class Ranges {
public:
  using VarRange = ExprRange;

  // Can an execution enter the block?
  bool reachable(BlockId b) const;
  // Of a live variable whenever the block is entered; the full range for others and for unreachable blocks.
  VarRange at_entry(BlockId b, VarId v) const;
  // Of any expression at a block's entry, or just before a statement (of the kernel analysed).
  ExprRange evaluate(const Expr &e, BlockId b) const;
  ExprRange evaluate_before(const Expr &e, const Kernel &k, BlockId b, std::size_t stmt) const;

  // Of one node of the kernel, joined over all places where it is evaluated. A node that the analysis did not meet
  // (made by a client, or in dead code) is evaluated anew, from what holds of its variables wherever they are live.
  ExprRange range_of(const ExprNode *n) const;
  ExprRange range_of(const Expr &e) const { return range_of(e.get()); }
  // Whether the node's own operation is exact: Add Sub Mul Shl as mathematics, casts as keeping the number; SDiv as not
  // overflowing. Other operations are exact by nature.
  WrapInfo wrap_of(const ExprNode *n) const;
  WrapInfo wrap_of(const Expr &e) const { return wrap_of(e.get()); }

  // The arm of a selection that is chosen wherever it is evaluated; null if that is not known.
  Expr chosen(const Expr &selection) const;

  struct Data; // range_solver.h
  explicit Ranges(std::shared_ptr<const Data> data = nullptr) : data_(std::move(data)) {}

private:
  friend class RangeReader;
  std::shared_ptr<const Data> data_;
};

// Ranges::evaluate_before for points that are asked about in order: of one block each from the one before.
class RangeReader {
public:
  RangeReader(const Kernel &k, const Ranges &ranges);
  ~RangeReader();
  ExprRange evaluate_before(const Expr &e, BlockId b, std::size_t stmt);

private:
  struct Walked;
  const Kernel &k_;
  std::shared_ptr<const Ranges::Data> data_;
  std::unique_ptr<Walked> walked_;
};

// `facts` must be those of this kernel; with FactOptions::asserts, asserted conditions restrict ranges as well.
Ranges ranges(const Kernel &k, const LoopForest &forest, const Facts &facts, const Launch &launch,
              const RangeOptions &options = {});

} // namespace lockstep::cfg
