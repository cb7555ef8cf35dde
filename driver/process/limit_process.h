// The limits of time and memory for commands that work in this very process.
#pragma once

#include "driver/options/options.h"
#include "jobs/process/supervisor.h"

namespace lockstep::driver {

// What passes them ends the process, which says so.
void limit_this_process(jobs::Supervisor &supervisor, const Options &options);

} // namespace lockstep::driver
