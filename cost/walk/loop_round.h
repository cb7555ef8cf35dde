// One round of a loop of a walk (walk.h), or a part of one: variables at the head, what stands before the test, and
// what stands behind it. Private to cost/walk/.
#pragma once

#include "cost/walk/walker.h"

namespace lockstep::cost {

struct HeadReading {         // of variables at the head that have no formula: symbols of their own
  bool without_sign = false; // what these are
  bool alone = false;        // those of a lane
};
using HeadSymbols = std::map<cfg::VarId, Expr>;

class LoopRound {
public:
  LoopRound(Walker &walker, const EnteredLoop &l, const std::optional<LoopTest> &test)
      : walker_(walker), state_(walker.state()), l_(l), test_(test) {}

  // The variables at the head, in round `round`, from those on entry.
  HeadSymbols begin(const Expr &round, HeadReading as = {});
  Mask up_to_test(Mask m); // the test's block is part of it; the lanes that stay
  void behind_test(Mask stay);
  void whole(Mask m);

private:
  LaneValue by_recurrence(cfg::VarId v, const Expr &round);
  LaneValue symbol_at_head(cfg::VarId v, HeadReading as);

  Walker &walker_;
  WalkState &state_;
  const EnteredLoop &l_;
  const std::optional<LoopTest> test_;
  Flow left_; // who has left the loop or come to its head again, so far
};

} // namespace lockstep::cost
