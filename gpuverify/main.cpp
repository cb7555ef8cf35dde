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

// size_t and its like as parameters of kernels: OpenCL C has none, and Clang has come to refuse them. They are taken as
// the numbers that they are.
bool has_sized_parameter(const std::vector<jobs::KernelReport> &kernels) {
  for (const jobs::KernelReport &k : kernels)
    for (const lockstep::support::Diagnostic &d : k.diagnostics)
      if (d.message.find("_t' (aka ") != std::string::npos &&
          d.message.find("cannot be used as the type of a kernel parameter") != std::string::npos)
        return true;
  return false;
}

std::vector<jobs::KernelReport> verify(gv::Request &request, jobs::Supervisor &supervisor) {
  auto kernels = jobs::verify_file(request.file, request.options, supervisor);
  if (request.cuda || !has_sized_parameter(kernels))
    return kernels;
  for (const char *define :
       {"size_t=__SIZE_TYPE__", "ptrdiff_t=__PTRDIFF_TYPE__", "intptr_t=__INTPTR_TYPE__", "uintptr_t=__UINTPTR_TYPE__"})
    request.options.kernel.defines.insert(request.options.kernel.defines.begin(), define);
  return jobs::verify_file(request.file, request.options, supervisor);
}

int run(gv::Request request) {
  const auto start = std::chrono::steady_clock::now();
  if (!request.without_meaning.empty() && request.verbose)
    tell(stderr, fmt::format("lockstep-gpuverify: no meaning here: {}\n", fmt::join(request.without_meaning, ", ")));
  if (!request.options.kernel.check_arrays.empty() && request.verbose)
    tell(stderr, "lockstep-gpuverify: what annotations say of accesses to other arrays is not asked about\n");
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
  const std::vector<jobs::KernelReport> kernels = verify(request, supervisor);
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
    auto read = gv::read_command_line(std::vector<std::string>(argv + 1, argv + argc));
    if (const auto *early = std::get_if<gv::Early>(&read)) {
      tell(early->status == gv::Success ? stdout : stderr, lockstep::support::printable_text(early->text));
      return early->status;
    }
    return run(std::get<gv::Request>(std::move(read)));
  } catch (const std::exception &e) {
    tell(stderr, fmt::format("lockstep-gpuverify: internal error: {}\n", lockstep::support::printable(e.what())));
    return gv::InternalError;
  }
}
