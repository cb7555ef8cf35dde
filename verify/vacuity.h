// Do the kernel's assumptions contradict each other, or leave out what they should not? Places that nothing reaches
// under them, but something without: the assumptions are to blame.
#pragma once

#include "support/diagnostic.h"
#include "verify/asking.h"
#include "verify/pick_programs.h"

namespace lockstep::verify {

class Vacuity {
public:
  Vacuity(const cfg::Kernel &k, const VerifyOptions &options, Asking &asking, PickPrograms &programs,
          support::Diagnostics &diags)
      : k_(k), options_(options), asking_(asking), programs_(programs), diags_(diags) {}

  // Asks which places are reached. Under axioms solvers go on using them for as long as nothing contradicts: for a
  // short time.
  std::vector<Settled> reached(const cfg::Analyses &a);
  void look_at(const std::vector<Settled> &settled);    // among others, goals of kind Vacuity
  bool contradictory() const { return contradictory_; } // no thread can reach the end, as far as was looked at

private:
  void blame_assumptions(const emit::Goal &g);

  const cfg::Kernel &k_;
  const VerifyOptions &options_;
  Asking &asking_;
  PickPrograms &programs_;
  support::Diagnostics &diags_;
  bool contradictory_ = false;
};

} // namespace lockstep::verify
