// Stage `instrument`, style *watchdog* (docs/design.md 6.2): adds to a lock-step program the logging of shared accesses
// and the race checks, for an arbitrary pair of threads.
//
//     A[<o>] := psi <g : e>          A[<o>] := psi <g : e>;  log write A[<o>] for 1 if <g> value <e> site 3
//     sync some <g> ==> all <g>      check races A;  sync ...;  end interval group A if <g>
//     goto head  (a loop's end)      check races A;  goto head
//     return                         check races A;  return
//
// Sound because logs only grow between two resets: what is checked at the end of an interval covers all its accesses,
// and the watched offset stands for any. The checks at loops' ends see races before a loop that never ends.
#pragma once

#include "predication/lockstep.h"

#include <set>

namespace lockstep::predication {

struct InstrumentOptions {
  // Two writes of the same value do not race. Then every load returns anything: that two threads copy cells that happen
  // to be equal is no accident to build on. Else the contents of memory are known as far as is sound.
  bool same_values = false;
  std::set<cfg::Point> loaded = {}; // stores of the kernel whose values count as different from all others
  std::set<ArrayId> bare; // of which cells may be read that nobody has written: what is read there is anything
};

// Takes a program that is not instrumented. Arrays are taken not to overlap: two array parameters point to different
// memory (a stated assumption of the result).
Lockstep instrument(const Lockstep &p, const InstrumentOptions &options);

struct ArrayUse {
  bool read = false, written = false;
  bool atomic = false; // by an operation that may change it
  bool atomic_load = false;
  bool narrow = false; // an atomic whose scope is not the whole launch
};
std::vector<ArrayUse> array_uses(const Lockstep &p); // from loads, stores and atomics

} // namespace lockstep::predication
