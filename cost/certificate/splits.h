// Obligations taken apart (checker.h): that an expression is 0 is asked for each remainder of a counter, and for each
// entry of a table, where most answers are seen in normal form and the others are easy for a solver.
//
// Sound because a whole number is m * q + r for some q and one r from 0 to m - 1, and an index is one of those of its
// table, or below, or above; what is known of a symbol is known of what stands for it.
#pragma once

#include "cost/certificate/smt.h"

namespace lockstep::cost::certificate {

struct Question {
  Expr zero; // is it?
  Premises premises;
};

// What is left of a question; empty: it is answered. `counter`: of a sum.
std::vector<Question> taken_apart(const Question &q, const std::string &counter);

} // namespace lockstep::cost::certificate
