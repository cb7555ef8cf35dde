// What the accesses of kernels cost, and as JSON (docs/json.md).
#pragma once

#include "jobs/counts/kernel_costs.h"
#include "jobs/report/kernel_report.h"

#include <string>
#include <vector>

namespace lockstep::jobs {

struct CountReport {
  cfg::Target target;
  std::uint64_t base_align = 256;
  bool paper = false; // with what the paper's rules report
  std::vector<CountedKernel> kernels = {};
  std::vector<KernelReport> refused = {}; // kernels and files that could not be read
  std::vector<std::string> failures = {}; // of marks and limits: "FILE:LINE:COLUMN: error: ..."
};

std::string count_json(const CountReport &report, int exit_status);

// Known in full, or for all widths of a block that are of use.
bool understood(const coalescing::AccessCost &a);
// What the paper's rules say of an access of global memory, if they were asked.
const coalescing::paper::Access *said_by_paper(const CountedKernel &k, const coalescing::AccessCost &a);

} // namespace lockstep::jobs
