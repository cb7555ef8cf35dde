// Kernels that do nothing a verdict could be about.
#pragma once

#include "cfg/kernel.h"
#include "verify/result.h"

#include <vector>

namespace lockstep::driver {

bool does_nothing(const cfg::Kernel &k);

// A proof about a kernel that does nothing is worth nothing if the work is in functions that the kernel does not call.
void refuse_idle(const std::vector<cfg::Uncalled> &uncalled, verify::Result &result);

} // namespace lockstep::driver
