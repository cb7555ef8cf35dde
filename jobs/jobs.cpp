// See jobs.h.
#include "jobs/jobs.h"

#include "jobs/pipeline/pipeline.h"

namespace lockstep::jobs {

std::vector<KernelReport> verify_file(const std::string &file, const Options &options, Supervisor &supervisor) {
  return Worker(options, supervisor).run({file});
}

Answers<CountedKernel> count_file(const std::string &file, const Options &options, const CountRequest &asked,
                                  Supervisor &supervisor, const TextSink &sink) {
  Answers<CountedKernel> out;
  const auto take = [&](CountedKernel &&k) { out.kernels.push_back(std::move(k)); };
  out.refused = Worker(options, supervisor, asked, sink).run({file}, {.counted = take});
  return out;
}

Answers<BoundedKernel> bound_file(const std::string &file, const Options &options, const BoundRequest &asked,
                                  Supervisor &supervisor, const TextSink &sink) {
  Answers<BoundedKernel> out;
  const auto take = [&](BoundedKernel &&k) { out.kernels.push_back(std::move(k)); };
  out.refused = Worker(options, supervisor, asked, sink).run({file}, {.bounded = take});
  return out;
}

} // namespace lockstep::jobs
