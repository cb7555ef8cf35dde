// The text of `lockstep cost`: formulas with their assumptions.
#pragma once

#include "jobs/report/bound_report.h"

#include <string>

namespace lockstep::driver {

std::string cost_text(const jobs::BoundReport &report);

} // namespace lockstep::driver
