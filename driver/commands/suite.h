// The batch runner: many kernel files, every one below a folder for example, in parallel, in worker processes
// (suite_worker.h).
#pragma once

#include "driver/options/options.h"
#include "driver/process/suite_worker.h"
#include "jobs/process/supervisor.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep::driver {

// The reports in the order of the files. Where there are fewer files than may run at a time, each worker judges several
// kernels at a time. `progress`: a line on standard error that says how far it is. To be called while there is no other
// thread; `supervisor` then is there.
FileOutcome run_files(const std::vector<jobs::FileJob> &files, const Options &options,
                      std::optional<jobs::Supervisor> &supervisor, bool progress);

} // namespace lockstep::driver
