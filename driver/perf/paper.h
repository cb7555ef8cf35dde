// What `lockstep perf --paper` adds: the accesses that GPUDrano's rules report (cost/gpudrano/analysis.h), with the
// counts beside them.
#pragma once

#include "driver/perf/report.h"

#include <nlohmann/json.hpp>

namespace lockstep::driver {

std::string paper_text(const PerfReport &report, const TextStyle &style);
bool paper_reports(const KernelCost &k, const coalescing::AccessCost &a);
// To an access of global memory, what the rules say of it.
void add_paper(nlohmann::ordered_json &access, const KernelCost &k, const coalescing::AccessCost &a);

} // namespace lockstep::driver
