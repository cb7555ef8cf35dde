// `lockstep verify --launches`: the launches of a file, each a job.
#pragma once

#include "driver/options/options.h"
#include "jobs/input/file_job.h"

#include <vector>

namespace lockstep::driver {

// Those of the kernel asked for, else all.
support::Result<std::vector<jobs::FileJob>> launch_jobs(const Options &options, support::Diagnostics &diags);

} // namespace lockstep::driver
