// The fixpoint of the range analysis (ranges.h). Private to cfg/analysis.
#pragma once

#include "cfg/analysis/graph/liveness.h"
#include "cfg/analysis/values/ranges/range_state.h"
#include "cfg/analysis/values/ranges/ranges.h"

#include <map>

namespace lockstep::cfg {

// A point where a condition becomes known: behind an assumption, or on an edge.
struct RefinementPoint {
  std::vector<Expr> conditions;
  Equations equations; // of the variables involved, and of those that depend on them
  void apply(RangeState &s, const RangeContext &c) const;
};

struct RefinementPoints {
  std::map<std::pair<BlockId, std::size_t>, RefinementPoint> at_stmt;
  std::map<std::pair<BlockId, BlockId>, RefinementPoint> on_edge;
};
RefinementPoints refinement_points(const Kernel &k, const Facts &facts, const Liveness &live);

// A statement's effect on a state; `record` learns about the expressions evaluated.
void transfer(const Kernel &k, BlockId b, std::size_t stmt, RangeState &s, const RangeContext &c,
              const RefinementPoints &points, NodeTable *record);

struct Ranges::Data {
  RangeContext context;
  RefinementPoints points;
  std::vector<RangeState> at_entry; // per block
  NodeTable nodes;
  RangeState anywhere;     // of each variable wherever it is live
  std::vector<Type> types; // per variable

  ExprRange var_range(const RangeState &s, VarId v) const;
  NodeInfo info(const ExprNode *n) const;
};

// What holds whenever a block is entered, known beforehand (from value sets): no more than `ranges`, per block.
struct KnownRanges {
  std::vector<bool> reachable;
  std::vector<std::vector<std::pair<VarId, ExprRange>>> ranges;

  void clip(BlockId b, RangeState &s, const Kernel &k) const;
};

// Fills at_entry; context and points are given.
void solve(const Kernel &k, const LoopForest &forest, const Liveness &live, const KnownRanges &known,
           Ranges::Data &data);

} // namespace lockstep::cfg
