// The *watchdog* encoding (docs/design.md 6.2): an instrumented lock-step program (predication/instrument.h) as a
// Boogie procedure with loops, for two arbitrary threads.
//
// Private variables exist twice, uniform ones once. Per array one constant unknown offset is watched; what touched it
// since the last barrier is logged, and the races are asserted where the instrumentation says so. Loops stay loops:
//  - what holds at their heads by construction is assumed (heads.h, logs.h);
//  - what may hold is asserted under a Houdini candidate (emit/watchdog/candidates.h);
//  - what the user claims to hold is asserted as it stands.
//
// Sound because the procedure has a run for every run of any two threads of the lock-step program, up to the first
// violation, and any offset that both of them touch: the pair, the watched offsets and their values are arbitrary
// constants, every abstraction of memory only adds values, and each assumption is one of those named above.
#pragma once

#include "cfg/analysis/analyses.h"
#include "emit/encode/geometry.h"
#include "emit/encode/goal.h"
#include "emit/terms/encoder.h"
#include "predication/lockstep.h"

#include <optional>
#include <set>

namespace lockstep::emit::watchdog {

inline constexpr unsigned last_stage = 2; // of the rules in emit/watchdog/candidates.def

struct Options {
  Pair pair = Pair::SameGroup;
  IntegerMode integers = IntegerMode::Auto;
  bool trust_flags = true;
  unsigned stage = last_stage;                  // candidates of the rules up to this stage, for Houdini; 0: none
  std::set<std::string> without_rules;          // candidates of these rules are not proposed at all
  std::optional<std::set<cfg::ArrayId>> arrays; // only races on these are asked about; empty: on all that are watched
  bool divergence = true;                       // asked about; else taken as settled
  bool claims = false;                          // annotations about the pair (cfg/ir/pairwise.h) are asked about
};

// `p`: predicated with the uniformity of the pair's level (group for SameGroup and Single, grid for DifferentGroups),
// vectorised and instrumented from kernel `k`; `a`: the analyses of `k`.
// No goals: nothing is to be asked about this pair.
GoalProgram emit_watchdog(const predication::Lockstep &p, const cfg::Kernel &k, const cfg::Analyses &a,
                          const Options &options);

} // namespace lockstep::emit::watchdog
