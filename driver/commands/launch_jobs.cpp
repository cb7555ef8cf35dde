// Launches of a file (launch_jobs.h).
#include "driver/commands/launch_jobs.h"

#include <fmt/format.h>

namespace lockstep::driver {

support::Result<std::vector<jobs::FileJob>> launch_jobs(const Options &options, support::Diagnostics &diags) {
  auto launches = launch::read_launches(options.launches, diags);
  if (!launches)
    return support::failure;
  std::vector<jobs::FileJob> jobs;
  for (launch::RecordedLaunch &l : *launches) {
    if (!options.kernel.kernel.empty() && l.kernel != options.kernel.kernel)
      continue;
    jobs::FileJob job{l.file.empty() ? options.launches : l.file};
    job.launch = std::make_shared<const launch::RecordedLaunch>(std::move(l));
    jobs.push_back(std::move(job));
  }
  if (!jobs.empty())
    return jobs;
  diags.error({}, fmt::format("'{}' has no launch of a kernel '{}'", options.launches, options.kernel.kernel));
  return support::failure;
}

} // namespace lockstep::driver
