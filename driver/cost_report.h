// The reports of `lockstep cost`: formulas with their assumptions, or JSON (docs/schema.json).
#pragma once

#include "driver/pipeline.h"
#include "driver/report.h"

namespace lockstep::driver {

struct CostComparison { // of two kernels, by one metric, over the whole grid
  std::string first, second;
  cost::Metric metric;
  struct Part {
    std::string where, what; // "n = 0..31", "the first costs less"
  };
  std::vector<Part> parts;
  bool proved = false; // else seen at the values named
};

struct CostReport {
  cfg::Target target;
  std::uint64_t base_align = 256;
  std::vector<cost::Metric> metrics;
  std::string per; // access, warp, group, grid
  std::map<std::string, cost::Integer> at;
  std::vector<KernelCost> kernels;
  std::vector<KernelReport> refused;
  std::vector<CostComparison> compared;
  std::vector<std::string> failures; // of limits, marks and an earlier report
};

std::string cost_text(const CostReport &report);
std::string cost_json(const CostReport &report, int exit_status);

} // namespace lockstep::driver
