// Do the kernel's assumptions contradict each other: see vacuity.h.
#include "verify/vacuity.h"

#include "cfg/analysis/analyses.h"
#include "emit/pick/pick.h"

#include <algorithm>

namespace lockstep::verify {

namespace {
constexpr unsigned axioms_ms = 1500; // for all that can be reached under axioms

emit::pick::Options of_reachability(const VerifyOptions &options) {
  emit::pick::Options po;
  po.integers = options.integers;
  po.trust_flags = !options.strict_overflow;
  po.vacuity_only = true;
  return po;
}
} // namespace

std::vector<Settled> Vacuity::reached(const cfg::Analyses &a) {
  const bool axioms = !k_.terms.axioms.empty();
  return asking_.ask(programs_.goals(a, of_reachability(options_)), Tier::Pick,
                     axioms ? Asking::Manner{std::min(options_.time_limit_ms, axioms_ms), true} : Asking::Manner{});
}

void Vacuity::look_at(const std::vector<Settled> &settled) {
  std::vector<const emit::Goal *> dead;
  emit::pick::Options po = of_reachability(options_);
  for (const Settled &s : settled)
    if (s.goal.kind == emit::GoalKind::Vacuity && s.result.outcome == Outcome::Proved) {
      po.only.insert(s.goal.id);
      dead.push_back(&s.goal);
    }
  if (dead.empty())
    return;
  const cfg::Kernel free = emit::pick::without_assumptions(k_);
  support::Diagnostics told; // the same as of the kernel itself
  const auto a = cfg::analyse(free, options_.launch, {!options_.strict_overflow}, told);
  if (!a)
    return;
  const auto program = emit::pick::emit_pick(free, *a, po);
  for (const Settled &s : asking_.ask(program, Tier::Pick))
    if (s.result.outcome != Outcome::Proved)
      for (const emit::Goal *g : dead)
        if (g->id == s.goal.id)
          blame_assumptions(*g);
}

void Vacuity::blame_assumptions(const emit::Goal &g) {
  if (g.origin.known())
    diags_.warning(g.origin, "no thread reaches this " + g.message +
                                 " under the kernel's assumptions: nothing is claimed for it");
  else
    contradictory_ = true;
}

} // namespace lockstep::verify
