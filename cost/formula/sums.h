// Sums over counters in closed form (docs/design.md 13).
#pragma once

#include "cost/formula/expr.h"

namespace lockstep::cost {

struct Range { // of a counter: 0, 1, ... below `count`; no count: for ever
  std::string variable;
  std::optional<Expr> count; // at least 0
};

// The sum of `e` over all counters, innermost first: a count may mention counters that come later in the list.
// Sound because each rule is an identity:
//  - powers of a counter: Faulhaber's polynomials, by differences;
//  - what depends on the counter modulo a period only: one sum for each residue;
//  - a table of V - c*k, c > 0: as many last entries as V lies beyond, then the entries that are c apart, added up;
//  - two counters x < N and y of which everything depends through x + N*y only are one counter.
// Few numbers are added one by one. What no rule fits stays a sum. Empty: a sum for ever that is not seen to end.
std::optional<Expr> summed(const Expr &e, const std::vector<Range> &ranges);

// The same, for many sums of like products: each is closed once.
class Summer {
public:
  std::optional<Expr> summed(const Expr &e, const std::vector<Range> &ranges);

private:
  using Sums = std::map<Product, std::optional<Expr>, ProductLess>;
  std::map<std::vector<std::string>, Sums> known_; // by the ranges' names and counts
};

} // namespace lockstep::cost
