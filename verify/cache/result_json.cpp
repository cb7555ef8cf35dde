// Results as JSON and back (result_json.h).
#include "verify/cache/result_json.h"

namespace lockstep::verify {

using nlohmann::json;

json JsonForm::put(const support::Origin &o) const {
  if (!o.known())
    return nullptr;
  const support::SourcePlace &p = o.place();
  return {p.file, p.line, p.column, o.function(), put(o.inlined_at())};
}

support::Origin JsonForm::origin(const json &j) const {
  if (j.is_null())
    return {};
  return support::Origin({j.at(0).get<std::string>(), j.at(1).get<unsigned>(), j.at(2).get<unsigned>()},
                         origin(j.at(4)), j.at(3).get<std::string>());
}

namespace {

template <typename E> E known(std::optional<E> value, const char *what) {
  if (!value)
    throw BadJson(std::string("unknown ") + what);
  return *value;
}

json texts(const std::vector<std::string> &list, const JsonForm &form) {
  json out = json::array();
  for (const std::string &s : list)
    out.push_back(form.put_text(s));
  return out;
}

std::vector<std::string> texts(const json &j, const JsonForm &form) {
  std::vector<std::string> out;
  for (const json &s : j)
    out.push_back(form.text(s));
  return out;
}

json replay(const Replay &r, const JsonForm &form) {
  return {static_cast<int>(r.status), form.put_text(r.reason), r.steps, r.schedule, r.groups, r.scalars, r.arrays};
}

Replay replay_from_json(const json &j, const JsonForm &form) {
  Replay r;
  const int status = j.at(0).get<int>();
  if (status < 0 || status > static_cast<int>(Replay::Status::NotReproduced))
    throw BadJson("unknown status of a replay");
  r.status = static_cast<Replay::Status>(status);
  r.reason = form.text(j.at(1));
  r.steps = j.at(2).get<decltype(r.steps)>();
  r.schedule = j.at(3).get<decltype(r.schedule)>();
  r.groups = j.at(4).get<decltype(r.groups)>();
  r.scalars = j.at(5).get<decltype(r.scalars)>();
  r.arrays = j.at(6).get<decltype(r.arrays)>();
  return r;
}

json finding(const Finding &f, const JsonForm &form) {
  json accesses = json::array(), values = json::array(), loops = json::array();
  for (const LoopBefore &l : f.loops)
    loops.push_back({form.put(l.head), l.back_edge});
  for (const Access &a : f.accesses)
    accesses.push_back({form.put(a.origin), a.thread.local, a.thread.group, a.what});
  for (const auto &[name, value] : f.values)
    values.push_back({form.put_text(name), value});
  return {{"kind", name(f.kind)},
          {"origin", form.put(f.origin)},
          {"message", form.put_text(f.message)},
          {"race", f.race},
          {"array", form.put_text(f.array)},
          {"bytes", f.bytes},
          {"element", f.element},
          {"place", {f.indices, f.part}},
          {"first", f.first},
          {"accesses", accesses},
          {"loops", loops},
          {"values", values},
          {"notes", texts(f.notes, form)},
          {"abstraction", form.put_text(f.abstraction)},
          {"doubtful", f.doubtful},
          {"launch", {f.local_size, f.num_groups}},
          {"scalars", f.scalars},
          {"replay", replay(f.replay, form)}};
}

Finding finding(const json &j, const JsonForm &form) {
  Finding f;
  f.kind = known(finding_kind_words.find(j.at("kind").get<std::string>()), "kind of a finding");
  f.origin = form.origin(j.at("origin"));
  f.message = form.text(j.at("message"));
  f.race = j.at("race").get<std::string>();
  f.array = form.text(j.at("array"));
  f.bytes = j.at("bytes").get<std::array<std::uint64_t, 2>>();
  f.element = j.at("element").get<std::uint64_t>();
  f.indices = j.at("place").at(0).get<std::string>();
  f.part = j.at("place").at(1).get<std::string>();
  f.first = std::min(1U, j.at("first").get<unsigned>());
  for (const json &a : j.at("accesses"))
    f.accesses.push_back({form.origin(a.at(0)),
                          {a.at(1).get<std::array<std::uint64_t, 3>>(), a.at(2).get<std::array<std::uint64_t, 3>>()},
                          a.at(3).get<std::string>()});
  for (const json &l : j.at("loops"))
    f.loops.push_back({form.origin(l.at(0)), l.at(1).get<bool>()});
  for (const json &v : j.at("values"))
    f.values[form.text(v.at(0))] = v.at(1).get<std::string>();
  f.notes = texts(j.at("notes"), form);
  f.abstraction = form.text(j.at("abstraction"));
  f.doubtful = j.at("doubtful").get<bool>();
  f.local_size = j.at("launch").at(0).get<std::array<std::uint64_t, 3>>();
  f.num_groups = j.at("launch").at(1).get<std::array<std::uint64_t, 3>>();
  f.scalars = j.at("scalars").get<decltype(f.scalars)>();
  f.replay = replay_from_json(j.at("replay"), form);
  return f;
}

} // namespace

json to_json(const Result &r, const JsonForm &form) {
  json findings = json::array();
  for (const Finding &f : r.findings)
    findings.push_back(finding(f, form));
  json stages = json::object();
  for (const auto &[stage, seconds] : r.stages)
    stages[std::string(name(stage))] = seconds;
  return {{"verdict", name(r.verdict)},
          {"reason", form.put_text(r.reason)},
          {"bad_input", r.bad_input},
          {"findings", findings},
          {"assumptions", texts(r.assumptions, form)},
          {"condition", r.condition ? json{form.put_text(r.condition->text), r.condition->magnitude} : json()},
          {"tier", name(r.tier)},
          {"candidates", r.candidates},
          {"invariants", r.invariants},
          {"intervals", r.barrier_intervals},
          {"stages", stages},
          {"seconds", r.seconds},
          {"cached", r.cached}};
}

Result result_from_json(const json &j, const JsonForm &form) {
  Result r;
  r.verdict = known(find_verdict(j.at("verdict").get<std::string>()), "verdict");
  r.reason = form.text(j.at("reason"));
  r.bad_input = j.at("bad_input").get<bool>();
  for (const json &f : j.at("findings"))
    r.findings.push_back(finding(f, form));
  r.assumptions = texts(j.at("assumptions"), form);
  if (const json &c = j.at("condition"); !c.is_null())
    r.condition = Condition{form.text(c.at(0)), c.at(1).get<bool>()};
  if (const std::string tier = j.at("tier"); !tier.empty())
    r.tier = known(tier_words.find(tier), "tier");
  r.candidates = j.at("candidates").get<decltype(r.candidates)>();
  r.invariants = j.at("invariants").get<decltype(r.invariants)>();
  r.barrier_intervals = j.at("intervals").get<std::size_t>();
  for (const auto &[stage, seconds] : j.at("stages").items())
    r.stages[known(support::stage_words.find(stage), "stage")] = seconds.get<double>();
  r.seconds = j.at("seconds").get<double>();
  r.cached = j.at("cached").get<bool>();
  return r;
}

json to_json(const support::Diagnostic &d, const JsonForm &form) {
  return {static_cast<int>(d.severity), form.put(d.origin), form.put_text(d.message), static_cast<int>(d.topic)};
}

support::Diagnostic diagnostic_from_json(const json &j, const JsonForm &form) {
  const int severity = j.at(0).get<int>();
  if (severity < 0 || severity > static_cast<int>(support::Severity::Unsupported))
    throw BadJson("unknown severity");
  const int topic = j.at(3).get<int>();
  if (topic < 0 || topic > static_cast<int>(support::Topic::Atomics))
    throw BadJson("unknown topic");
  return {static_cast<support::Severity>(severity), form.origin(j.at(1)), form.text(j.at(2)),
          static_cast<support::Topic>(topic)};
}

} // namespace lockstep::verify
