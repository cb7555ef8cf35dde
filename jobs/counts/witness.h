// `lockstep perf --witness`: requests that the lock-step machine has made, and that show a bound to be attained.
#pragma once

#include "cfg/ir/launch.h"
#include "cost/requests/requests.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lockstep::jobs {

struct AccessWitness {
  std::uint64_t number = 0; // of sectors, words of constant memory or wavefronts
  std::uint64_t group = 0;  // linear
  std::uint32_t warp = 0;   // of the group
  unsigned lanes = 0;
  std::vector<std::pair<std::string, std::uint64_t>> values; // of the kernel's integer parameters, as bits
};
struct AccessWitnesses { // of the bounds of full requests, where an execution shows them
  std::optional<AccessWitness> most, least;
};
struct Witnesses {
  std::vector<AccessWitnesses> accesses; // as many as were counted
  std::string problem;                   // why nothing was executed
};

// Executes the kernel with some values of its parameters, arrays that start at 0 and hold zeros, in the launch. `k`:
// the normalised kernel whose accesses were counted. Only executions that end as they should count; few steps are
// spent.
Witnesses find_witnesses(const cfg::Kernel &k, const std::vector<coalescing::AccessCost> &accesses,
                         const cfg::Launch &launch, const cfg::Target &target);

} // namespace lockstep::jobs
