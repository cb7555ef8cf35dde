// What a walk (walk.h) does not know: a symbol of its own for each such thing. Private to cost/.
#pragma once

#include "cfg/ir/expr.h"
#include "cost/lanes/lane_sets.h"

#include <optional>

namespace lockstep::cost {

class Unknowns {
public:
  Unknowns(Masks &masks, std::size_t lanes) : masks_(masks), lanes_(lanes) {}

  Expr symbol(std::optional<Integer> lo, std::optional<Integer> hi); // is_unknown()
  LaneValue value(cfg::Type type, bool uniform);                     // a symbol, or not known
  Mask condition(bool uniform);                                      // that all lanes share, or that each has by itself

private:
  Masks &masks_;
  const std::size_t lanes_;
  std::size_t symbols_ = 0;
};

} // namespace lockstep::cost
