// What `lockstep run --observe cost` says: what an execution cost by each metric asked for, in all, by warp, by place,
// and as work and span of a block ([MH21], Sect. 5: the span of a group is the sum, over the intervals between its
// barriers, of what its dearest warp costs; of the launch, that of its dearest group).
#pragma once

#include "cfg/ir/kernel.h"
#include "semantics/costs/cost_counts.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace lockstep::driver {

struct MetricCost { // sums of weights, to be divided by the metric's denominator
  cfg::Metric metric;
  std::int64_t total = 0, least = 0, most = 0, first = 0; // of all warps, of single ones, of warp 0 of group 0
  std::int64_t span = 0;
  std::int64_t late = 0, late_span = 0; // in all, and span, where lanes come together at immediate post-dominators only
};
struct PlaceCost {
  support::Origin origin;
  std::vector<std::int64_t> totals; // by metric
};
struct ObservedCosts {
  std::uint64_t groups = 0, warps = 0;
  std::vector<MetricCost> metrics;
  std::vector<PlaceCost> places; // those that cost anything, the dearest by the first metric first
  // Did the lock-step machine's requests count the same? Empty: it does not execute this kernel.
  std::optional<bool> counters_agree;
};

// `late`: of the same execution, at post-dominators.
ObservedCosts observed_costs(const semantics::CostCounts &counts, const semantics::CostCounts &late,
                             const cfg::Kernel &k, const std::vector<cfg::Metric> &metrics);
// Are the atoms that both count equal, place by place and warp by warp?
bool same_requests(const semantics::CostCounts &traces, const semantics::CostCounts &requests);

std::string costs_text(const ObservedCosts &c);
nlohmann::ordered_json costs_json(const ObservedCosts &c);

} // namespace lockstep::driver
