// What `lockstep perf --paper` adds: the accesses that GPUDrano's rules report (cost/gpudrano/analysis.h), with the
// counts beside them.
#pragma once

#include "driver/perf/report.h"

namespace lockstep::driver {

std::string paper_text(const jobs::CountReport &report, const TextStyle &style);
bool paper_reports(const jobs::CountedKernel &k, const coalescing::AccessCost &a);

} // namespace lockstep::driver
