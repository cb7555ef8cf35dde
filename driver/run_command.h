// `lockstep run`: executes a kernel on the interpreter (semantics/) and reports what the observers saw.
#pragma once

#include "driver/options.h"

namespace lockstep::driver {

int run_run(const Options &options); // the exit status

} // namespace lockstep::driver
