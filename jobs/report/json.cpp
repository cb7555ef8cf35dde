// JSON reports (kernel_report.h), schema version 1: docs/json.md explains it, docs/schema.json is its JSON Schema.
#include "jobs/report/json_parts.h"
#include "jobs/report/kernel_report.h"

namespace lockstep::jobs {

namespace {

using nlohmann::ordered_json;

void put_place(ordered_json &j, const support::Origin &o) {
  j["file"] = o.known() ? o.place().file : "";
  j["line"] = o.known() ? o.place().line : 0;
  j["column"] = o.known() ? o.place().column : 0;
  ordered_json calls = ordered_json::array(); // outermost last
  for (support::Origin at = o.inlined_at(); at.known(); at = at.inlined_at())
    calls.push_back({{"file", at.place().file}, {"line", at.place().line}, {"column", at.place().column}});
  if (!calls.empty())
    j["inlined_at"] = calls;
}

ordered_json to_json(const verify::Access &a) {
  ordered_json j;
  put_place(j, a.origin);
  j["thread"] = {{"local", a.thread.local}, {"group", a.thread.group}};
  j["what"] = a.what;
  return j;
}

ordered_json to_json(const verify::Replay &r, bool schedules) {
  const bool confirmed = r.status == verify::Replay::Status::Confirmed;
  ordered_json j;
  j["status"] = confirmed ? "confirmed" : "not reproduced";
  if (!confirmed) {
    j["reason"] = r.reason;
    return j;
  }
  j["steps"] = r.steps;
  j["groups"] = r.groups;
  if (schedules)
    j["schedule"] = r.schedule;
  return j;
}

} // namespace

ordered_json finding_json(const verify::Finding &f, bool schedules) {
  ordered_json j;
  j["kind"] = verify::name(f.kind);
  put_place(j, f.origin);
  j["message"] = f.message;
  if (!f.race.empty())
    j["race"] = f.race;
  if (!f.array.empty()) {
    j["array"] = f.array;
    j["element"] = f.element;
    j["bytes"] = f.bytes;
  }
  j["accesses"] = json_list(f.accesses, [](const verify::Access &a) { return to_json(a); });
  j["values"] = f.values;
  j["notes"] = f.notes;
  if (!f.abstraction.empty())
    j["abstraction"] = f.abstraction;
  if (f.doubtful)
    j["doubtful"] = true;
  if (f.replay.status != verify::Replay::Status::NotTried)
    j["replay"] = to_json(f.replay, schedules);
  return j;
}

ordered_json diagnostic_json(const support::Diagnostic &d) {
  static constexpr const char *names[] = {"note", "warning", "error", "unsupported"};
  ordered_json j;
  j["severity"] = names[static_cast<int>(d.severity)];
  put_place(j, d.origin);
  j["message"] = d.message;
  return j;
}

ordered_json refused_json(const std::vector<KernelReport> &refused) {
  return json_list(refused, [](const KernelReport &r) -> ordered_json {
    return {{"file", r.file},
            {"kernel", r.kernel},
            {"verdict", verify::name(r.result.verdict)},
            {"reason", r.result.reason}};
  });
}

namespace {

ordered_json to_json(const KernelReport &k, const VerifyReport &run) {
  const verify::Result &r = k.result;
  ordered_json j;
  j["file"] = k.file;
  j["kernel"] = k.kernel;
  if (k.entry != 0)
    j["entry"] = k.entry;
  if (k.launch.known())
    put_place(j["launch"], k.launch);
  j["verdict"] = verify::name(r.verdict);
  j["reason"] = r.reason;
  j["seconds"] = r.seconds;
  std::map<std::string_view, double> stages; // by name
  for (const auto &[stage, seconds] : r.stages)
    stages[support::name(stage)] = seconds;
  j["stages"] = stages;
  j["tier"] = verify::name(r.tier);
  j["cached"] = r.cached;
  if (!r.candidates.empty()) {
    j["candidates"] = r.candidates;
    j["invariants"] = r.invariants;
  }
  j["assumptions"] = r.assumptions;
  if (r.condition)
    j["condition"] = {{"text", r.condition->text},
                      {"magnitude", r.condition->magnitude},
                      {"accepted", r.verdict == verify::Verdict::Verified}};
  j["findings"] = json_list(r.findings, [&](const verify::Finding &f) { return finding_json(f, run.schedules); });
  j["diagnostics"] = json_list(k.diagnostics, diagnostic_json);
  if (run.compared) {
    j["expected"] = k.expectation ? k.expectation->text : "";
    j["as_expected"] = unexpected(k).empty();
  }
  return j;
}

} // namespace

std::string json_report(const VerifyReport &run) {
  ordered_json j;
  j["schema"] = 1;
  j["exit_status"] = exit_status(run);
  j["seconds"] = run.seconds;
  j["results"] = ordered_json::array();
  if (run.passed_over != 0)
    j["passed_over"] = run.passed_over;
  if (!run.left_out.empty())
    j["left_out"] = run.left_out;
  for (const KernelReport &k : run.kernels)
    j["results"].push_back(to_json(k, run));
  return json_text(j);
}

} // namespace lockstep::jobs
