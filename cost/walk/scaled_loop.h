// Loops whose variable is divided, multiplied or moved in each round, as far as a bound of it (walk.h): how often the
// test lets the variable pass. Private to cost/walk/.
//
// Sound because the variable at the head is a symbol of its own, in one reading, and what it is behind the round is
// computed from that symbol; the start is read as the symbol is. A value that may wrap around is used only where who
// stays has one that does not. In a walk of one lane alone a variable's symbol is that lane's, so that the count bounds
// every lane's rounds, whatever the start of each.
#pragma once

#include "cost/walk/walker.h"

namespace lockstep::cost {

struct ScaledRounds {
  Expr count;
  bool exact = false;               // else: at most so many
  std::optional<Expr> ranking = {}; // by variables at the head
  std::vector<Expr> always = {};
};

// The best that is found with variables at the head signed or unsigned, the same for all lanes or one lane's. `k`
// counts the loop's rounds; `why` none is found.
std::optional<ScaledRounds> rounds_by_scaling(Walker &walker, const EnteredLoop &l, const LoopTest &test,
                                              const std::string &k, std::string &why);

} // namespace lockstep::cost
