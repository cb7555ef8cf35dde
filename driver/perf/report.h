// The text of `lockstep perf`: warnings as a compiler writes them.
#pragma once

#include "driver/report/text.h"
#include "jobs/report/count_report.h"

#include <string>

namespace lockstep::driver {

// `all`: accesses that waste nothing, too.
std::string perf_text(const jobs::CountReport &report, const TextStyle &style, bool all);

// Do GPUDrano's rules (--paper) report the access?
bool paper_reports(const jobs::CountedKernel &k, const coalescing::AccessCost &a);

} // namespace lockstep::driver
