// All executions of a small launch, state by state: which finals there are, and from which states none can be reached
// any more ([Hab11] 3.3). Every scheduling decision, the order of lanes that touch the same cells, and the order of the
// targets of an indirect branch are explored.
//
// A state is doomed if no state in which all have completed can be reached from it. The state after the start being
// doomed means: never ends, whatever is scheduled. Otherwise a doomed state means: ends under some schedules only; and
// no doomed state: ends under every schedule that is fair.
//
// Sound because states are kept whole and compared whole: what is called doomed has been followed in every direction.
#pragma once

#include "semantics/simt/machine.h"

#include <set>

namespace lockstep::semantics::simt {

struct ExploreLimits {
  std::size_t max_states = 100'000;
  std::vector<cfg::ArrayId> arrays; // whose contents at the end are wanted
  bool every_order = false;         // also of steps whose order nothing can tell (memory_order.cpp): for tests
};

struct Seen {
  bool complete = true; // else the limit of states was reached, and nothing is said about ends
  std::size_t states = 0, finals = 0, doomed = 0;
  std::size_t final_memories = 0;                             // different contents of memory among the finals
  std::set<std::vector<std::vector<std::uint64_t>>> outcomes; // of ExploreLimits::arrays, all copies
  bool always_ends = false;                                   // no state is doomed
  bool never_ends = false;                                    // the first one is
  std::vector<std::string> problems; // why executions got stuck, deadlocked or broke a monitor's property: each once
  std::vector<End> ends;             // the same, as kinds
  // Where a state is doomed: steps from the start to one, and the steps that lead from it back to it, if it has a
  // cycle.
  std::vector<std::pair<std::uint32_t, Pc>> to_doomed, cycle; // warp, instruction
};

// With SimtOptions of the machine; max_steps and cycles in one execution do not matter.
Seen explore(SimtMachine &machine, const ExploreLimits &limits = {});

} // namespace lockstep::semantics::simt
