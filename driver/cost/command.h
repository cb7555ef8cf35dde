// `lockstep cost`: what kernels cost, bounded from below and above by formulas (docs/design.md 13).
#pragma once

#include "driver/options/options.h"

namespace lockstep::driver {

int run_cost(const Options &options);

} // namespace lockstep::driver
