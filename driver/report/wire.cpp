// Reports between processes (wire.h).
#include "driver/report/wire.h"

#include "verify/cache/result_json.h"

namespace lockstep::driver {

using nlohmann::json;

namespace {

json to_json(const jobs::Expectation &e) {
  json verdicts = json::array();
  for (const verify::Verdict v : e.verdicts)
    verdicts.push_back(verify::name(v));
  return {{"kernel", e.kernel}, {"verdicts", verdicts}, {"lines", e.lines}, {"text", e.text}};
}

jobs::Expectation expectation_from(const json &j) {
  jobs::Expectation e{j.at("kernel"), {}, j.at("lines").get<std::vector<unsigned>>(), j.at("text")};
  for (const json &v : j.at("verdicts")) {
    const auto verdict = verify::find_verdict(v.get<std::string>());
    if (!verdict)
      throw verify::BadJson("unknown verdict");
    e.verdicts.push_back(*verdict);
  }
  return e;
}

} // namespace

json to_wire(const jobs::KernelReport &report) {
  const verify::JsonForm form;
  json j = {
      {"file", report.file},       {"kernel", report.kernel},     {"result", verify::to_json(report.result, form)},
      {"stopped", report.stopped}, {"entry", report.entry},       {"nothing", report.nothing},
      {"unit", report.unit},       {"diagnostics", json::array()}};
  for (const support::Diagnostic &d : report.diagnostics)
    j["diagnostics"].push_back(verify::to_json(d, form));
  for (const auto &[place, text] : report.texts.lines())
    j["lines"].push_back({place.first, place.second, text});
  if (report.launch.known())
    j["launch"] = form.put(report.launch);
  if (report.expectation)
    j["expectation"] = to_json(*report.expectation);
  return j;
}

jobs::KernelReport report_from_wire(const json &j) {
  const verify::JsonForm form;
  jobs::KernelReport r;
  r.file = j.at("file");
  r.kernel = j.at("kernel");
  r.result = verify::result_from_json(j.at("result"), form);
  r.stopped = j.at("stopped");
  r.entry = j.at("entry");
  r.nothing = j.at("nothing");
  r.unit = j.at("unit");
  for (const json &d : j.at("diagnostics"))
    r.diagnostics.push_back(verify::diagnostic_from_json(d, form));
  if (const auto lines = j.find("lines"); lines != j.end())
    for (const json &l : *lines)
      r.texts.add_line(l.at(0), l.at(1), l.at(2).get<std::string>());
  if (j.contains("launch"))
    r.launch = form.origin(j.at("launch"));
  if (j.contains("expectation"))
    r.expectation = expectation_from(j.at("expectation"));
  return r;
}

} // namespace lockstep::driver
