// Symbolic execution of one iteration of a loop (induction.h). Private to cfg/analysis.
#pragma once

#include "cfg/analysis/graph/loops.h"
#include "cfg/analysis/values/ranges/ranges.h"

#include <map>
#include <optional>

namespace lockstep::cfg {

// How a value differs from a variable's value at the head.
struct Step {
  Expr amount;                   // loop-invariant; null: varies
  Bounds as_signed, as_unsigned; // of the amount added, as mathematics under each reading
  WrapInfo wrap;                 // were all additions exact?
};

// A value in terms of the values at the loop's head.
struct Symbolic {
  Expr expr;                  // equal on all paths; null: unknown
  bool invariant = false;     // expr has the same value in all iterations
  std::optional<VarId> base;  // the value is this variable's at the head, plus one of `steps`
  std::optional<Op> extended; // Zext or Sext: ... the base's extension by this cast, plus one of `steps`
  std::vector<Step> steps;
};

// What is known of a loop by those who pass it: a variable gains one of its steps in each round, that is, on each way
// from the head back to it. Variables that are not listed: unknown.
struct Rounds {
  std::optional<Wide> most; // each time the loop is entered; empty: not known
  std::map<VarId, Step> step;
};

// What each variable that the loop assigns has become at the loop's back edges; a variable that is missing has unknown
// value there. Paths are joined: `base` with several `steps` means that some paths add one, some another.
// Only the `wanted` variables and those that they are computed from are looked at. `rounds`: per loop; of the inner
// ones.
std::map<VarId, Symbolic> one_iteration(const Kernel &k, const LoopForest &forest, std::size_t loop,
                                        const Ranges &ranges, const std::vector<Rounds> &rounds,
                                        const std::vector<VarId> &wanted);

// One step for all: what holds of each of them, the amount being unknown.
Step any_of(const std::vector<Step> &steps);

// By variable: is it wanted, or used in the loop to compute one that is?
std::vector<bool> slice(const Kernel &k, const Loop &loop, const std::vector<VarId> &wanted);

} // namespace lockstep::cfg
