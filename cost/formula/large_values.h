// The short form of a cost for large values of its parameters: `130*w*groups.x where w >= 4` says more than tables of
// what it is below (docs/design.md 13).
#pragma once

#include "cost/formula/expr.h"

namespace lockstep::cost {

struct LargeValues {
  std::vector<std::pair<std::string, Integer>> from; // where each of these is at least so much; empty: always
  Expr value;
};

// `e`, parameter by parameter replaced by what it is for large values, where a short expression says that. Empty: none
// is found, or it is hardly shorter.
//
// Sound because a short form is taken only if it is the same quasi-polynomial, and extended to smaller values one by
// one while both have the same value there.
std::optional<LargeValues> for_large_values(const Expr &e);

// "w >= 4 and h >= 1"; empty: always.
std::string where_text(const LargeValues &v);

} // namespace lockstep::cost
