// What the lanes of one warp have as an integer at a point of the walk: lane by lane a number, plus an expression that
// all share, plus expressions times a factor of the lane.
//
// Sound because the value is the machine's number under the readings that it claims (signed, unsigned), as mathematics;
// an operation that may wrap around gives the remainder where all lanes share it, and otherwise nothing.
#pragma once

#include "cfg/ir/expr.h"
#include "cost/formula/expr.h"

#include <vector>

namespace lockstep::cost {

using Number = __int128;
Integer integer(Number n);

struct LaneValue {
  struct Term {
    Expr symbol;
    std::vector<Number> factors; // not all equal
  };
  bool known = false;
  std::vector<Number> lanes;
  Expr shared; // without a constant part
  std::vector<Term> terms;
  bool as_signed = false, as_unsigned = false; // it is the number under this reading
  unsigned modulo = 0;                         // not 0: under neither; it is the number up to multiples of 2^modulo

  bool concrete() const { return known && shared.is_zero() && terms.empty(); }
  bool uniform() const;
  Expr uniform_expr() const; // of a uniform one
  bool operator==(const LaneValue &o) const;
};

LaneValue constant_value(std::size_t lanes, Number n);
LaneValue shared_value(std::size_t lanes, const Expr &e);
LaneValue added(const LaneValue &a, const LaneValue &b, Number sign); // of two known ones; unknown if too large
LaneValue scaled(const LaneValue &a, const LaneValue &b);             // one of them uniform or concrete; else unknown
std::optional<LaneValue> floored(const LaneValue &a, Number by);      // by > 0
std::optional<LaneValue> remainder(const LaneValue &a, Number by);
Rational least_of(const LaneValue &v, bool &none); // over the lanes
Rational most_of(const LaneValue &v, bool &none);
LaneValue substituted(const LaneValue &v, const std::string &symbol, const Expr &by);

// The same numbers, said to be the machine's under these readings; under none it is not known.
LaneValue read_as(LaneValue v, bool as_signed, bool as_unsigned);
// The value under one reading. Where all lanes share it, the other reading is a remainder.
LaneValue reading(LaneValue v, unsigned width, bool with_sign);

} // namespace lockstep::cost
