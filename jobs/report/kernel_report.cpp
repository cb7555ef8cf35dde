// Exit statuses and expectations (kernel_report.h).
#include "jobs/report/kernel_report.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::jobs {

std::string launch_text(const KernelReport &report) {
  const auto at = [&](const support::SourcePlace &place) {
    return fmt::format("{}{}", place.file == report.file ? "line " : place.file + ":", place.line);
  };
  std::string out = report.entry != 0 ? fmt::format("entry {}", report.entry) : "";
  if (report.launch.known())
    out += (out.empty() ? "launched at " : ", launched at ") + at(report.launch.place());
  for (support::Origin call = report.launch.inlined_at(); call.known(); call = call.inlined_at())
    out += ", " + (call.function().empty() ? "called at " + at(call.place()) : call.function()); // chosen by host code
  return out;
}

void keep_lines(const support::SourceTexts &texts, KernelReport &report) {
  for (const support::Diagnostic &d : report.diagnostics)
    texts.copy(d.origin, report.texts);
  for (const verify::Finding &f : report.result.findings) {
    texts.copy(f.origin, report.texts);
    for (const verify::Access &a : f.accesses)
      texts.copy(a.origin, report.texts);
  }
}

int exit_status(const KernelReport &kernel) {
  if (kernel.stopped)
    return verify::exit_verified;
  if (kernel.result.verdict == verify::Verdict::Error && kernel.result.bad_input)
    return verify::exit_usage;
  return verify::info(kernel.result.verdict).exit_status;
}

int exit_status(const VerifyReport &run) {
  int status = verify::exit_verified;
  for (const KernelReport &k : run.kernels) {
    if (!run.compared)
      status = verify::worse_exit_status(status, exit_status(k));
    else if (!unexpected(k).empty())
      status = verify::exit_violation;
  }
  return status;
}

namespace {

bool names_line(const KernelReport &kernel, unsigned line) {
  const auto here = [line](const support::Origin &o) { return o.known() && o.place().line == line; };
  for (const verify::Finding &f : kernel.result.findings)
    if (here(f.origin) || std::ranges::any_of(f.accesses, [&](const auto &a) { return here(a.origin); }))
      return true;
  return std::ranges::any_of(kernel.diagnostics, [&](const support::Diagnostic &d) { return here(d.origin); });
}

} // namespace

std::string unexpected(const KernelReport &kernel) {
  if (!kernel.expectation)
    return "the file's first lines expect nothing (write `// expect: VERDICT`)";
  const Expectation &e = *kernel.expectation;
  if (std::ranges::find(e.verdicts, kernel.result.verdict) == e.verdicts.end())
    return fmt::format("expected {}, found {}", e.text, verify::name(kernel.result.verdict));
  for (unsigned line : e.lines)
    if (!names_line(kernel, line))
      return fmt::format("expected {}, but no finding names line {}", e.text, line);
  return {};
}

} // namespace lockstep::jobs
