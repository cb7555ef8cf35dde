// The commands: each takes the options, does the work and returns the exit status.
#pragma once

#include "driver/options/options.h"

namespace lockstep::driver {

int run_verify(const Options &options); // and suite
int run_dump(const Options &options);
int run_stages();

} // namespace lockstep::driver
