// The reports of `lockstep cost`: formulas with their assumptions, or JSON (docs/schema.json).
#pragma once

#include "driver/pipeline.h"
#include "driver/report.h"

namespace lockstep::driver {

struct CostReport {
  cfg::Target target;
  std::uint64_t base_align = 256;
  std::vector<cost::Metric> metrics;
  std::string per; // access, warp, group, grid
  std::map<std::string, cost::Integer> at;
  std::vector<KernelCost> kernels;
  std::vector<KernelReport> refused;
  std::vector<std::string> failures; // of limits and marks
};

std::string cost_text(const CostReport &report);
std::string cost_json(const CostReport &report, int exit_status);

} // namespace lockstep::driver
