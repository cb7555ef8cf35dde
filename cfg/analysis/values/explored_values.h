// Tuples of values, and what an expression is on one (value_explorer.h). Private to cfg/analysis.
#pragma once

#include "cfg/analysis/values/ranges/range_domain.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace lockstep::cfg {

using Tuple = std::vector<std::optional<std::uint64_t>>; // bits, in the order of the explored variables

// Where the explored variables, of all that a kernel has, are in a tuple.
class TuplePlaces {
public:
  TuplePlaces(std::size_t all, const std::vector<VarId> &explored) : place_(all, -1) {
    for (std::size_t i = 0; i < explored.size(); ++i)
      place_[explored[i]] = static_cast<int>(i);
  }
  bool has(VarId v) const { return place_[v] >= 0; }
  std::size_t of(VarId v) const { return static_cast<std::size_t>(place_[v]); } // which it has

private:
  std::vector<int> place_;
};

using Alternatives = std::optional<std::vector<std::uint64_t>>; // sorted, different; nothing: unknown
using LaunchRange = std::function<ExprRange(const ExprNode &)>; // of a launch quantity

Alternatives evaluate(const Expr &e, const Tuple &t, const TuplePlaces &places, const LaunchRange &launch);

// Could it be known, given that the variables of `known` are?
bool has_value(const Expr &e, const std::vector<bool> &known, const LaunchRange &launch);

} // namespace lockstep::cfg
