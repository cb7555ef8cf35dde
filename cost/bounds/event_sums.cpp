// See event_sums.h.
#include "cost/bounds/event_sums.h"

namespace lockstep::cost {

Bounds EventSums::summed(const CostBounds &c, const std::vector<Rounds> &around, const Rounds **endless) {
  std::vector<Range> ranges;
  const Rounds *without_end = nullptr;
  bool exact = true;
  for (const Rounds &r : around) {
    ranges.push_back({r.variable, r.count});
    exact = exact && r.exact;
    if (!r.bounded)
      without_end = &r;
  }
  if (endless != nullptr)
    *endless = without_end;
  Bounds out;
  if (exact && without_end == nullptr)
    out.lo = summer_.summed(c.lo, ranges).value_or(Expr(0));
  if (c.hi && c.hi->is_zero()) {
    out.hi = Expr(0);
    return out;
  }
  if (without_end != nullptr || !c.hi)
    return out;
  out.hi = c.lo == *c.hi && !out.lo.is_zero() ? std::optional(out.lo) : summer_.summed(*c.hi, ranges);
  if (!out.hi) { // by as many rounds as the lane takes that stays longest
    for (std::size_t i = 0; i < around.size(); ++i)
      if (!around[i].count)
        ranges[i].count = around[i].most;
    out.hi = summer_.summed(*c.hi, ranges);
  }
  return out;
}

} // namespace lockstep::cost
