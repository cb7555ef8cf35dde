// Metrics as users give them: by name, or as a JSON file
//
//   {"name": "energy", "weights": {"sectors": 4, "operations": 1, "operations.mul": "3/2"}, "latency": {...}}
//
// Keys are the atoms of device/atoms.def; `operations.NAME` stands for one operation of cfg/ir/ops.def and goes before
// `operations`. Weights are whole numbers or fractions in quotes, at least 0. Without `latency`, latency is work.
#pragma once

#include "device/metrics.h"
#include "support/diagnostic.h"
#include "support/result.h"

#include <string>
#include <vector>

namespace lockstep::jobs {

// `name`: of a metric, or of a file that ends in .json. Errors name the file and the key.
support::Result<cfg::Metric> read_metric(const std::string &name, support::Diagnostics &diags);

// Those that were given; else the usual ones.
std::vector<std::string> metric_names(const std::vector<std::string> &given);

// `value`, which is a sum of weights, over the metric's denominator: "12", "3/2".
std::string over(std::int64_t value, std::int64_t denominator);

} // namespace lockstep::jobs
