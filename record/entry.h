// A launch as an entry of the manifest (docs/json.md).
#pragma once

#include "record/recorder.h"

namespace lockstep::record {

// `source`: the name of the file that holds the program's text.
nlohmann::ordered_json entry(const Kernel &kernel, const Sizes &sizes, const std::string &source);

} // namespace lockstep::record
