// The reports of `lockstep cost`: formulas with their assumptions, or JSON (docs/schema.json).
#pragma once

#include "driver/pipeline/kernel_costs.h"
#include "driver/report/report.h"

namespace lockstep::driver {

struct CostComparison { // of two kernels, by one metric, over the whole grid
  std::string first, second, metric;
  struct Part {
    std::string where, what; // "n = 0..31", "the first costs less"
  };
  std::vector<Part> parts;
  bool proved = false; // else seen at the values named
};

struct CostReport {
  cfg::Target target;
  std::uint64_t base_align = 256;
  cost::Metrics metrics;
  std::vector<std::string> given; // as the options name them: by name, or by file
  std::string per;                // access, warp, group, grid
  bool spans = false;
  unsigned slots = 0; // for what a group takes on so many; 0: not asked for
  std::map<std::string, cost::Integer> at;
  std::vector<KernelCost> kernels;
  std::vector<KernelReport> refused;
  std::vector<CostComparison> compared;
  std::vector<std::string> failures; // of limits, marks and an earlier report
};

// Of `of`, which belongs to `k`: that of the metric with this name, which is there.
const cost::Bounds &bounds_of(const cost::KernelBounds &k, const cost::MetricBounds &of, const std::string &metric);

std::string cost_text(const CostReport &report);
std::string cost_json(const CostReport &report, int exit_status);

} // namespace lockstep::driver
