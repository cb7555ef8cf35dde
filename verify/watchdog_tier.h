// The second tier: what pick leaves open is asked again on the lock-step program, with inferred invariants
// (emit/watchdog). Nothing of it runs for a kernel that pick settles.
#pragma once

#include "cfg/analysis/analyses.h"
#include "cfg/passes/single_thread_launch.h"
#include "emit/watchdog/watchdog.h"
#include "predication/assemble.h"
#include "verify/asking.h"
#include "verify/trusted_flags.h"

#include <optional>

namespace lockstep::verify {

// Asks in stages: first without candidates, then with those of the cheap rules, at last with all. What a stage proves
// is not asked again; only the last stage refutes. Sound because Houdini checks whatever is proposed to it: which
// candidates are proposed, and in which order, decides what can be proved, never what is true.
class WatchdogTier {
public:
  WatchdogTier(const cfg::Kernel &k, const cfg::Analyses &a, const VerifyOptions &options, support::Stages &stages,
               Asking &asking, const TrustedFlags &trusted)
      : given_(k), k_(cfg::has_one_thread(a.launch) ? cfg::with_own_memory(k, a.bare) : k), a_(a), options_(options),
        stages_(stages), asking_(asking), trusted_(trusted) {}

  // Replaces the goals of `settled` that this tier proves, and those that it alone refutes. `shown` is asked once,
  // before a question that may take long: does an execution show a violation, so that no second opinion is needed?
  void settle(std::vector<Settled> &settled, std::function<bool()> shown = {});
  // Makes the program for threads of one group if somebody wants its text.
  void show();
  // Everything by this tier.
  std::vector<Settled> all();
  bool is_ignorant_of(const emit::Goal &g) const;
  bool knows_too_little() const;

private:
  using Pair = emit::Pair;
  std::vector<Settled> ask(Pair pair, std::optional<std::set<cfg::ArrayId>> arrays, bool divergence, bool claims,
                           unsigned limit_ms = 0);
  emit::GoalProgram emit(const predication::Lockstep &p, const emit::watchdog::Options &wo);
  std::vector<Settled> in_stages(emit::watchdog::Options wo, bool same_values, unsigned limit_ms);
  void tolerate_same_values(emit::watchdog::Options wo, unsigned limit_ms, std::vector<Settled> &answers);
  const predication::Lockstep *program(cfg::UniformityLevel level, bool same_values);

  const cfg::Kernel &given_;
  const cfg::Kernel k_;
  const cfg::Analyses &a_;
  const VerifyOptions &options_;
  support::Stages &stages_;
  Asking &asking_;
  const TrustedFlags &trusted_;
  std::map<std::pair<cfg::UniformityLevel, bool>, std::optional<predication::Lockstep>> programs_;
  std::function<bool()> ask_shown_;
  bool shown_ = false;
};

} // namespace lockstep::verify
