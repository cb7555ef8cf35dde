// Values of expressions in the lanes of a warp (walk.h). Private to cost/walk/.
#pragma once

#include "cost/walk/lane_variables.h"

namespace lockstep::cost {

class LaneEvaluator {
public:
  LaneEvaluator(const WalkInput &input, Masks &masks, Unknowns &unknowns, const LaneVariables &variables,
                std::set<std::string> &assumptions)
      : input_(input), lanes_(input.lanes()), masks_(masks), unknowns_(unknowns), variables_(variables),
        assumptions_(assumptions) {}

  // In the lanes of m; of others anything.
  LaneValue value(const cfg::Expr &e, Mask m); // of an integer
  Mask truth(const cfg::Expr &e, Mask m);      // of a Boolean

private:
  LaneValue value_of(const cfg::Expr &e, Mask m); // not known: value() takes any()
  LaneValue leaf(const cfg::ExprNode &e) const;
  LaneValue arithmetic(const cfg::Expr &e, Mask m);
  LaneValue quotient(const cfg::Expr &e, Mask m);
  LaneValue bitwise(const cfg::Expr &e, Mask m);
  LaneValue extremum(const cfg::Expr &e, Mask m);
  LaneValue converted(const cfg::Expr &e, Mask m);
  LaneValue chosen(const cfg::Expr &e, Mask m);
  LaneValue any(const cfg::Expr &e); // unknown, or a symbol that nobody knows
  Mask compared(const cfg::Expr &e, Mask m);

  const WalkInput &input_;
  const std::size_t lanes_;
  Masks &masks_;
  Unknowns &unknowns_;
  const LaneVariables &variables_;
  std::set<std::string> &assumptions_; // that values rest on
  unsigned depth_ = 0;                 // of the expression that is evaluated
};

} // namespace lockstep::cost
