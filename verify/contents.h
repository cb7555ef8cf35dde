// What hangs on the contents of memory that the kernel writes (emit/pick/run/memory.h): the round of questions in which
// they are followed.
#pragma once

#include "cfg/analysis/analyses.h"
#include "emit/pick/pick.h"
#include "verify/asking.h"
#include "verify/pick_programs.h"

#include <map>
#include <optional>

namespace lockstep::verify {

class Contents {
public:
  Contents(const cfg::Kernel &k, const cfg::Analyses &a, const VerifyOptions &options, Asking &asking,
           PickPrograms &programs)
      : k_(k), a_(a), options_(options), asking_(asking), programs_(programs) {}

  // Asks again, with contents, about the open goals that hang on them. Assumptions may speak of contents, too: what
  // they leave unreached is asked again. Solvers that had not enough time without maps have less with them. What is
  // refuted without an abstraction settles the verdict; what is refuted with one is asked about for a short time.
  void settle(std::vector<Settled> &settled, emit::pick::Options po);

  // What is open then hangs on contents from before a barrier interval: the verdict of the kernel in which a thread
  // knows, across barriers, what it has stored to arrays that threads touch apart, if that kernel is verified.
  // Sound because it differs from this one only in what is known of such reads (cfg/passes/own_values.h).
  std::optional<Result> verified_with_lasting_cells(const std::vector<Settled> &settled, Engine &engine,
                                                    support::Stages &stages);

private:
  using Apart = std::map<cfg::ArrayId, Settled>;
  // The arrays of which each thread has cells of its own, with what proves it. Only where something may order threads
  // is that another question than whether there is a race.
  Apart apart(emit::pick::Options po, Asking::Manner manner);
  static void settle_apart(std::vector<Settled> &settled, const Apart &apart);

  const cfg::Kernel &k_;
  const cfg::Analyses &a_;
  const VerifyOptions &options_;
  Asking &asking_;
  PickPrograms &programs_;
  Apart lasting_; // arrays of which threads keep what they have stored
};

} // namespace lockstep::verify
