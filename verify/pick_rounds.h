// Goals of the pick tier that are asked once more: otherwise, for longer, or more precisely.
#pragma once

#include "verify/asking.h"
#include "verify/pick_programs.h"

#include <optional>
#include <string>
#include <vector>

namespace lockstep::verify {

class PickRounds {
public:
  PickRounds(const cfg::Analyses &a, const VerifyOptions &options, Asking &asking, PickPrograms &programs)
      : a_(a), options_(options), asking_(asking), programs_(programs) {}

  // Products of unknowns as bit-vectors, where integers modulo a power of two have no answer at once. Where these have
  // none at all, goals that are coarse or hang on values are asked in bits, too.
  void with_bits(emit::pick::Options &po, std::vector<Settled> &settled);
  // What has no answer. Coarse goals are asked again in any case.
  void patiently(emit::pick::Options po, std::vector<Settled> &settled, const Asking::Manner &manner = {});
  // What was not proved of coarse sites says nothing yet.
  void precisely(emit::pick::Options po, std::vector<Settled> &settled, const Asking::Manner &manner = {});
  // Races that vanish when writes of one value are tolerated.
  void with_values(emit::pick::Options po, std::vector<Settled> &settled, const Asking::Manner &manner = {});
  // To the races that were found: others of the same goals, between other accesses, each pair once. Of a
  // question with abstractions those that an execution shows.
  void further_races(emit::pick::Options po, const std::vector<Settled> &settled, const cfg::Kernel &k,
                     std::vector<Finding> &found);
  // Is there an answer to everything without patience? Then it is in `settled`.
  bool settled_soon(emit::pick::Options po, std::vector<Settled> &settled, const Asking::Manner &soon);

private:
  std::optional<Finding> one_more(const emit::pick::Options &po, const std::string &id, const cfg::Kernel &k,
                                  const Asking::Manner &manner);
  const cfg::Analyses &a_;
  const VerifyOptions &options_;
  Asking &asking_;
  PickPrograms &programs_;
};

} // namespace lockstep::verify
