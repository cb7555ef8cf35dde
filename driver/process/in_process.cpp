// See in_process.h.
#include "driver/process/in_process.h"

#include "driver/report/text.h"
#include "support/printable.h"
#include "support/text_file.h"
#include "verify/verdict.h"

#include <algorithm>
#include <cstdio>
#include <unistd.h>

namespace lockstep::driver {

void limit_this_process(jobs::Supervisor &supervisor, const Options &options) {
  jobs::tell_of_faults(false);
  supervisor.limit({options.memory_limit(), verify::exit_undecided,
                    [](const std::vector<jobs::Supervisor::Unit> &units, const std::string &why) {
                      for (const jobs::Supervisor::Unit &u : units)
                        fmt::print(stderr, "lockstep: {}: unknown: {}\n",
                                   support::printable(u.kernel.empty() ? u.file : u.file + ": " + u.kernel),
                                   support::printable(why));
                      std::fflush(stderr);
                    }});
}

void tell_refused(const std::vector<jobs::KernelReport> &refused) {
  if (refused.empty())
    return;
  jobs::VerifyReport report;
  report.kernels = refused;
  std::fputs(text_report(report, {::isatty(STDERR_FILENO) == 1, true, false}).c_str(), stderr);
}

void tell_times(const std::string &kernel, const std::map<support::Stage, double> &times) {
  std::fputs(support::printable_text(fmt::format("{}\n{}", kernel, stage_times(times, "  "))).c_str(), stderr);
}

int cost_status(const std::vector<std::string> &failures, const std::vector<jobs::KernelReport> &refused) {
  jobs::VerifyReport report;
  report.kernels = refused;
  return failures.empty() ? exit_status(report) : verify::exit_violation;
}

int deliver_costs(Output &output, const std::string &report, const std::vector<std::string> &failures, int status) {
  support::Diagnostics diags;
  if (output.commit(report, diags))
    return status;
  const int usage = complain(diags);
  for (const std::string &f : failures)
    fmt::print(stderr, "{}\n", support::printable(f));
  return failures.empty() ? usage : verify::exit_violation;
}

std::vector<MarkedLine> marked_lines(const std::string &file) {
  std::vector<MarkedLine> out;
  support::Diagnostics unread; // who reads it for the kernels says so
  const auto text = support::read_source(file, unread);
  unsigned line = 0;
  for (std::size_t from = 0; text && from < text->size();) {
    const std::size_t end = std::min(text->find('\n', from), text->size());
    ++line;
    if (std::string row = text->substr(from, end - from); row.find("/*@") != std::string::npos)
      out.push_back({line, std::move(row)});
    from = end + 1;
  }
  return out;
}

} // namespace lockstep::driver
