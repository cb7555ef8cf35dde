// The *pick* encoding (docs/design.md 6.1): race freedom, barrier divergence, assertions and non-vacuity of a kernel as
// Boogie procedures without loops and without invariants.
//
// Per barrier interval and array, each of two threads of one group goes through the interval on its own and picks one
// of its accesses; the assertion says that the two picks do not conflict. Threads of different groups are ordered by
// no group barrier: for them the interval is the whole kernel, and only global arrays matter.
//
// Sound because, up to the first race, what a thread does in an interval depends on the other thread only through
// values read from shared memory, and those are arbitrary here; a race has two accesses in one interval of a pair of
// threads, each of which its thread can pick. That threads of one group start an interval together is what the
// divergence goals establish.
#pragma once

#include "cfg/analysis/analyses.h"
#include "emit/encode/encode.h"
#include "emit/encode/goal.h"

namespace lockstep::emit::pick {

struct Options {
  IntegerMode integers = IntegerMode::Auto;
  bool trust_flags = true; // what the source language leaves undefined does not happen
  bool merge = true;
  // Same-value writes do not race. Needs the stored values in the program, so it is asked only where a first program
  // without them was refuted: `only` then names the goals to ask again.
  bool benign_values = false;
  std::set<std::string> only; // empty: all goals
  // Sites of many ranges stand for every place between the first and the last at their common stride. Sound because
  // that is only more accesses; a goal that is not proved so (Goal::coarse) is to be asked again without.
  bool coarse = false;
  bool vacuity = true;       // what can be reached under the kernel's assumptions? Asked with the other goals
  bool vacuity_only = false; // what can be reached at all? Asked of a kernel without its assumptions
  // Contents of shared arrays are followed (memory.h). Needs maps in the program, so it is asked only of `only`, goals
  // that hang on contents; nothing is forgotten of the arrays in `apart`.
  bool contents = false;
  std::set<cfg::ArrayId> apart;
  // Of these no two threads of a group race (cfg/analysis/sharing/followed_threads.h): nothing is asked.
  std::set<cfg::ArrayId> followed;
};

// Are arrays apart (memory.h)? Goals by array: of those whose contents can be followed, or, where contents are followed
// already, of all that are written, since no thread races for one that is apart.
GoalProgram emit_apart(const cfg::Kernel &k, const cfg::Analyses &a, const Options &options);

// The kernel without what its author assumes and requires.
cfg::Kernel without_assumptions(cfg::Kernel k);

GoalProgram emit_pick(const cfg::Kernel &k, const cfg::Analyses &a, const Options &options);

} // namespace lockstep::emit::pick
