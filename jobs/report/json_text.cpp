// JSON as reports write it (json_parts.h).
#include "jobs/report/json_parts.h"

#include <algorithm>

namespace lockstep::jobs {

namespace {

using nlohmann::ordered_json;

std::string on_one_line(const ordered_json &j) {
  return j.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

// Numbers and lists of them, however deep.
bool is_numbers(const ordered_json &j) {
  return j.is_number() || (j.is_array() && !j.empty() && std::ranges::all_of(j, is_numbers));
}

void write(const ordered_json &j, const std::string &indent, std::string &out) {
  if (!j.is_structured() || j.empty() || is_numbers(j)) {
    out += on_one_line(j);
    return;
  }
  const std::string deeper = indent + "  ";
  const char *separator = "\n";
  out += j.is_array() ? "[" : "{";
  for (const auto &[key, value] : j.items()) {
    out += separator + deeper;
    if (j.is_object())
      out += on_one_line(key) + ": ";
    write(value, deeper, out);
    separator = ",\n";
  }
  out += "\n" + indent + (j.is_array() ? "]" : "}");
}

} // namespace

std::string well_formed(const std::string &text) { return ordered_json::parse(on_one_line(text)).get<std::string>(); }

std::string json_text(const ordered_json &j) {
  std::string out;
  write(j, "", out);
  return out + "\n";
}

} // namespace lockstep::jobs
