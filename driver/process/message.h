// Messages between a suite and its workers: JSON on one line of ASCII, whatever the strings in it are. Names of files
// may hold line ends and bytes that are no text; both arrive as they were.
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace lockstep::driver {

std::string to_message(nlohmann::json content);       // with the line's end
nlohmann::json from_message(const std::string &line); // throws std::exception for what is none

} // namespace lockstep::driver
