// The commands: each takes the options, does the work and returns the exit status.
#pragma once

#include "driver/options/options.h"

namespace lockstep::driver {

int run_verify(const Options &options); // and suite
int run_run(const Options &options);
int run_dump(const Options &options);
int run_recheck(const Options &options);
int run_stages();
// Runs a program with the OpenCL layer of record/ in front of its implementation, and makes a file of launches of what
// the layer has noted.
int run_record(const Options &options);
int run_perf(const Options &options);
int run_cost(const Options &options);

} // namespace lockstep::driver
