// From a refuted goal and its model to a finding: the two threads, the element, the accesses at their source places.
#pragma once

#include "cfg/ir/launch.h"
#include "emit/encode/goal.h"
#include "verify/engines/engine.h"
#include "verify/result.h"

#include <set>
#include <string>
#include <vector>

namespace lockstep::verify {

Finding make_finding(const cfg::Kernel &k, const cfg::Launch &launch, const emit::GoalProgram &program,
                     const emit::Goal &goal, const Model &model);

// Numbers of parameters that the source declares unsigned (by names in the kernel IR), as the source reads them.
void read_without_sign(const cfg::Kernel &k, const std::set<std::string> &unsigned_ones, Finding &f);

// The same two places and kinds were reported already (for another interval or pair of groups).
bool repeats(const std::vector<Finding> &seen, const Finding &f);

} // namespace lockstep::verify
