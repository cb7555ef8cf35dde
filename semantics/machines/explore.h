// All executions of a kernel, up to the order of independent steps: dynamic partial-order reduction with source sets
// and sleep sets ([AAJS14]), stateless: each trace is executed from the start.
//
// Two visible steps are dependent iff they touch overlapping granules of one array and one of them writes (or both are
// atomic). A kernel without races and atomics has one trace per sequence of choices.
//
// Sound because every execution differs from an explored one only in the order of adjacent independent steps, and such
// reordering changes neither the values read nor which accesses lie between two barriers.
#pragma once

#include "semantics/machines/interleaving.h"

namespace lockstep::semantics {

inline constexpr std::size_t most_explored_threads = 64; // a launch of more is executed once, and nothing is complete

struct Budget {
  std::uint64_t max_traces = 100'000;
  std::uint64_t max_steps = 100'000'000; // of all traces together
  double max_seconds = 0;                // 0: no limit
};

struct ExploreOptions {
  Budget budget;
  // What havoc draws from (masked to the type, without repetition). bool always takes both values. Other types are
  // sampled: exploration is then not complete.
  std::vector<std::uint64_t> havoc_values{0, 1, ~std::uint64_t(0)};
};

struct Exploration {
  // Every execution was seen. Not so where the budget ran out, a havoc was sampled, an observer was satisfied, or an
  // execution was cut short (step limit, failed assertion, undefined: what lies behind is not explored).
  bool complete = true;
  std::string incomplete_because; // one line
  std::uint64_t traces = 0;       // that count
  std::uint64_t infeasible = 0, redundant = 0;
  std::uint64_t steps = 0;
  std::map<Ending, std::uint64_t> endings;
};

Exploration explore(Interleaving &machine, const ExploreOptions &options = {});

} // namespace lockstep::semantics
