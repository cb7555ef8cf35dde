// A loop as a system of transitions (potentials.h): how often its back edges are taken, in one run of a loop around it.
// Locations are the heads of the loops inside; a transition is a way between two of them, with the conditions on it
// that are understood and the variables as sums of those at its start. It is for what loops' own formulas do not cover
// (cfg/analysis/values/trip_count.h): several exits, tests on data, counters that are kept from one run to the next.
//
// Sound because whatever is not understood is any value, and a condition that is not understood is left out: the system
// has every execution of the loop. Variables are read as signed numbers; a sum counts as one only where the source says
// that it does not wrap around (nsw).
#pragma once

#include "cfg/analysis/analyses.h"
#include "cost/potentials/potentials.h"

namespace lockstep::cost {

struct LoopSystem {
  TransitionSystem system;
  std::vector<cfg::VarId> variables; // whose values on entry of the loop the potential is of
  bool relied_on_no_wrap = false;    // on nsw
};

// Of the loop number `around`, where each back edge of `counted` (the same, or a loop inside) costs 1. Empty: too many
// ways or variables.
std::optional<LoopSystem> loop_system(const cfg::Kernel &k, const cfg::LoopForest &loops, std::size_t around,
                                      std::size_t counted);

} // namespace lockstep::cost
