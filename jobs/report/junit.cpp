// Reports as JUnit XML (kernel_report.h), as continuous integration reads it: a test suite for each file, a test case
// for each kernel and launch.
//
// A violation is a failure, as is a kernel that is not as expected where expectations are compared; what has no verdict
// (unknown, unsupported) and what went wrong (error) is an error, since nothing was shown.
#include "jobs/report/json_parts.h"
#include "jobs/report/kernel_report.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::jobs {

namespace {

// Text or an attribute's value. XML has no way to write most control characters: these stand as \x1b.
std::string xml(const std::string &text) {
  std::string out;
  for (const char c : well_formed(text)) {
    const auto byte = static_cast<unsigned char>(c);
    switch (c) {
    case '&': out += "&amp;"; break;
    case '<': out += "&lt;"; break;
    case '>': out += "&gt;"; break;
    case '"': out += "&quot;"; break;
    case '\n':
    case '\t':
    case '\r': out += fmt::format("&#{};", byte); break;
    default: out += byte < 0x20 || byte == 0x7f ? fmt::format("\\x{:02x}", byte) : std::string(1, c);
    }
  }
  for (const char *none : {"\xef\xbf\xbe", "\xef\xbf\xbf"}) // U+FFFE and U+FFFF are no characters of XML
    for (std::size_t at = out.find(none); at != std::string::npos; at = out.find(none, at))
      out.replace(at, 3, "\xef\xbf\xbd");
  return out;
}

std::string details(const KernelReport &k) {
  std::string out;
  const auto line = [&](const support::Origin &at, const std::string &text) {
    out += (at.known() ? at.str() + ": " : "") + text + "\n";
  };
  for (const support::Diagnostic &d : k.diagnostics)
    if (d.severity != support::Severity::Note)
      line(d.origin, d.message);
  for (const verify::Finding &f : k.result.findings) {
    line(f.origin, f.message);
    for (const verify::Access &a : f.accesses)
      line(a.origin, fmt::format("{}: local id ({}), group ({})", a.what, fmt::join(a.thread.local, ", "),
                                 fmt::join(a.thread.group, ", ")));
    for (const auto &[name, value] : f.values)
      line({}, name + " = " + value);
    for (const std::string &note : f.notes)
      line({}, note);
    if (f.replay.status == verify::Replay::Status::Confirmed)
      line({}, "confirmed: an execution shows it");
  }
  return out;
}

struct Outcome {
  const char *element = nullptr; // null: passed
  std::string message;
};

Outcome outcome_of(const KernelReport &k, bool compared) {
  const verify::Verdict v = k.result.verdict;
  if (compared) {
    const std::string differs = unexpected(k);
    return {differs.empty() ? nullptr : "failure", differs};
  }
  if (k.stopped || v == verify::Verdict::Verified)
    return {};
  std::string why = k.result.reason;
  if (verify::is_violation(v) && !k.result.findings.empty())
    why = k.result.findings.front().message;
  return {verify::is_violation(v) ? "failure" : "error", why.empty() ? std::string(verify::name(v)) : why};
}

std::string test_case(const KernelReport &k, const Outcome &outcome) {
  const std::string launch = launch_text(k);
  const std::string name = (k.kernel.empty() ? "(no kernel)" : k.kernel) + (launch.empty() ? "" : " (" + launch + ")");
  std::string out = fmt::format("    <testcase classname=\"{}\" name=\"{}\" file=\"{}\" time=\"{:.3f}\"", xml(k.file),
                                xml(name), xml(k.file), k.result.seconds);
  if (outcome.element == nullptr)
    return out + "/>\n";
  const std::string type(verify::name(k.result.verdict));
  return out + fmt::format(">\n      <{0} type=\"{1}\" message=\"{2}\">{3}</{0}>\n    </testcase>\n", outcome.element,
                           type, xml(outcome.message), xml(details(k)));
}

struct Counts {
  std::size_t tests = 0, failures = 0, errors = 0;
  double seconds = 0;
  std::string attributes() const {
    return fmt::format("tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{:.3f}\"", tests, failures, errors, seconds);
  }
};

} // namespace

std::string junit_report(const VerifyReport &run) {
  std::string suites;
  Counts all;
  for (auto from = run.kernels.begin(); from != run.kernels.end();) {
    const auto to = std::find_if(from, run.kernels.end(), [&](const KernelReport &k) { return k.file != from->file; });
    Counts own;
    std::string cases;
    for (auto k = from; k != to; ++k) {
      const Outcome outcome = outcome_of(*k, run.compared);
      cases += test_case(*k, outcome);
      ++own.tests;
      own.failures += outcome.element != nullptr && outcome.element == std::string("failure");
      own.errors += outcome.element != nullptr && outcome.element == std::string("error");
      own.seconds += k->result.seconds;
    }
    suites += fmt::format("  <testsuite name=\"{}\" {}>\n{}  </testsuite>\n", xml(from->file), own.attributes(), cases);
    all.tests += own.tests;
    all.failures += own.failures;
    all.errors += own.errors;
    from = to;
  }
  all.seconds = run.seconds;
  return fmt::format("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"lockstep\" {}>\n{}</testsuites>\n",
                     all.attributes(), suites);
}

} // namespace lockstep::jobs
