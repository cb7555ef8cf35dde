// The parts of a walk (walk.h): what the lanes have, and what is recorded. Private to cost/walk/.
#pragma once

#include "cfg/analysis/graph/dominators.h"
#include "cost/walk/costs.h"
#include "cost/walk/loop_potentials.h"

namespace lockstep::cost {

struct WalkState {
  explicit WalkState(const WalkInput &i) : input(i) {}
  WalkState(const WalkState &) = delete; // the parts know each other
  WalkState &operator=(const WalkState &) = delete;

  const cfg::DominatorTree &dominators() { // of the kernel
    if (!dominators_)
      dominators_ = cfg::dominators(input.kernel);
    return *dominators_;
  }

  const WalkInput &input;
  Masks masks;
  std::set<std::string> assumptions; // that what is found rests on
  Unknowns unknowns{masks, input.lanes()};
  LaneVariables variables{input, masks, unknowns};
  LaneEvaluator values{input, masks, unknowns, variables, assumptions};
  EventLog log;
  CostRecorder costs{input, masks, values, assumptions, log};
  LoopPotentials potentials{input, masks, assumptions};
  std::size_t counters = 0; // of loops, so far

private:
  std::optional<cfg::DominatorTree> dominators_;
};

// The symbol that counts a loop's rounds.
inline std::string counter_name(std::size_t n) { return "k." + std::to_string(n); }

} // namespace lockstep::cost
