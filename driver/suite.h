// The batch runner: many kernel files, every one below a folder for example, in parallel, in worker processes
// (suite_worker.h).
#pragma once

#include "driver/options.h"
#include "driver/report.h"
#include "driver/suite_worker.h"
#include "driver/supervisor.h"

#include <string>
#include <vector>

namespace lockstep::driver {

// *.cl *.cu *.hip *.ll *.bc *.kir below the folder, sorted; hidden folders are left out. Fails if there is no folder
// or no kernel file in it.
support::Result<std::vector<std::string>> find_kernels(const std::string &folder, support::Diagnostics &diags);

// The reports in the order of the files. Where there are fewer files than may run at a time, each worker judges several
// kernels at a time. `progress`: a line on standard error that says how far it is.
FileOutcome run_files(const std::vector<FileJob> &files, const Options &options, Supervisor &supervisor, bool progress);

} // namespace lockstep::driver
