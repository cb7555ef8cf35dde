// `lockstep verify --launches`: the launches of a file, each a job.
#pragma once

#include "driver/file_job.h"
#include "driver/options.h"

#include <vector>

namespace lockstep::driver {

// Those of the kernel asked for, else all.
support::Result<std::vector<FileJob>> launch_jobs(const Options &options, support::Diagnostics &diags);

} // namespace lockstep::driver
