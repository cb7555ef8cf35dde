// Parts of JSON reports that `verify` and `run` share (json.cpp).
#pragma once

#include "support/diagnostic.h"
#include "verify/result.h"

#include <nlohmann/json.hpp>

namespace lockstep::driver {

// `schedules`: with that of the execution that shows it.
nlohmann::ordered_json finding_json(const verify::Finding &f, bool schedules);
nlohmann::ordered_json diagnostic_json(const support::Diagnostic &d);

} // namespace lockstep::driver
