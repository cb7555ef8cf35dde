// One warp's way through a kernel in lock step (docs/design.md 13): blocks in sort order, for
// each the set of lanes that run it, and for each access, branch and barrier what it costs, as a function of
// parameters, the group's number and the counters of the loops around it.
//
// A loop of few rounds whose test is decided for each lane is walked round by round. Any other is walked once, for a
// round of any number k: variables by their recurrences, the test as a threshold in k. What stands before the test is
// run once more than what stands behind it: at k = 0 for all who enter, and at k + 1 for those who have stayed at k.
//
// Sound because the lanes that are said to run a block surely do (or, where a condition is not understood, perhaps do);
// a variable that changes in a way not understood has no value behind the change; a recurrence is used only where its
// additions do not wrap around; a loop without a trip formula is run by lanes that perhaps come along, as often as the
// analyses allow at most, or without any bound, which is said.
#pragma once

#include "cfg/analysis/analyses.h"
#include "cfg/analysis/graph/sort_order.h"
#include "cost/lanes/lane_count.h"
#include "cost/requests/lane_form.h"
#include "cost/requests/requests.h"
#include "device/metrics.h"

#include <array>
#include <set>

namespace lockstep::cost {

using Metrics = std::vector<cfg::Metric>; // what is bounded, in this order everywhere
Metrics all_metrics();                    // those that have a name

struct Rounds { // of a loop
  std::string variable;
  std::optional<Expr> count; // empty: what it costs ends by itself, or it is not known to end
  bool bounded = true;
  bool exact = true; // else: at most so many
  support::Origin origin;
  std::string why; // not bounded
  // Where `count` is empty and the loop is bounded: no lane runs more rounds than this.
  std::optional<Expr> most = {};
  cfg::BlockId head = 0; // of the loop
  bool barriers = false; // of the group, in it
  // What is left of the rounds, by variables at the head ("head.NAME"), where that is how the count was found; what
  // holds there (at least 0).
  std::optional<Expr> ranking = {};
  std::vector<Expr> invariants = {};
};

struct Event {
  cfg::BlockId block = 0;
  std::size_t stmt = 0;            // as many as the block has: its end
  std::vector<CostBounds> cost;    // by metric
  std::vector<CostBounds> latency; // by metric, if spans are wanted
  std::vector<std::size_t> loops;  // around it, outermost first: numbers of rounds
  std::size_t stretch = 0;
  bool splits_only = false; // of a branch that has another event
  bool issue = false;       // of the block as a whole, before its first statement
};

// What is walked between barriers of the group, and between where a loop with such barriers is entered and left.
struct Stretch {
  std::vector<std::size_t> loops; // with barriers, around it, outermost first
  bool from_barrier = true;       // it begins at a barrier that is surely passed, or with the kernel
  bool to_barrier = true;         // it ends so
};

struct WarpShape {                  // the lanes' ids
  std::array<LaneValue, 3> ids;     // as many lanes in each; not known: any
  std::vector<std::string> symbols; // in them: numbers of warps
  std::optional<LaneValue> present; // a lane is there where this is above 0; none: all are
};

struct WalkOptions {
  coalescing::Options requests;
  bool in_bounds = true;      // accesses stay within arrays of known size
  std::array<Expr, 3> groups; // their numbers of
  std::array<Expr, 3> local_sizes;
  std::array<Expr, 3> group_ids; // symbols, or 0
  Metrics metrics;
  bool spans = false;                      // latencies are wanted
  std::set<std::string> without_sign = {}; // parameters, by their names in the kernel IR, that are unsigned
};

struct Walked {
  std::vector<Event> events;
  std::vector<Rounds> rounds;
  std::vector<Stretch> stretches;
  std::set<std::string> assumptions;
  std::size_t statements = 0; // that were walked: how much work it was
};

// A walk that takes more statements than anyone waits for; kernel_cost catches it.
struct TooLong {};

// An integer parameter, as its type reads it.
Expr parameter_symbol(const cfg::Var &v, bool without_sign);

Walked walk(const cfg::Kernel &k, const cfg::Analyses &a, const cfg::Uniformity &uniform,
            const cfg::UniformityOptions &level, const cfg::SortOrder &order, const WarpShape &warp,
            const WalkOptions &options);

} // namespace lockstep::cost
