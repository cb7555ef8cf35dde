// The face of jobs/: a file and what is asked about it in, the answer about each of its kernels out. Who judges many
// files in processes of their own has a Worker (jobs/pipeline/pipeline.h) in each.
#pragma once

#include "jobs/counts/kernel_costs.h"
#include "jobs/input/options.h"
#include "jobs/pipeline/text_sink.h"
#include "jobs/process/supervisor.h"
#include "jobs/report/kernel_report.h"

#include <string>
#include <vector>

namespace lockstep::jobs {

template <typename Kernel> struct Answers {
  std::vector<Kernel> kernels;
  std::vector<KernelReport> refused; // kernels, or the file, of which nothing can be said, with the reasons
};

std::vector<KernelReport> verify_file(const std::string &file, const Options &options, Supervisor &supervisor);
Answers<CountedKernel> count_file(const std::string &file, const Options &options, const CountRequest &asked,
                                  Supervisor &supervisor, const TextSink &sink = {});
Answers<BoundedKernel> bound_file(const std::string &file, const Options &options, const BoundRequest &asked,
                                  Supervisor &supervisor, const TextSink &sink = {});

} // namespace lockstep::jobs
