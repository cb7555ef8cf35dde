// See unknowns.h.
#include "cost/lanes/unknowns.h"

namespace lockstep::cost {

Expr Unknowns::symbol(std::optional<Integer> lo, std::optional<Integer> hi) {
  return cost::symbol("?" + std::to_string(++symbols_), std::move(lo), std::move(hi));
}

LaneValue Unknowns::value(cfg::Type type, bool uniform) {
  if (!uniform || !type.is_int())
    return {};
  const Integer half = two_to(type.width - 1);
  return read_as(shared_value(lanes_, symbol(Integer(-half), Integer(half - 1))), true, false);
}

Mask Unknowns::condition(bool uniform) {
  return uniform ? masks_.positive(shared_value(lanes_, symbol(Integer(0), Integer(1)))) : masks_.unknown();
}

} // namespace lockstep::cost
