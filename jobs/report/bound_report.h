// What kernels cost, from below and above, and as JSON (docs/schema.json).
#pragma once

#include "cost/formula/large_values.h"
#include "jobs/counts/kernel_costs.h"
#include "jobs/report/kernel_report.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lockstep::jobs {

struct CostComparison { // of two kernels, by one metric, over the whole grid
  std::string first, second, metric;
  struct Part {
    std::string where, what; // "n = 0..31", "the first costs less"
  };
  std::vector<Part> parts = {};
  bool proved = false; // else seen at the values named
};

struct BoundReport {
  cfg::Target target;
  std::uint64_t base_align = 256;
  cost::Metrics metrics = {};
  std::vector<std::string> given = {}; // as the options name them: by name, or by file
  std::string per = {};                // access, warp, group, grid
  bool spans = false;
  unsigned slots = 0; // for what a group takes on so many; 0: not asked for
  std::map<std::string, cost::Integer> at = {};
  std::vector<BoundedKernel> kernels = {};
  std::vector<KernelReport> refused = {};
  std::vector<CostComparison> compared = {};
  std::vector<std::string> failures = {}; // of limits, marks and an earlier report
};

std::string bound_json(const BoundReport &report, int exit_status);

// Of `of`, which belongs to `k`: that of the metric with this name, which is there.
const cost::Bounds &bounds_of(const cost::KernelBounds &k, const cost::MetricBounds &of, const std::string &metric);
// For a warp, a group or the grid.
const cost::MetricBounds &chosen(const cost::KernelBounds &b, const std::string &per);

struct ShortBounds { // what bounds are for large values
  cost::LargeValues where;
  cost::Bounds bounds;
};
std::optional<ShortBounds> short_of(const cost::Bounds &b);

// The dearest first, by values where there are some; else as in the text.
std::vector<const cost::PlaceCost *> dearest(const cost::KernelBounds &b, const std::string &metric,
                                             const std::map<std::string, cost::Integer> &values);

// What a group takes at most on so many issue slots ([MH21], Theorem 2).
std::optional<cost::Expr> time_of(const cost::KernelBounds &b, const std::string &metric, unsigned slots);

} // namespace lockstep::jobs
