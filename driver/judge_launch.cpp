// Launches from a file (judge_launch.h).
#include "driver/judge_launch.h"

#include "driver/file_run.h"
#include "driver/recorded.h"

#include <fmt/format.h>

namespace lockstep::driver {

std::vector<RecordedLaunch> launches_asked_for(const Options &options, support::Diagnostics &diags) {
  auto all = read_launches(options.launches, diags);
  if (!all)
    return {};
  std::vector<RecordedLaunch> out;
  for (RecordedLaunch &l : *all)
    if (options.kernel.kernel.empty() || l.kernel == options.kernel.kernel)
      out.push_back(std::move(l));
  if (out.empty())
    diags.error({}, fmt::format("'{}' has no launch of a kernel '{}'", options.launches, options.kernel.kernel));
  return out;
}

std::vector<KernelReport> judge(Worker &worker, const Options &options, const RecordedLaunch &launch) {
  support::Diagnostics told;
  const Options own = recorded_options(options, std::make_shared<const RecordedLaunch>(launch), told);
  if (!launch.refused.empty()) {
    FileRun run(launch.file.empty() ? options.launches : launch.file, own, {});
    run.guarded(
        launch.kernel, true,
        [&](support::Stages &, support::Diagnostics &diags, verify::Result &) {
          diags.unsupported(launch.origin, fmt::format("kernel '{}' {}", launch.kernel, launch.refused));
        },
        launch.origin);
    return std::move(run.reports);
  }
  std::vector<KernelReport> reports = worker.run(launch.file, own);
  for (KernelReport &k : reports)
    k.diagnostics.insert(k.diagnostics.begin(), told.all().begin(), told.all().end());
  return reports;
}

} // namespace lockstep::driver
