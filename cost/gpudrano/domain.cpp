// See domain.h.
#include "cost/gpudrano/domain.h"

#include "support/sound.h"

#include <array>

namespace lockstep::coalescing::paper {

namespace {

Slope of(int slope) {
  switch (slope) {
  case 0: return Slope::Zero;
  case 1: return Slope::One;
  case -1: return Slope::MinusOne;
  default: return Slope::Top;
  }
}
int number(Slope a) { return a == Slope::One ? 1 : a == Slope::MinusOne ? -1 : 0; }
bool either(Slope a, Slope b, Slope what) { return a == what || b == what; }

constexpr std::array every{Truth::Bottom,  Truth::T,       Truth::TMinus, Truth::F,  Truth::FMinus,
                           Truth::TTMinus, Truth::FFMinus, Truth::TF,     Truth::Top}; // smaller ones first
constexpr unsigned t = 1, t_minus = 2, f = 4, f_minus = 8, any = 31;

// The smallest that contains the set.
Truth around(unsigned set) {
  for (Truth v : every)
    if ((set & ~static_cast<unsigned>(v)) == 0)
      return v;
  return Truth::Top;
}

// Of two single ones; the fifth is any other test.
unsigned both(unsigned a, unsigned b) {
  if (a == f || b == f)
    return f;
  if (a == t || b == t)
    return a == t ? b : a;
  if (a == f_minus || b == f_minus)
    return f | f_minus; // the one thread, if the other holds for it
  return any;
}

} // namespace

Slope join(Slope a, Slope b) {
  if (either(a, b, Slope::Bottom))
    return a == Slope::Bottom ? b : a;
  return a == b ? a : Slope::Top;
}

Slope add(Slope a, Slope b) {
  if (either(a, b, Slope::Bottom))
    return Slope::Bottom;
  return either(a, b, Slope::Top) ? Slope::Top : of(number(a) + number(b));
}

Slope negate(Slope a) { return a == Slope::Bottom || a == Slope::Top ? a : of(-number(a)); }

Slope times(Slope a, std::int64_t literal) {
  if (a == Slope::Bottom || a == Slope::Zero || literal == 1)
    return a;
  return literal == 0 ? Slope::Zero : literal == -1 ? negate(a) : Slope::Top;
}

Slope other(Slope a, Slope b) {
  if (either(a, b, Slope::Bottom))
    return Slope::Bottom;
  return a == Slope::Zero && b == Slope::Zero ? Slope::Zero : Slope::Top;
}

Truth join(Truth a, Truth b) { return around(static_cast<unsigned>(a) | static_cast<unsigned>(b)); }

Truth negate(Truth a) {
  const unsigned s = static_cast<unsigned>(a);
  return around((s & (t | t_minus)) << 2 | (s & (f | f_minus)) >> 2 | (s & 16));
}

Truth conjunction(Truth a, Truth b) {
  unsigned out = 0;
  for (unsigned x = 1; x <= 16; x *= 2)
    for (unsigned y = 1; y <= 16; y *= 2)
      if ((static_cast<unsigned>(a) & x) != 0 && (static_cast<unsigned>(b) & y) != 0)
        out |= both(x, y);
  return around(out);
}

Truth disjunction(Truth a, Truth b) { return negate(conjunction(negate(a), negate(b))); }

Truth same(Truth a, Truth b) {
  if (a == Truth::Bottom || b == Truth::Bottom)
    return Truth::Bottom;
  return is_uniform(a) && is_uniform(b) ? Truth::TF : Truth::Top;
}

Truth equal(Slope a, Slope b) {
  if (either(a, b, Slope::Bottom))
    return Truth::Bottom;
  if (either(a, b, Slope::Top))
    return Truth::Top;
  return a == b ? Truth::TF : Truth::FFMinus; // tid = c, 2 * tid = c
}

Truth less(Slope a, Slope b) {
  if (either(a, b, Slope::Bottom))
    return Truth::Bottom;
  return support::sound("paper.less", a == b) && !either(a, b, Slope::Top) ? Truth::TF : Truth::Top;
}

std::string_view name(Slope a) {
  switch (a) {
  case Slope::Bottom: return "bot";
  case Slope::Zero: return "0";
  case Slope::One: return "1";
  case Slope::MinusOne: return "-1";
  case Slope::Top: return "top";
  }
  return "";
}

std::string_view name(Truth a) {
  switch (a) {
  case Truth::Bottom: return "bot";
  case Truth::T: return "T";
  case Truth::TMinus: return "T-";
  case Truth::F: return "F";
  case Truth::FMinus: return "F-";
  case Truth::TTMinus: return "TT-";
  case Truth::FFMinus: return "FF-";
  case Truth::TF: return "TF";
  case Truth::Top: return "top";
  }
  return "";
}

} // namespace lockstep::coalescing::paper
