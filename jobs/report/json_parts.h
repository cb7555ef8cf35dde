// Parts that JSON reports share (json.cpp).
#pragma once

#include "jobs/report/kernel_report.h"
#include "support/diagnostic.h"
#include "verify/result.h"

#include <nlohmann/json.hpp>

namespace lockstep::jobs {

// `schedules`: with that of the execution that shows it.
nlohmann::ordered_json finding_json(const verify::Finding &f, bool schedules);
nlohmann::ordered_json diagnostic_json(const support::Diagnostic &d);
// Of kernels that are not counted or bounded, the reasons.
nlohmann::ordered_json refused_json(const std::vector<KernelReport> &refused);

} // namespace lockstep::jobs
