// The lock-step program of a kernel, stage by stage; the only place that puts them together: for the tier that proves
// it, for `dump`, which shows what is proved, and for `run`, which executes it without instrumentation.
//
//     Kernel -> predicate -> Predicated -> vectorise -> Lockstep -> instrument -> what is proved
#pragma once

#include "cfg/analysis/analyses.h"
#include "predication/lockstep.h"
#include "predication/predicate.h"
#include "support/stage.h"

namespace lockstep::predication {

// All threads in lock step. `uniform`: between all threads that will run so. `k` as predicate.h asks for. Empty:
// `diags` says why.
std::optional<Lockstep> lock_step(const cfg::Kernel &k, const cfg::LoopForest &forest, const cfg::Uniformity &uniform,
                                  Scheme scheme, support::Stages &stages, support::Diagnostics &diags);

struct Claim {
  cfg::UniformityLevel level = cfg::UniformityLevel::Group; // of the pair: threads of one group, or of the grid
  Scheme scheme = Scheme::Flags;
  bool same_values = false;   // as in InstrumentOptions
  bool only_computed = false; // of values that no load gave
};
// The same with accesses logged and checked. `a`: the analyses of `k`.
std::optional<Lockstep> instrumented(const cfg::Kernel &k, const cfg::Analyses &a, const Claim &claim,
                                     support::Stages &stages, support::Diagnostics &diags);

} // namespace lockstep::predication
