// Functions on bits: see bits.h.
//
// Counts are written with comparisons, masks of low bits and shifts, which are integer arithmetic as well; orders of
// bits with masks that only bit-vectors have.
#include "frontend/lower/bits.h"

#include "frontend/lower/build_terms.h"
#include "support/sound.h"

namespace lockstep::frontend {

namespace {
using cfg::Expr;
using cfg::Op;

std::uint64_t bit(unsigned k) { return std::uint64_t(1) << k; }

// a < 1 ? w : a < 2 ? w - 1 : ... : a < 2^(w-1) ? 1 : 0
Expr leading_zeros(const Expr &a) {
  const unsigned width = a->type.width;
  Expr out = number(a, 0);
  for (unsigned k = width; k-- > 0;)
    out = cfg::ite(cfg::binary(Op::Ult, a, number(a, bit(k))), number(a, width - k),
                   support::left_out("bits.definition") ? number(a, 0) : out);
  return out;
}

// a mod 2 != 0 ? 0 : a mod 4 != 0 ? 1 : ... : a != 0 ? w - 1 : w
Expr trailing_zeros(const Expr &a) {
  const unsigned width = a->type.width;
  Expr out = number(a, width);
  for (unsigned k = width; k-- > 0;) {
    const Expr low = k + 1 == width ? a : cfg::binary(Op::BitAnd, a, number(a, bit(k + 1) - 1));
    out = cfg::ite(cfg::binary(Op::Ne, low, number(a, 0)), number(a, k), out);
  }
  return out;
}

// The sum of the bits, which every width holds.
Expr ones(const Expr &a) {
  Expr out = number(a, 0);
  for (unsigned k = 0; k < a->type.width; ++k)
    out = cfg::binary(Op::Add, out, cfg::binary(Op::BitAnd, cfg::binary(Op::LShr, a, number(a, k)), number(a, 1)));
  return out;
}

// Neighbouring fields of `field` bits change places. The width is an even multiple of `field`.
Expr swapped(const Expr &a, unsigned field) {
  std::uint64_t low = 0;
  for (unsigned k = 0; k < a->type.width; ++k)
    if (k / field % 2 == 0)
      low |= bit(k);
  const Expr by = number(a, field), mask = number(a, low);
  return cfg::binary(Op::BitOr, cfg::binary(Op::BitAnd, cfg::binary(Op::LShr, a, by), mask),
                     cfg::binary(Op::Shl, cfg::binary(Op::BitAnd, a, mask), by));
}

// Fields of `field` bits in the opposite order: one after the other, or by halves where the number of fields is a power
// of two.
Expr reversed(const Expr &a, unsigned field, const Keep &keep) {
  const unsigned width = a->type.width, fields = width / field;
  if ((fields & (fields - 1)) == 0) {
    Expr out = a;
    for (unsigned f = field; f < width; f *= 2)
      out = keep(swapped(out, f));
    return out;
  }
  Expr out = number(a, 0);
  for (unsigned k = 0; k < fields; ++k) {
    const Expr one = cfg::binary(Op::BitAnd, cfg::binary(Op::LShr, a, number(a, k * field)), number(a, bit(field) - 1));
    out = cfg::binary(Op::BitOr, out, cfg::binary(Op::Shl, one, number(a, (fields - 1 - k) * field)));
  }
  return out;
}
} // namespace

Expr bit_function(BitFunction function, const Expr &a, const Keep &keep) {
  const bool constant = cfg::is_const(a); // folds by itself
  const Expr x = constant ? a : keep(a);
  const Keep name = constant ? Keep([](Expr e) { return e; }) : keep;
  switch (function) {
  case BitFunction::LeadingZeros: return leading_zeros(x);
  case BitFunction::TrailingZeros: return trailing_zeros(x);
  case BitFunction::Ones: return ones(x);
  case BitFunction::Reversed: return reversed(x, 1, name);
  case BitFunction::BytesReversed: return reversed(x, 8, name);
  }
  return a;
}

} // namespace lockstep::frontend
