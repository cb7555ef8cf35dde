// The batch runner: many kernel files, every one below a folder for example, in parallel, in worker processes
// (suite_worker.h).
#pragma once

#include "driver/options/options.h"
#include "driver/process/suite_worker.h"
#include "driver/process/supervisor.h"
#include "driver/report/report.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep::driver {

struct KernelFiles {
  std::vector<std::string> files; // sorted
  // What is not looked at, each with the reason: linked folders, which may lead anywhere, and files whose names are
  // those of headers or host code and that seem to hold kernels.
  std::vector<std::string> left_out;
};
// *.cl *.clcpp *.ocl *.opencl *.cu *.hip *.hip.cpp *.ll *.bc *.kir below the folder, in capitals, too; hidden folders
// are left out. Fails if there is no folder, one cannot be read, or there is no kernel file.
support::Result<KernelFiles> find_kernels(const std::string &folder, support::Diagnostics &diags);

// On standard error: how many, and the first ones.
void tell_omitted(const std::vector<std::string> &left_out);

// The reports in the order of the files. Where there are fewer files than may run at a time, each worker judges several
// kernels at a time. `progress`: a line on standard error that says how far it is. To be called while there is no other
// thread; `supervisor` then is there.
FileOutcome run_files(const std::vector<FileJob> &files, const Options &options, std::optional<Supervisor> &supervisor,
                      bool progress);

} // namespace lockstep::driver
