// Finite value sets: variables that take few different values, whatever the thread, the memory and the parameters, and
// in which combinations they take them. Loop counters with constant bounds and what is computed from them:
//
//     for (k = 2; k <= 256; k <<= 1)         at the inner head j is one of 128, 64, ..., 1, 0,
//       for (j = k >> 1; j > 0; j >>= 1)     and (k, j) one of (2, 1), (2, 0), (4, 2), ...
//
// An interval (ranges.h) cannot say that j is a power of two; here the kernel is run on the variables concerned
// (value_explorer.h). They are explored in groups: a variable with all it is computed from and with what decides how
// often the loops are run that assign it; groups that meet in a loop are joined where the combinations stay few.
//
// Sound because each group is explored on its own as value_explorer.h says, whatever the groups are.
#pragma once

#include "cfg/analysis/graph/liveness.h"
#include "cfg/analysis/values/facts.h"
#include "cfg/analysis/values/ranges/range_domain.h"
#include "cfg/ir/launch.h"

#include <memory>

namespace lockstep::cfg {

inline constexpr std::size_t max_value_set = 66; // values of a variable, and tuples of a group, that are reported

// At a point, `vars` together have one of the tuples' values.
struct TupleSet {
  std::vector<VarId> vars;                        // by number
  std::vector<std::vector<std::uint64_t>> tuples; // bits, in the order of vars; sorted, different, not empty
};
// The set of the tuples' values at some of the variables; those that it does not list are left out.
TupleSet project(const TupleSet &s, const std::vector<VarId> &vars);

class ValueSets {
public:
  // False: no execution that satisfies the assumptions enters the block.
  bool reachable(BlockId b) const;
  // All values of `v`, sorted, whenever the block is entered, or just before a statement; empty if they are not known
  // to be few, or if `v` is not live at the block's entry (and not assigned in front of the statement).
  std::optional<std::vector<std::uint64_t>> at_entry(BlockId b, VarId v) const;
  std::optional<std::vector<std::uint64_t>> before(BlockId b, std::size_t stmt, VarId v) const;
  // All groups with at least one known variable; a group with too many tuples gives one TupleSet per variable.
  std::vector<TupleSet> joint_at_entry(BlockId b) const;
  std::vector<TupleSet> joint_before(BlockId b, std::size_t stmt) const;
  // Can an execution enter `through` from `from` and go on to `to`? (True where the sets do not say.)
  bool can_go(BlockId from, BlockId through, BlockId to) const;
  // The smallest ranges around the values at the block's entry.
  std::vector<std::pair<VarId, ExprRange>> ranges_at_entry(BlockId b) const;

  struct Data; // value_sets.cpp
  explicit ValueSets(std::shared_ptr<const Data> data = nullptr) : data_(std::move(data)) {}

private:
  std::shared_ptr<const Data> data_;
};

ValueSets value_sets(const Kernel &k, const LoopForest &forest, const Liveness &live, const Facts &facts,
                     const Launch &launch);

} // namespace lockstep::cfg
