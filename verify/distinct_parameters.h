// That pointer parameters point to different arrays: every encoding takes it so, and results that can rest on it say
// so.
#pragma once

#include "cfg/ir/kernel.h"
#include "emit/encode/goal.h"

namespace lockstep::verify {

// Can a verdict rest on it? Only where global memory has two arrays that the kernel accesses, of which one is a
// parameter's and one is written: parameters of group memory are arrays of their own by the language, and where nothing
// is written, it makes no difference who reads what.
bool rests_on_distinct_parameters(const cfg::Kernel &k);

// The program, with the assumption in its list if its goals can rest on it.
emit::GoalProgram on_distinct_parameters(emit::GoalProgram program, const cfg::Kernel &k);

} // namespace lockstep::verify
