// Tickets: results of atomic counters. If a counter is only ever advanced, each thread that advances it gets a value of
// its own:
//
//   slot := atomic.add counter[0], 1          slot@1 != slot@2 for any two threads, whenever each took theirs
//   from := atomic.add counter[0], n          [from, from + n)@1 and [from, from + n)@2 have nothing in common
//
// (GPUVerify's "refined atomic abstraction".) Sound because (1) all that is ever assigned to the variable is the result
// of such an atomic, or a copy of such a variable of the same counter; (2) every access to the counter's array that
// changes it is an addition, all of one constant (that counters run down is the same), all of one amount that threads
// share (where it is not positive nothing is said), or all of amounts that are not negative; or all are increments
// (decrements) that begin anew at one constant limit, no more of them than limit + 1, so that the values, whichever was
// the first, are different ones; or a plain store. No path leads from an addition to a store: then a store comes before
// every addition, or races with one, and that race is found on the counter itself. Otherwise the ticket is not
// `lasting`: only tickets that threads of one group (one team) have taken in the same barrier interval (of the team)
// differ, if no path in it leads from an addition to a store; a store of another group (team) would race. (3) the
// values do not come round again: shown from the launch, or assumed, and said in the result. A counter that must come
// round gives no tickets.
//
// What a thread reads from a cell of group memory to which nothing but tickets of one counter is ever stored is a
// ticket that some thread of its group has drawn, if the cell has been written before: other groups' tickets differ
// from it. If the amount was read from a cell that nobody changes any more, the thread knows it by what it has read
// there itself (cell_rounds.h).
//
// Where no addition is in a loop and all are of one constant, two tickets are at most as far apart as all the additions
// of the threads that share the counter but one can move it. Sound because each thread runs each addition at most once,
// and stores come before all of them, by (2).
//
// A counter of group memory starts at a constant where all stores to its cell store that constant, and some thread of
// the group has done so before the last barrier in front of each addition. Sound because what the counter holds is then
// that constant and some of the additions, each at most once by each thread, whenever it is set again (a store that is
// not ordered with an addition races with it). Likewise in rounds, if it is set anew in each (cell_rounds.h).
#pragma once

#include "cfg/analysis/graph/liveness.h"
#include "cfg/analysis/graph/loops.h"
#include "cfg/analysis/sharing/cell_rounds.h"
#include "cfg/analysis/values/ranges/ranges.h"
#include "cfg/ir/launch.h"

#include <optional>
#include <vector>

namespace lockstep::cfg {

struct Ticket {
  VarId var; // holds a ticket wherever it is live
  ArrayId counter;
  Expr offset;        // of the counter in its array
  Expr amount;        // at least so far apart is the ticket from the next
  Wide least = 0;     // and at least so far, whatever the amount is
  bool shared = true; // offset and amount are constants, parameters and launch quantities that all threads share; else
                      // they have the values that they had when the ticket was taken
  bool stable = true; // they still have these values wherever the ticket is live
  bool lasting = true;
  bool of_group = false;          // threads of one group may hold the same
  unsigned team = 0;              // threads of one team of so many may hold the same; 0: not so
  bool assumed = true;            // that its values do not come round again
  std::optional<FinalCell> alike; // from which all threads of a group that hold it have it: they hold the same
  bool if_positive = false;       // only where the amount, read as signed, is positive, tickets are so far apart
  std::optional<Wide> span;       // no two tickets are further apart, the short way round
  std::optional<Wide> first; // the least of all tickets that are drawn, where the counter's start is known; then none
                             // exceeds first + span
};

std::vector<Ticket> tickets(const Kernel &k, const LoopForest &forest, const Liveness &live, const Facts &facts,
                            const Ranges &ranges, const Launch &launch);

} // namespace lockstep::cfg
