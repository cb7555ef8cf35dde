// How often a loop of a walk (walk.h) goes round, by what its tests say. Private to cost/walk/.
#pragma once

#include "cost/walk/walker.h"

namespace lockstep::cost {

struct LoopTrips {
  enum Kind : std::uint8_t { Exact, ByLane, AtMost, Endless } kind = Endless;
  std::optional<Expr> count; // ByLane: of the lane that stays longest
  std::string why;
};

// `stay`: who passes the test of loop l in round `k`, a symbol.
LoopTrips trips_of_test(const WalkInput &input, const Masks &masks, std::size_t l, Mask stay, const std::string &k);
// Of a loop with several exits: the least that some test grants that is passed in each round.
std::optional<LoopTrips> trips_of_exits(Walker &walker, const EnteredLoop &l, const std::string &k, std::string &why);

} // namespace lockstep::cost
