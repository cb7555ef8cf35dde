// Jobs between processes (file_job.h).
#include "jobs/input/file_job.h"

#include "verify/cache/result_json.h"

namespace lockstep::jobs {

using nlohmann::json;

namespace {

template <typename T> json put(const std::optional<T> &value) { return value ? json(*value) : json(); }
template <typename T> void get(const json &j, std::optional<T> &value) {
  if (!j.is_null())
    value = j.get<T>();
}

json put(const launch::RecordedArgument &a) {
  return {{"kind", a.kind},      {"bytes", a.bytes},   {"value", put(a.value)},
          {"size", put(a.size)}, {"memory", a.memory}, {"begins", a.begins}};
}

launch::RecordedArgument argument_from(const json &j) {
  launch::RecordedArgument a;
  j.at("kind").get_to(a.kind);
  j.at("bytes").get_to(a.bytes);
  get(j.at("value"), a.value);
  get(j.at("size"), a.size);
  j.at("memory").get_to(a.memory);
  j.at("begins").get_to(a.begins);
  return a;
}

json put(const launch::RecordedLaunch &l) {
  json arguments = json::array();
  for (const launch::RecordedArgument &a : l.arguments)
    arguments.push_back(put(a));
  const launch::SizeText &s = l.sizes;
  return {{"origin", verify::JsonForm().put(l.origin)},
          {"number", l.number},
          {"file", l.file},
          {"kernel", l.kernel},
          {"refused", l.refused},
          {"sizes", {put(s.local_size), put(s.num_groups), put(s.global_size), put(s.global_offset)}},
          {"flags", l.flags},
          {"directory", l.directory},
          {"pointer_bits", l.pointer_bits},
          {"arguments_known", l.arguments_known},
          {"overlaps_known", l.overlaps_known},
          {"arguments", arguments}};
}

launch::RecordedLaunch launch_from(const json &j) {
  launch::RecordedLaunch l;
  l.origin = verify::JsonForm().origin(j.at("origin"));
  j.at("number").get_to(l.number);
  j.at("file").get_to(l.file);
  j.at("kernel").get_to(l.kernel);
  j.at("refused").get_to(l.refused);
  launch::SizeText &s = l.sizes;
  std::size_t i = 0;
  for (auto *size : {&s.local_size, &s.num_groups, &s.global_size, &s.global_offset})
    get(j.at("sizes").at(i++), *size);
  j.at("flags").get_to(l.flags);
  j.at("directory").get_to(l.directory);
  j.at("pointer_bits").get_to(l.pointer_bits);
  j.at("arguments_known").get_to(l.arguments_known);
  j.at("overlaps_known").get_to(l.overlaps_known);
  for (const json &a : j.at("arguments"))
    l.arguments.push_back(argument_from(a));
  return l;
}

} // namespace

void to_json(json &j, const FileJob &job) {
  j = {{"file", job.file}, {"flags", job.flags}, {"entry", job.entry}, {"skip", job.skip}};
  if (job.launch)
    j["launch"] = put(*job.launch);
}

void from_json(const json &j, FileJob &job) {
  j.at("file").get_to(job.file);
  j.at("flags").get_to(job.flags);
  j.at("entry").get_to(job.entry);
  j.at("skip").get_to(job.skip);
  if (const auto launch = j.find("launch"); launch != j.end())
    job.launch = std::make_shared<const launch::RecordedLaunch>(launch_from(*launch));
}

} // namespace lockstep::jobs
