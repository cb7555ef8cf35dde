// A kernel's report as JSON and back, whole: from a worker process to the one that started it (message.h).
#pragma once

#include "jobs/report/kernel_report.h"

#include <nlohmann/json.hpp>

namespace lockstep::driver {

nlohmann::json to_wire(const jobs::KernelReport &report);
jobs::KernelReport report_from_wire(const nlohmann::json &j); // throws std::exception for anything else

} // namespace lockstep::driver
