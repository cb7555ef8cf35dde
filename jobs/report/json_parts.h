// Parts that JSON reports share (json.cpp).
#pragma once

#include "jobs/report/kernel_report.h"
#include "support/diagnostic.h"
#include "verify/result.h"

#include <nlohmann/json.hpp>
#include <string>

namespace lockstep::jobs {

// `schedules`: with that of the execution that shows it.
nlohmann::ordered_json finding_json(const verify::Finding &f, bool schedules);
nlohmann::ordered_json diagnostic_json(const support::Diagnostic &d);
// What `json_of` makes of each of `items`.
template <typename Items, typename JsonOf> nlohmann::ordered_json json_list(const Items &items, JsonOf &&json_of) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const auto &item : items)
    out.push_back(json_of(item));
  return out;
}
// Of kernels that are not counted or bounded, the reasons.
nlohmann::ordered_json refused_json(const std::vector<KernelReport> &refused);

// The text, with U+FFFD for what is no UTF-8.
std::string well_formed(const std::string &text);

// Ends with a line break. Names from a source file may hold any bytes: what is no UTF-8 is replaced.
std::string json_text(const nlohmann::ordered_json &j);

} // namespace lockstep::jobs
