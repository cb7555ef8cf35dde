// Reports as comma-separated values (kernel_report.h): RFC 4180, with a line of names.
#include "jobs/report/json_parts.h"
#include "jobs/report/kernel_report.h"

#include <fmt/format.h>

namespace lockstep::jobs {

namespace {

std::string cell(const std::string &text) {
  const std::string whole = well_formed(text);
  if (whole.find_first_of(",\"\r\n") == std::string::npos)
    return whole;
  std::string out = "\"";
  for (const char c : whole)
    out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string row(const std::vector<std::string> &cells) {
  std::string out;
  for (const std::string &c : cells)
    out += (out.empty() ? "" : ",") + (c.empty() ? "\"\"" : cell(c));
  return out + "\r\n";
}

} // namespace

std::string csv_report(const VerifyReport &run) {
  std::vector<std::string> head = {"file",   "kernel", "launch",    "verdict",  "reason",     "seconds",
                                   "cached", "tier",   "condition", "findings", "first_line", "confirmed"};
  if (run.compared)
    head.insert(head.end(), {"expected", "as_expected"});
  std::string out = row(head);
  for (const KernelReport &k : run.kernels) {
    const verify::Result &r = k.result;
    const verify::Finding *first = r.findings.empty() ? nullptr : &r.findings.front();
    const auto word = [](bool yes) { return std::string(yes ? "yes" : "no"); };
    std::vector<std::string> cells = {k.file,
                                      k.kernel,
                                      launch_text(k),
                                      std::string(verify::name(r.verdict)),
                                      r.reason,
                                      fmt::format("{:.3f}", r.seconds),
                                      word(r.cached),
                                      std::string(verify::name(r.tier)),
                                      r.condition ? r.condition->text : "",
                                      std::to_string(r.findings.size()),
                                      first && first->origin.known() ? std::to_string(first->origin.place().line) : "",
                                      first ? word(first->replay.status == verify::Replay::Status::Confirmed) : ""};
    if (run.compared)
      cells.insert(cells.end(), {k.expectation ? k.expectation->text : "", word(unexpected(k).empty())});
    out += row(cells);
  }
  return out;
}

} // namespace lockstep::jobs
