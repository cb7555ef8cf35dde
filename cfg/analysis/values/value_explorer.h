// Joint values of a few variables at every block, by running the kernel on them (value_sets.h). Private to
// cfg/analysis.
//
// A tuple gives each explored variable a value, or leaves it unknown. From the entry, where all are unknown, tuples are
// carried through statements and along edges one by one; all else is unknown, so a branch or a choice that depends on
// it goes both ways. At a block's entry a variable that is not live there counts as unknown: tuples that differ in dead
// variables only are one.
//
// Sound because every execution is followed: if it enters a block with certain values, then some tuple there agrees
// with them wherever it is known. By induction over the execution, as each step below keeps that property: operations
// are evaluated as the machine does (undefined results are unknown), and a tuple is dropped only where a condition that
// the execution satisfies is false for it.
#pragma once

#include "cfg/analysis/graph/liveness.h"
#include "cfg/analysis/graph/loops.h"
#include "cfg/analysis/values/tuple_steps.h"
#include "cfg/ir/kernel.h"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace lockstep::cfg {

struct Explored {
  std::vector<VarId> vars;                  // by number
  std::vector<std::vector<Tuple>> at_entry; // per block: sorted, different; none: no execution enters the block
};

struct ExploreLimits {
  std::size_t values = 66;  // different values of one variable at one block
  std::size_t tuples = 512; // at one block
};

class Explorer {
public:
  // `asserts`: executions that fail an assertion are followed up to there only (FactOptions::asserts).
  Explorer(const Kernel &k, Liveness live, LaunchRange launch, bool asserts);

  // Empty if a limit is passed, or `budget` (block executions, which it uses up).
  std::optional<Explored> explore(const std::vector<VarId> &vars, const ExploreLimits &limits,
                                  std::size_t &budget) const;
  // The tuples just before statement `stmt` of the block, in which assigned variables have their new values.
  std::vector<Tuple> before(const Explored &e, BlockId block, std::size_t stmt) const;

  // Does some tuple go from the one block to the next and on to the third?
  bool can_go(const Explored &e, BlockId from, BlockId through, BlockId to) const;

  // The tuples with which the loop's head is met again, without leaving the loop, when it is met with `at_head`. What
  // an inner loop assigns is unknown from its head on. `round`: of this loop's blocks.
  struct Round;
  std::shared_ptr<const Round> round(const std::vector<VarId> &vars, const LoopForest &forest, std::size_t loop) const;
  std::vector<Tuple> next_visit(const Round &round, const Tuple &at_head) const;

  // Could `v` be known behind this statement, given that the variables of `known` are?
  bool gives_value(const Stmt &s, VarId v, const std::vector<bool> &known) const {
    return steps_.gives_value(s, v, known);
  }

private:
  struct Part { // what concerns the explored variables: statements of a block, its edges with their conditions
    std::vector<const Stmt *> stmts;
    std::vector<std::pair<BlockId, std::vector<Expr>>> edges;
  };

  void execute(BlockId b, std::size_t stmts, std::vector<Tuple> &tuples, const TuplePlaces &places) const;
  void follow(BlockId from, BlockId to, std::vector<Tuple> &tuples, const TuplePlaces &places) const;
  Part part(BlockId b, const TuplePlaces &places) const;
  void forget_dead(BlockId b, Tuple &t, const std::vector<VarId> &vars) const;

  const Kernel &k_;
  const Liveness live_;
  const TupleSteps steps_;
  std::map<std::pair<BlockId, BlockId>, std::vector<Expr>> on_edge_;
};

} // namespace lockstep::cfg
