// What `lockstep cost` holds its bounds against: marks in the source, /*@cost sectors = 2*ceil(n/8)*/ or
// /*@cost sectors = 9*warps..40*warps if n % 32 == 0*/, an earlier report (--baseline), and other kernels (--compare).
//
// Bounds and expectations are compared as functions: by normal form, else at 1,000 points (parameters and sizes from a
// fixed sequence, parameters at least 0) that meet the mark's condition. That is a test and no proof: it says so.
#pragma once

#include "jobs/report/bound_report.h"

namespace lockstep::driver {

// Lines of text, one for each thing that is wrong: "FILE:LINE: error: ...".
std::vector<std::string> cost_marks_missed(const jobs::BoundReport &report);

// Those that marks in the file speak of; none if it cannot be read.
struct MarkedMetrics {
  cost::Metrics metrics;
  bool spans = false; // some mark is of a span
};
MarkedMetrics marked_metrics(const std::string &file);

struct CostBaseline {
  std::map<std::string, std::optional<cost::Expr>> upper; // by file, kernel and metric; empty: there was none
};
support::Result<CostBaseline> read_cost_baseline(const std::string &path, support::Diagnostics &diags);
std::vector<std::string> costlier_than(const jobs::BoundReport &report, const CostBaseline &baseline);

// For each kernel of the report, the kernel of `others` with the same place in its file: which costs less, and for
// which values.
std::vector<jobs::CostComparison> compared(const jobs::BoundReport &report,
                                           const std::vector<jobs::BoundedKernel> &others);

} // namespace lockstep::driver
