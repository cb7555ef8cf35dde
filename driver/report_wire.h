// A kernel's report as one line of JSON and back, whole: from a suite's worker process to the suite.
#pragma once

#include "driver/report.h"

#include <string>

namespace lockstep::driver {

std::string to_wire(const KernelReport &report);        // without a line's end
KernelReport report_from_wire(const std::string &line); // throws std::exception for anything else

} // namespace lockstep::driver
