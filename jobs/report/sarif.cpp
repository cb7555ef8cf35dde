// Reports as SARIF 2.1.0 (kernel_report.h), as code scanning reads it: a result for each finding, with a code flow of
// two threads; kernels without a verdict are notifications of the run.
//
// A finding's fingerprint is made of what stays where lines move: file, kernel, kind, array and the text of the line,
// and its number among equals.
#include "jobs/input/options.h"
#include "jobs/report/json_parts.h"
#include "jobs/report/kernel_report.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace lockstep::jobs {

namespace {

using nlohmann::ordered_json;

struct Rule {
  verify::FindingKind kind;
  const char *name, *text;
};
constexpr Rule rules[] = {
    {verify::FindingKind::Race, "DataRace",
     "Two threads may access the same bytes, one of them writing, and nothing orders them."},
    {verify::FindingKind::Divergence, "BarrierDivergence", "Threads that must meet at a barrier may not all reach it."},
    {verify::FindingKind::Assertion, "FailingAssertion", "An assertion, a contract or an invariant may not hold."},
    {verify::FindingKind::Bounds, "OutOfBounds", "An access may lie outside its array."}};

// A path as a URI: relative ones stay so, and are of the folder in which the run was.
std::string uri(const std::string &path) {
  static constexpr std::string_view plain = "-._~/!$&'()*+,;=@";
  std::string out = path.starts_with('/') ? "file://" : "";
  for (const char c : path)
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || plain.find(c) != std::string_view::npos)
      out += c;
    else
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  return out;
}

ordered_json location(const support::Origin &at, const std::string &file, const std::string &message = {}) {
  ordered_json physical;
  physical["artifactLocation"]["uri"] = uri(at.known() ? at.place().file : file);
  if (at.known() && at.place().line != 0) {
    physical["region"]["startLine"] = at.place().line;
    if (at.place().column != 0)
      physical["region"]["startColumn"] = at.place().column;
  }
  ordered_json out;
  out["physicalLocation"] = physical;
  if (!message.empty())
    out["message"]["text"] = message;
  return out;
}

std::string who(const verify::Access &a) {
  return fmt::format("{} by the thread with local id ({}) in group ({})", a.what, fmt::join(a.thread.local, ", "),
                     fmt::join(a.thread.group, ", "));
}

// FNV-1a, 64 bits.
std::string hash(std::string_view text) {
  std::uint64_t h = 0xcbf29ce484222325;
  for (const char c : text)
    h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return fmt::format("{:016x}", h);
}

class Fingerprints {
public:
  std::string of(const KernelReport &k, const verify::Finding &f) {
    std::string text = fmt::format("{}\n{}\n{}\n{}\n", k.file, k.kernel, verify::name(f.kind), f.array);
    for (const char c : f.origin.known() ? k.texts.line(f.origin.place()).value_or("") : "")
      if (c != ' ' && c != '\t')
        text += c;
    std::size_t number = 0;
    while (!seen_.insert(fmt::format("{}\n{}", text, number)).second)
      ++number;
    return hash(fmt::format("{}\n{}", text, number));
  }

private:
  std::set<std::string> seen_;
};

ordered_json result(const KernelReport &k, const verify::Finding &f, Fingerprints &fingerprints) {
  const auto rule = std::find_if(std::begin(rules), std::end(rules), [&](const Rule &r) { return r.kind == f.kind; });
  ordered_json j;
  j["ruleId"] = std::string(verify::name(f.kind));
  if (rule != std::end(rules))
    j["ruleIndex"] = rule - std::begin(rules);
  j["level"] = f.doubtful ? "warning" : "error";
  const std::string launch = launch_text(k);
  j["message"]["text"] = fmt::format("{} (kernel {}{})", f.message, k.kernel, launch.empty() ? "" : ", " + launch);
  j["locations"] = ordered_json::array({location(f.origin, k.file)});
  if (!f.accesses.empty()) {
    ordered_json flows = ordered_json::array();
    for (std::size_t i = 0; i < f.accesses.size(); ++i) {
      const verify::Access &a = f.accesses[i];
      ordered_json related = location(a.origin, k.file, who(a));
      ordered_json flow;
      flow["id"] = fmt::format("thread {}", i + 1);
      flow["locations"] = ordered_json::array({{{"location", related}}});
      flows.push_back(flow);
      related["id"] = i;
      j["relatedLocations"].push_back(related);
    }
    j["codeFlows"] = ordered_json::array({{{"threadFlows", flows}}});
  }
  j["partialFingerprints"]["lockstep/v1"] = fingerprints.of(k, f);
  ordered_json &more = j["properties"];
  more["kernel"] = k.kernel;
  more["confirmed"] = f.replay.status == verify::Replay::Status::Confirmed;
  if (!f.values.empty())
    more["values"] = f.values;
  if (!f.notes.empty())
    more["notes"] = f.notes;
  if (!f.abstraction.empty())
    more["abstraction"] = f.abstraction;
  return j;
}

ordered_json notification(const KernelReport &k) {
  const verify::Result &r = k.result;
  const auto cause = std::ranges::find_if(k.diagnostics, [](const support::Diagnostic &d) {
    return d.severity == support::Severity::Error || d.severity == support::Severity::Unsupported;
  });
  const bool known = cause != k.diagnostics.end();
  const std::string why = known ? cause->message : r.reason;
  ordered_json j;
  j["descriptor"]["id"] = std::string(verify::name(r.verdict));
  j["level"] = r.verdict == verify::Verdict::Error ? "error" : "warning";
  j["message"]["text"] = fmt::format("{}{}{}", k.kernel.empty() ? "" : k.kernel + ": ", verify::name(r.verdict),
                                     why.empty() ? "" : ": " + why);
  j["locations"] = ordered_json::array({location(known ? cause->origin : support::Origin(), k.file)});
  return j;
}

} // namespace

std::string sarif_report(const VerifyReport &run) {
  ordered_json driver = {{"name", "lockstep"}, {"version", std::string(version())}};
  for (const Rule &r : rules)
    driver["rules"].push_back({{"id", std::string(verify::name(r.kind))},
                               {"name", r.name},
                               {"shortDescription", {{"text", r.text}}},
                               {"defaultConfiguration", {{"level", "error"}}}});
  ordered_json results = ordered_json::array(), notifications = ordered_json::array();
  Fingerprints fingerprints;
  for (const KernelReport &k : run.kernels) {
    for (const verify::Finding &f : k.result.findings)
      results.push_back(result(k, f, fingerprints));
    const bool judged = k.result.verdict == verify::Verdict::Verified || verify::is_violation(k.result.verdict);
    if (!judged && !k.stopped)
      notifications.push_back(notification(k));
  }
  const int status = exit_status(run);
  ordered_json invocation = {{"executionSuccessful", status != verify::exit_internal && status != verify::exit_usage},
                             {"exitCode", status}};
  if (!notifications.empty())
    invocation["toolExecutionNotifications"] = notifications;
  ordered_json one;
  one["tool"]["driver"] = driver;
  one["invocations"] = ordered_json::array({invocation});
  one["results"] = results;
  ordered_json whole;
  whole["$schema"] = "https://json.schemastore.org/sarif-2.1.0.json";
  whole["version"] = "2.1.0";
  whole["runs"] = ordered_json::array({one});
  return json_text(whole);
}

} // namespace lockstep::jobs
