// Arithmetic of the numbers that lanes have (lane_form.h).
#pragma once

#include "cost/requests/lane_form.h"

namespace lockstep::coalescing {

// The call that stands for the product of two symbols' numbers, which does not wrap around.
inline constexpr const char *product_of_symbols = "product";
// How often a number holds the modulo of its rest; how many rounds of a loop have been gone, perhaps times a step.
inline constexpr const char *multiple_of = "multiple", *visit = "visit";

bool fits(const LaneForm &f);   // no number is too large to go on with
bool alike(const LaneForm &f);  // the same for all lanes
bool shares(const LaneForm &f); // its terms are the same for all lanes
bool same_terms(const LaneForm &a, const LaneForm &b);
// Their terms are those of `a`; lane by lane the least interval around both.
LaneForm hull(LaneForm a, const LaneForm &b);
void add_term(LaneForm &to, const cfg::Expr &symbol, std::size_t lane, Number factor);
void drop_nothing(LaneForm &f); // terms that are zero
LaneForm added(LaneForm a, const LaneForm &b, Number sign);
LaneForm scaled(LaneForm a, const std::vector<Number> &by);
bool divides(Number d, const LaneForm &f);        // all factors
Number floored(Number a, Number b);               // a / b, rounded down
LaneForm wrapped(LaneForm f, const cfg::Expr &e); // what the type of e keeps of it
cfg::Expr widened(cfg::Expr e);                   // what the conversions to a wider type are of

} // namespace lockstep::coalescing
