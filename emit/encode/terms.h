// What lemmas are written with.
#pragma once

#include "emit/boogie/boogie.h"

namespace lockstep::emit {

// x == y; true if they are written alike.
inline boogie::Expr equal_terms(const boogie::Expr &x, const boogie::Expr &y) {
  return boogie::print(x) == boogie::print(y) ? boogie::bool_lit(true) : boogie::eq(x, y);
}

} // namespace lockstep::emit
