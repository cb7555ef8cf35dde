// Integer arithmetic that terms and lemmas are written with.
#pragma once

#include "emit/boogie/boogie.h"
#include "emit/encode/signs.h"

namespace lockstep::emit {

inline boogie::Expr power_of_two(unsigned exponent) { return boogie::int_lit(support::Wide::power_of_two(exponent)); }

// x == y; true if they are written alike.
inline boogie::Expr equal_terms(const boogie::Expr &x, const boogie::Expr &y) {
  return boogie::print(x) == boogie::print(y) ? boogie::bool_lit(true) : boogie::eq(x, y);
}

// A value of so many bits that is read signed, read unsigned, and the other way round.
inline boogie::Expr as_unsigned(const boogie::Expr &x, unsigned width) {
  return boogie::ite(boogie::binary("<", x, boogie::int_lit(0)), boogie::binary("+", x, power_of_two(width)), x);
}
inline boogie::Expr as_signed(const boogie::Expr &x, unsigned width) {
  return boogie::ite(boogie::binary("<", x, power_of_two(width - 1)), x, boogie::binary("-", x, power_of_two(width)));
}

// Any integer modulo 2^width, as the value of so many bits is read.
inline boogie::Expr reduced(boogie::Expr x, unsigned width, Sign sign) {
  if (sign == Sign::Unsigned)
    return boogie::binary("mod", std::move(x), power_of_two(width));
  const boogie::Expr half = power_of_two(width - 1);
  return boogie::binary("-", boogie::binary("mod", boogie::binary("+", std::move(x), half), power_of_two(width)), half);
}

} // namespace lockstep::emit
