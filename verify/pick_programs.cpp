// Pick's programs: see pick_programs.h.
#include "verify/pick_programs.h"

#include "emit/encode/axioms.h"
#include "emit/encode/goal_text.h"
#include "verify/distinct_parameters.h"

namespace lockstep::verify {

namespace {

using Emit = emit::GoalProgram (*)(const cfg::Kernel &, const cfg::Analyses &, const emit::pick::Options &);

emit::GoalProgram with_assumptions(const cfg::Kernel &k, const cfg::Analyses &a, const emit::pick::Options &options,
                                   Emit write, TrustedFlags &trusted) {
  const auto anew = [&](const cfg::Analyses &strict) {
    emit::pick::Options without = options;
    without.trust_flags = false;
    return write(k, strict, without);
  };
  return emit::under_axioms(on_distinct_parameters(trusted.noted(write(k, a, options), anew), k), k);
}

} // namespace

emit::GoalProgram PickPrograms::goals(const cfg::Analyses &a, const emit::pick::Options &options) {
  return stages_.run(
      support::Stage::Emit, [&] { return with_assumptions(k_, a, options, emit::pick::emit_pick, trusted_); },
      [](const emit::GoalProgram &p, support::Diagnostics &d) { return emit::boogie::check(p.program, d); },
      [&](const emit::GoalProgram &p) {
        return emit::boogie::print(emit::with_goals(p, options.only.empty() && !options.vacuity_only));
      });
}

emit::GoalProgram PickPrograms::apart(const cfg::Analyses &a, const emit::pick::Options &options) {
  return stages_.run(
      support::Stage::Emit, [&] { return with_assumptions(k_, a, options, emit::pick::emit_apart, trusted_); }, nullptr,
      [](const emit::GoalProgram &p) { return emit::boogie::print(emit::with_goals(p, false)); });
}

} // namespace lockstep::verify
