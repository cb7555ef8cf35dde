// JSON as reports write it: indented, with lists of numbers on one line.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace lockstep::jobs {

// Ends with a line break. Names from a source file may hold any bytes: what is no UTF-8 is replaced.
std::string json_text(const nlohmann::ordered_json &j);

} // namespace lockstep::jobs
