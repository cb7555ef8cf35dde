// The `lockstep-gpuverify` command: Lockstep by GPUVerify's command line, messages and exit statuses
// (docs/gpuverify.md).
#include "gpuverify/report.h"

#include "jobs/jobs.h"
#include "jobs/pipeline/engines.h"
#include "support/printable.h"

#include <chrono>
#include <cstdio>
#include <exception>
#include <fmt/format.h>

namespace {

namespace gv = lockstep::gpuverify;
namespace jobs = lockstep::jobs;

void tell(std::FILE *to, const std::string &text) { std::fputs(text.c_str(), to); }

int run(const gv::Request &request) {
  const auto start = std::chrono::steady_clock::now();
  if (!request.without_meaning.empty() && request.verbose)
    tell(stderr, fmt::format("lockstep-gpuverify: no meaning here: {}\n", fmt::join(request.without_meaning, ", ")));
  lockstep::support::Diagnostics missing;
  if (!jobs::engines_present(request.options.engine, missing)) {
    for (const auto &d : missing.all())
      tell(stderr, lockstep::support::format(d) + "\n");
    return gv::ConfigurationError;
  }
  jobs::Supervisor supervisor;
  supervisor.limit({request.options.memory_limit(), gv::Timeout,
                    [](const std::vector<jobs::Supervisor::Unit> &units, const std::string &why) {
                      for (const jobs::Supervisor::Unit &u : units)
                        tell(stderr, fmt::format("{}: error: {}\n", lockstep::support::printable(u.file),
                                                 lockstep::support::printable(why)));
                    }});
  const auto kernels = jobs::verify_file(request.file, request.options, supervisor);
  if (supervisor.interrupted())
    return gv::Interrupted;
  const gv::Report report = gv::report(request, kernels);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  if (!request.silent || report.status != gv::Success)
    tell(stderr, report.errors);
  if (!request.silent)
    tell(stdout, report.summary);
  if (request.time)
    tell(stdout, fmt::format("Total time: {:.3f} s\n", seconds));
  if (!request.csv_label.empty()) // label, outcome, the stages of GPUVerify, the sum: there is one stage here
    tell(stdout, fmt::format("{},{},0,0,0,0,0,{:.3f},{:.3f}\n", request.csv_label,
                             report.status == gv::Success ? "PASS" : fmt::format("FAIL({})", +report.status), seconds,
                             seconds));
  return report.status;
}

} // namespace

int main(int argc, char **argv) {
  try {
    const auto read = gv::read_command_line(std::vector<std::string>(argv + 1, argv + argc));
    if (const auto *early = std::get_if<gv::Early>(&read)) {
      tell(early->status == gv::Success ? stdout : stderr, lockstep::support::printable_text(early->text));
      return early->status;
    }
    return run(std::get<gv::Request>(read));
  } catch (const std::exception &e) {
    tell(stderr, fmt::format("lockstep-gpuverify: internal error: {}\n", lockstep::support::printable(e.what())));
    return gv::InternalError;
  }
}
