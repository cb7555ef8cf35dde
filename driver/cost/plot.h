// `lockstep cost --plot n=LO:HI:STEP`: the bounds of each kernel and metric, as functions of one parameter or size, as
// a curve (SVG) and as numbers (CSV); with --simulate the costs of executions beside them.
#pragma once

#include "driver/options/options.h"
#include "jobs/report/bound_report.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep::driver {

struct PlotRange {
  std::string name; // a parameter, or groups.x, groups.y, groups.z
  std::int64_t lo = 0, hi = 0, step = 1;
};
// "n=0:100:5"; at most 10,000 points.
support::Result<PlotRange> plot_range(const std::string &text, support::Diagnostics &diags);

struct PlotPoint {
  std::int64_t x = 0;
  std::optional<cost::Rational> lower, upper;
  std::vector<std::optional<cost::Rational>> simulated; // executions, by series
  std::vector<std::optional<cost::Rational>> other;     // curves of --plot-also
};
struct PlotLabels {
  std::string title, name; // of the picture, of the parameter
  std::vector<std::string> simulated, others;
};
std::string plot_csv(const PlotLabels &labels, const std::vector<PlotPoint> &points);
// One self-contained picture, 720 x 420.
std::string plot_svg(const PlotLabels &labels, const std::vector<PlotPoint> &points);

// Writes KERNEL.METRIC.svg and .csv into --plot-to for each kernel and metric of the report; the names of the files
// written. A point at which nothing could be evaluated or executed is left out.
support::Result<std::vector<std::string>> write_plots(const jobs::BoundReport &report, const Options &options,
                                                      support::Diagnostics &diags);

} // namespace lockstep::driver
