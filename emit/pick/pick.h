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
#include "emit/encode/goal.h"
#include "emit/pick/goals/options.h"

namespace lockstep::emit::pick {

// Are arrays apart (emit/pick/run/memory.h)? Goals by array: of those whose contents can be followed, or, where
// contents are followed already, of all that are written, since no thread races for one that is apart.
GoalProgram emit_apart(const cfg::Kernel &k, const cfg::Analyses &a, const Options &options);

// The kernel without what its author assumes and requires.
cfg::Kernel without_assumptions(cfg::Kernel k);

GoalProgram emit_pick(const cfg::Kernel &k, const cfg::Analyses &a, const Options &options);

} // namespace lockstep::emit::pick
