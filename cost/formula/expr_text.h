// The text of expressions, read: what Expr::str() prints, and what users write.
//
//   e ::= e + e | e - e | e * e | e / number | -e | number | name | ( e )
//       | floor(e / e) | ceil(e / e) | mod(e, e) | min(e, ...) | max(e, ...) | clamp(e, e, e) | log2(e)
//       | e % e (as mod) | gcd(e, number)
//       | [ e >= e ] (also > <= < == !=)      1 or 0
//       | table(N x M: entries; indices)      an index outside is the nearest inside; `1 x5` is 1, 5 times
//       | sum(name < e: e)                    name runs from 0
#pragma once

#include "cost/formula/expr.h"

#include <string_view>

namespace lockstep::cost {

struct Read {
  std::optional<Expr> expr;
  std::string problem; // what is wrong, with the column
};
Read parse(std::string_view text);

} // namespace lockstep::cost
