// Pick's programs of one kernel, made inside the stage wrapper, with the assumptions that they rest on.
#pragma once

#include "cfg/analysis/analyses.h"
#include "emit/encode/goal.h"
#include "emit/pick/pick.h"
#include "support/stage.h"
#include "verify/trusted_flags.h"

namespace lockstep::verify {

class PickPrograms {
public:
  PickPrograms(const cfg::Kernel &k, support::Stages &stages, TrustedFlags &trusted)
      : k_(k), stages_(stages), trusted_(trusted) {}

  emit::GoalProgram goals(const cfg::Analyses &a, const emit::pick::Options &options);
  emit::GoalProgram apart(const cfg::Analyses &a, const emit::pick::Options &options); // emit::pick::emit_apart

private:
  const cfg::Kernel &k_;
  support::Stages &stages_;
  TrustedFlags &trusted_;
};

} // namespace lockstep::verify
