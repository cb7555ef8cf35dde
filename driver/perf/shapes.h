// The text of `lockstep perf --shapes`.
#pragma once

#include "jobs/counts/kernel_costs.h"

#include <string>

namespace lockstep::driver {

// `all`: every shape, not only the best.
std::string shapes_text(const jobs::CountedKernel &k, unsigned lanes, bool all);

} // namespace lockstep::driver
