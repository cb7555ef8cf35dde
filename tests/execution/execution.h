// Executes Boogie programs at random, to see which candidates (`assert c ==> formula`, c an existential constant) do
// not hold. A run is an execution as Boogie defines it: assumptions and axioms hold, uninterpreted functions are
// functions, `goto` goes anywhere; goals are taken to hold, as they are behind an assertion. Values that nothing has
// fixed yet are chosen late (unknowns.h). What is not known here (quantifiers, long bit-vectors, ...) ends a run
// without a conclusion.
//
// An invariant that Houdini keeps holds in each state that an execution reaches: none that is refuted may be kept. Nor
// may a goal that was proved be refuted here.
#pragma once

#include "emit/boogie/boogie.h"

#include <cstdint>
#include <set>
#include <string>

namespace lockstep::emit {

// Counted in evaluated terms and steps, so that a result does not depend on the machine.
struct ExecutionLimits {
  std::uint64_t seed = 1;
  unsigned executions = 64;
  unsigned without_news = 16;       // so many in a row that refute nothing are enough
  std::uint64_t steps_each = 20000; // of one execution
  std::uint64_t steps = 200000;     // of all
};

struct Executed {
  std::set<std::string> refuted; // candidates' constants
  unsigned executions = 0;       // begun
  unsigned completed = 0;        // of them, those that came to the procedure's end
  std::uint64_t steps = 0;
};

// A well-formed program (boogie::check).
Executed execute(const boogie::Program &program, const ExecutionLimits &limits = {});

} // namespace lockstep::emit
