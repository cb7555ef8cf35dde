// What is known of the variables at one point, evaluation of expressions there, and refinement by conditions.
// Private to cfg/analysis; clients use ranges.h.
#pragma once

#include "cfg/analysis/values/ranges/range_domain.h"
#include "cfg/ir/counted_sum.h"
#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"

#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lockstep::cfg {

// Ranges of variables; a variable that is not listed has the full range of its type.
class RangeState {
public:
  struct Entry {
    VarId var;
    Type type;
    ExprRange range;
    bool operator==(const Entry &) const = default;
  };
  bool reachable = true; // false: no execution gets here; the ranges mean nothing

  const ExprRange *find(VarId v) const;
  void set(VarId v, const ExprRange &r, Type type); // dropped where r is full
  void forget(VarId v);
  const std::vector<Entry> &listed() const { return ranges_; }
  template <typename Keep> void keep_if(Keep &&keep) {
    std::erase_if(ranges_, [&](const auto &entry) { return !keep(entry.var); });
  }
  bool operator==(const RangeState &) const = default;

private:
  std::vector<Entry> ranges_; // sorted by variable
};

RangeState join(const RangeState &a, const RangeState &b);

// All that evaluation needs beside the state.
struct RangeContext {
  Launch launch;
  bool trust_flags = true;
  std::vector<ExprRange> contents; // per array: of the granules, where known; meaningful if known_cells is not 0
  std::vector<std::uint64_t> known_cells;
  std::map<Point, Bounds> counted; // what loads find that counters of a group hold

  ExprRange launch_quantity(const ExprNode &n) const;
  // A value read from the array at an offset within `offset`.
  ExprRange read(ArrayId array, Type type, const ExprRange &offset) const;
};
RangeContext make_context(const Kernel &k, const Launch &launch, bool trust_flags);

struct NodeInfo { // joined over all contexts in which the node was evaluated
  ExprRange range;
  WrapInfo wrap;
};
using NodeTable = std::unordered_map<const ExprNode *, NodeInfo>;

// Equations that hold at a point, used to refine the variables in and the variables defined by an expression.
using Equations = std::vector<std::pair<VarId, Expr>>;

// The range of `e`; `record`, if given, learns about every node. The state must be reachable. `counted`: a sum that an
// assumption says not to wrap around.
ExprRange evaluate(const Expr &e, const RangeState &s, const RangeContext &c, NodeTable *record = nullptr,
                   const CountedSum &counted = {});

// Restricts `s` to what satisfies `condition` (or its negation).
// Sound because a restriction only cuts off values of variables with which the condition, evaluated exactly, is false;
// where an operation may wrap, nothing is concluded through it.
void refine(RangeState &s, const Expr &condition, bool positive, const RangeContext &c, const Equations &equations);
// Meets each listed variable with the range of its equation.
void refine_by(RangeState &s, const RangeContext &c, const Equations &equations);

} // namespace lockstep::cfg
