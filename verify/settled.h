// Goals with their answers, as the tiers pass them on.
#pragma once

#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"
#include "emit/encode/goal.h"
#include "verify/engines/engine.h"
#include "verify/result.h"

#include <string>
#include <vector>

namespace lockstep::verify {

struct Settled {
  emit::Goal goal;
  AssertionResult result;
  const emit::GoalProgram *program = nullptr; // the goal's; lives as long as the Asking
  Tier tier = Tier::Pick;
  bool doubtful = false;         // refuted up to an abstraction, and the tier that was to have the last word had none
  std::vector<std::string> by{}; // the ids in `program` that gave the outcome; empty: the goal's own
};

// May this race be one that vanishes where two writes of the same value are none? Not if it is refuted, and its witness
// has an access that is no plain write.
bool may_be_of_two_writes(const Settled &s);

// Better answers to some of the goals, by their names.
void replace(std::vector<Settled> &settled, std::vector<Settled> answers);

// Is one of them without an answer in its time?
bool hesitates(const std::vector<Settled> &settled);

// Is a race refuted, with a witness in a launch of few groups? It is most often one, whatever the question left out.
bool is_race_of_few_groups(const cfg::Kernel &k, const cfg::Launch &launch, const std::vector<Settled> &settled);

} // namespace lockstep::verify
