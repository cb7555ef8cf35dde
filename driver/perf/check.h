// What `lockstep perf` holds its counts against: limits (--fail-on), an earlier report (--baseline), and marks in the
// source: /*@sectors 4*/, /*@lines 1..2*/, /*@banks 8*/, /*@wavefronts 2*/ on a line are what each access there costs,
// in full requests; with --paper, /*@paper*/ wants an access that is reported.
#pragma once

#include "driver/perf/report.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep::driver {

struct PerfLimits {
  std::optional<unsigned> excess; // percent of a request's sectors that may be more than needed
  bool conflicts = false;         // no access may meet others at a bank
  bool unknown = false;           // every access must be understood
};
support::Result<PerfLimits> perf_limits(const std::vector<std::string> &words, support::Diagnostics &diags);

// The most that accesses of an earlier report cost, by what stays when lines move.
struct PerfBaseline {
  std::map<std::string, std::uint64_t> most;
};
support::Result<PerfBaseline> read_baseline(const std::string &path, const cfg::Target &target,
                                            support::Diagnostics &diags);

// Lines of text, one for each thing that is wrong: "FILE:LINE:COLUMN: error: ...".
std::vector<std::string> beyond_limits(const jobs::CountReport &report, const PerfLimits &limits);
std::vector<std::string> worse_than(const jobs::CountReport &report, const PerfBaseline &baseline);
std::vector<std::string> marks_missed(const jobs::CountReport &report);

} // namespace lockstep::driver
