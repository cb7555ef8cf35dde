// A run held against an earlier one (`lockstep suite --baseline`): what is fixed, broken, slower.
//
// Kernels are the same by file, name and entry, those of several launches by their order. Broken is a kernel that was
// verified and is not, that is violated and was not, or whose error is new; fixed, the other way round. One that was
// not there counts as broken where it is violated, or an error. Slower: by half and by a second at least.
#pragma once

#include "jobs/report/kernel_report.h"
#include "support/result.h"

#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace lockstep::driver {

struct VerdictBaseline {
  struct Before {
    verify::Verdict verdict;
    double seconds;
  };
  // By file, kernel and entry, and the number among those that agree in these.
  using Key = std::tuple<std::string, std::string, unsigned, unsigned>;
  std::map<Key, Before> kernels;
};
support::Result<VerdictBaseline> read_verdict_baseline(const std::string &path, support::Diagnostics &diags);

struct Changes {
  std::vector<std::string> lines; // "broken  a.cu: k: was verified, is race"
  std::size_t broken = 0;
};
// The last line counts them. `whole`: what the earlier run had and this one has not is gone, not left out.
Changes changes_since(const VerdictBaseline &baseline, const jobs::VerifyReport &run, bool whole);

} // namespace lockstep::driver
