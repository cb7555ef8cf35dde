// `lockstep perf`: counts what the memory accesses of kernels cost a warp (cost/requests/), and reports it.
#pragma once

#include "driver/options/options.h"

namespace lockstep::driver {

int run_perf(const Options &options); // the exit status

} // namespace lockstep::driver
