// What a worker (jobs/pipeline/pipeline.h) is asked for: verdicts, counts of requests, or bounds of costs.
#pragma once

#include "cost/gpudrano/analysis.h"
#include "cost/requests/requests.h"
#include "device/metrics.h"

#include <optional>
#include <variant>
#include <vector>

namespace lockstep::jobs {

struct Verdicts {};
struct CountRequest {
  coalescing::Options options;
  std::optional<coalescing::paper::Mode> paper = {}; // what else is asked for
  bool shapes = false, claims = false, witness = false;
  bool aliases = false; // arrays may be aliased
};
struct BoundRequest {
  coalescing::Options options;
  std::vector<cfg::Metric> metrics = {};
  bool spans = false, certify = false; // what else is asked for
};
using Task = std::variant<Verdicts, CountRequest, BoundRequest>;

} // namespace lockstep::jobs
