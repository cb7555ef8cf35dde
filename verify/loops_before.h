// The loops that a thread comes through on its way to a place: for reports.
#pragma once

#include "cfg/ir/kernel.h"
#include "emit/encode/goal.h"
#include "verify/result.h"

#include <vector>

namespace lockstep::verify {

// Of the place that the goal is about: the loops through whose heads every way to it leads, in the program's order. Of
// an invariant, its own loop where it is asked about behind a round. Empty where several places have that origin.
std::vector<LoopBefore> loops_before(const cfg::Kernel &k, const emit::Goal &goal);

} // namespace lockstep::verify
