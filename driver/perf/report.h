// The reports of `lockstep perf`: warnings as a compiler writes them, or JSON (docs/json.md).
#pragma once

#include "driver/pipeline/kernel_costs.h"
#include "driver/report/report.h"

#include <string>
#include <vector>

namespace lockstep::driver {

struct PerfReport {
  cfg::Target target;
  std::uint64_t base_align = 256;
  bool all = false;   // list what wastes nothing, too
  bool paper = false; // list what the paper's rules report
  std::vector<KernelCost> kernels;
  std::vector<KernelReport> refused; // kernels and files that could not be read
  std::vector<std::string> failures; // of marks and limits: "FILE:LINE:COLUMN: error: ..."
};

bool is_wasteful(const coalescing::AccessCost &a, cfg::Space space);

std::string perf_text(const PerfReport &report, const TextStyle &style);
std::string perf_json(const PerfReport &report, int exit_status);

} // namespace lockstep::driver
