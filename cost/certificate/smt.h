// Obligations about expressions as SMT-LIB, for the checker of certificates (checker.h).
#pragma once

#include "cost/formula/expr.h"

namespace lockstep::cost::certificate {

// What holds of symbols in an obligation: bounds of each, expressions that are at least 0.
struct Premises {
  std::map<std::string, std::pair<Expr, Expr>> bounds; // lowest, highest
  std::vector<Expr> at_least_zero;
};

enum class Goal : std::uint8_t { Zero, AtLeastZero };

// A script that is unsatisfiable just if `e` is zero (at least zero) wherever the premises hold. Empty: it cannot be
// said. Open sums are any numbers, logarithms such that fall by 1 where their argument is halved.
std::optional<std::string> obligation(const std::string &name, const Premises &premises, Goal goal, const Expr &e);

// Asks Z3 in this process, for at most so many milliseconds (0: no limit but that of its steps); false: not proved.
bool proved_by_z3(const std::string &script, unsigned most_milliseconds = 0);

} // namespace lockstep::cost::certificate
