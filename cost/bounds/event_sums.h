// Sums of what events cost over the loops around them, and over warps and groups.
#pragma once

#include "cost/formula/sums.h"
#include "cost/walk/walk.h"

namespace lockstep::cost {

struct Bounds {
  Expr lo;
  std::optional<Expr> hi; // empty: none is known
  bool exact() const { return hi && lo == *hi; }
};
using MetricBounds = std::vector<Bounds>; // by metric

inline void add(Bounds &to, const Bounds &b) {
  to.lo += b.lo;
  if (to.hi && b.hi)
    *to.hi += *b.hi;
  else
    to.hi.reset();
}

class EventSums {
public:
  // Over `around`, innermost first. `endless`: the loop because of which there is no upper bound, if there is one.
  Bounds summed(const CostBounds &c, const std::vector<Rounds> &around, const Rounds **endless = nullptr);

private:
  Summer summer_;
};

} // namespace lockstep::cost
