// Commands that work in this very process: its limits; and what `lockstep perf` and `lockstep cost` have in common, how
// they go over files, and how they end.
#pragma once

#include "driver/options/options.h"
#include "driver/report/output.h"
#include "jobs/jobs.h"
#include "support/parallel.h"

#include <fmt/format.h>
#include <string>
#include <vector>

namespace lockstep::driver {

// What passes them ends the process, which says so.
void limit_this_process(jobs::Supervisor &supervisor, const Options &options);

// one(file, options) for each file, several at a time; the answers in the files' order.
template <typename Kernel, typename One>
jobs::Answers<Kernel> over_files(const std::vector<std::string> &files, const Options &options,
                                 const jobs::Supervisor &supervisor, const One &one) {
  std::vector<jobs::Answers<Kernel>> found(files.size());
  Options single = options;
  single.jobs = 1; // the kernels of a file in their order
  support::in_parallel(support::at_a_time(options.jobs), files.size(), [&](std::size_t, const auto &next) {
    for (auto i = next(); i && !supervisor.interrupted(); i = next())
      found[*i] = one(files[*i], single);
  });
  jobs::Answers<Kernel> all;
  for (jobs::Answers<Kernel> &f : found) {
    std::move(f.kernels.begin(), f.kernels.end(), std::back_inserter(all.kernels));
    std::move(f.refused.begin(), f.refused.end(), std::back_inserter(all.refused));
  }
  return all;
}

// On standard error, beside the report: kernels that were refused, and with --time how long the stages of others took.
void tell_refused(const std::vector<jobs::KernelReport> &refused);
void tell_times(const std::string &kernel, const std::map<support::Stage, double> &times);

// What is beyond a limit comes before what could not be read.
int cost_status(const std::vector<std::string> &failures, const std::vector<jobs::KernelReport> &refused);
// Writes the report. What is beyond a limit is told, wherever it could not be written to.
int deliver_costs(Output &output, const std::string &report, const std::vector<std::string> &failures, int status);

// Lines of a source that hold marks: `/*@...*/`. None of a file that cannot be read.
struct MarkedLine {
  unsigned line = 0;
  std::string text;
};
std::vector<MarkedLine> marked_lines(const std::string &file);

} // namespace lockstep::driver
