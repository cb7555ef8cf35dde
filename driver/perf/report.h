// The text of `lockstep perf`: warnings as a compiler writes them.
#pragma once

#include "driver/report/text.h"
#include "jobs/report/count_report.h"

#include <string>

namespace lockstep::driver {

// `all`: accesses that waste nothing, too.
std::string perf_text(const jobs::CountReport &report, const TextStyle &style, bool all);

} // namespace lockstep::driver
