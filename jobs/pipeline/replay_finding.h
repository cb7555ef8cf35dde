// Replays a violation in the interleaving machine (semantics/machines/replay.h) and says in the finding what came of
// it. A confirmed finding speaks of the execution that shows it: its threads, element and parameters take the place of
// the model's.
#pragma once

#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"
#include "verify/result.h"

#include <algorithm>
#include <cstdint>

namespace lockstep::jobs {

struct ReplayLimits {
  cfg::Tolerance tolerance = cfg::Tolerance::Same;
  double seconds = 0.8;            // of processor time, for all findings of a kernel: no execution begins later
  double at_most = 1.4;            // seconds of the clock after which the one that runs then is given up
  std::uint64_t steps = 8'000'000; // of the executions for one finding

  // On a machine that is busy, if there is time; and soon enough that the answer is told before the process is ended.
  ReplayLimits with_time(double left) const {
    constexpr double beyond = 0.5; // Supervisor::Work::grace leaves more
    ReplayLimits out = *this;
    out.at_most = std::min(std::max(at_most, std::min(4 * at_most, left)), left + beyond);
    return out;
  }
  // For what is asked on the way to another answer.
  ReplayLimits brief() const {
    ReplayLimits out = *this;
    out.seconds /= 4;
    out.at_most /= 4;
    out.steps /= 4;
    return out;
  }
  // As long as `seconds`, if that is more.
  ReplayLimits patient(double longer) const {
    ReplayLimits out = *this;
    const double factor = std::max(1.0, longer / seconds);
    out.seconds *= factor;
    out.at_most += out.seconds - seconds;
    out.steps = static_cast<std::uint64_t>(static_cast<double>(steps) * factor);
    return out;
  }
};

// All findings of the result, within one budget. `k`: the kernel that was verified.
void replay_findings(const cfg::Kernel &k, const cfg::Launch &launch, const ReplayLimits &limits,
                     verify::Result &result);

// Where the verifier has no answer, the interpreter may still find a violation: then the result becomes that. Free
// sizes are tried small. Looks for violations of the kinds that the result has findings of; of all kinds, if it has
// none.
void hunt(const cfg::Kernel &k, const cfg::Launch &launch, const ReplayLimits &limits, verify::Result &result);

} // namespace lockstep::jobs
