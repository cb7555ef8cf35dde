// How a kernel is asked about: which goals, and what the programs carry.
#pragma once

#include "cfg/ir/kernel.h"
#include "emit/encode/goal.h"
#include "emit/encode/representation.h"

#include <functional>
#include <set>
#include <string>

namespace lockstep::emit::pick {

struct Options {
  IntegerMode integers = IntegerMode::Auto;
  bool trust_flags = true; // what the source language leaves undefined does not happen
  bool merge = true;
  // Same-value writes do not race. Needs the stored values in the program, so it is asked only where a first program
  // without them was refuted: `only` then names the goals to ask again.
  bool benign_values = false;
  bool only_computed = false; // of values that no load gave
  // Nor does a write with a read that finds what it stores. That is told where contents are followed; elsewhere the
  // goal is not exact.
  bool unchanged = false;
  std::set<std::string> only; // empty: all goals
  // Sites of many ranges stand for every place between the first and the last at their common stride. Sound because
  // that is only more accesses; a goal that is not proved so (Goal::coarse) is to be asked again without.
  bool coarse = false;
  bool vacuity = true;       // what can be reached under the kernel's assumptions? Asked with the other goals
  bool vacuity_only = false; // what can be reached at all? Asked of a kernel without its assumptions
  // Contents of shared arrays are followed (emit/pick/run/memory.h). Needs maps in the program, so it is asked only of
  // `only`, goals that hang on contents; nothing is forgotten of the arrays in `apart`.
  bool contents = false;
  std::set<cfg::ArrayId> apart;
  // Of these no two threads of a group race (cfg/analysis/sharing/followed_threads.h): nothing is asked.
  std::set<cfg::ArrayId> followed;
  // Races between two such accesses are known, and not asked about: only to find others, never to prove.
  std::function<bool(const SiteMember &, const SiteMember &)> known;
};

} // namespace lockstep::emit::pick
