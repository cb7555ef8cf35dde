// Interval arithmetic: see range_domain.h.
#include "cfg/analysis/values/ranges/range_domain.h"

#include <algorithm>

namespace lockstep::cfg {

namespace {
Wide power(unsigned exponent) { return Wide::power_of_two(exponent); }

std::optional<ExprRange> reduced(Bounds s, Bounds u, Type type) {
  if (s.lo > s.hi || u.lo > u.hi)
    return std::nullopt;
  Wide max = signed_bounds(type).hi, modulus = power(type.width);
  if (type.is_bool())
    max = 1;
  for (int round = 0; round < 2; ++round) {
    std::optional<Bounds> both;
    if (u.hi <= max)
      both = meet(s, u);
    else if (u.lo > max)
      both = meet(s, {u.lo - modulus, u.hi - modulus});
    else
      both = s;
    if (!both)
      return std::nullopt;
    s = *both;
    if (s.lo >= 0)
      both = meet(u, s);
    else if (s.hi < 0)
      both = meet(u, {s.lo + modulus, s.hi + modulus});
    else
      both = u;
    if (!both)
      return std::nullopt;
    u = *both;
  }
  return ExprRange{s, u};
}
} // namespace

Bounds signed_bounds(Type type) {
  if (type.is_bool())
    return {0, 1};
  return {-power(type.width - 1), power(type.width - 1) - 1};
}
Bounds unsigned_bounds(Type type) { return {0, power(type.width) - 1}; }
ExprRange full_range(Type type) { return {signed_bounds(type), unsigned_bounds(type)}; }
ExprRange range_from_both(Bounds s, Bounds u, Type type) {
  auto r = reduced(s, u, type);
  return r ? *r : full_range(type);
}
ExprRange range_from_signed(Bounds b, Type type) { return range_from_both(b, unsigned_bounds(type), type); }
ExprRange range_from_unsigned(Bounds b, Type type) { return range_from_both(signed_bounds(type), b, type); }
ExprRange range_of_value(Bounds b, Type type) {
  if (b.within(signed_bounds(type)))
    return range_from_signed(b, type);
  return b.within(unsigned_bounds(type)) ? range_from_unsigned(b, type) : full_range(type);
}

Bounds join(const Bounds &a, const Bounds &b) { return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)}; }
ExprRange join(const ExprRange &a, const ExprRange &b) {
  return {join(a.as_signed, b.as_signed), join(a.as_unsigned, b.as_unsigned)};
}
std::optional<Bounds> meet(const Bounds &a, const Bounds &b) {
  Bounds m{std::max(a.lo, b.lo), std::min(a.hi, b.hi)};
  return m.lo <= m.hi ? std::optional(m) : std::nullopt;
}
std::optional<ExprRange> meet(const ExprRange &a, const ExprRange &b, Type type) {
  auto s = meet(a.as_signed, b.as_signed);
  auto u = meet(a.as_unsigned, b.as_unsigned);
  return s && u ? reduced(*s, *u, type) : std::nullopt;
}

Bounds add(const Bounds &a, const Bounds &b) { return {down(a.lo + b.lo), up(a.hi + b.hi)}; }
Bounds subtract(const Bounds &a, const Bounds &b) { return {down(a.lo - b.hi), up(a.hi - b.lo)}; }
Bounds multiply(const Bounds &a, const Bounds &b) {
  Wide c[] = {a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi};
  return {down(*std::min_element(c, c + 4)), up(*std::max_element(c, c + 4))};
}

} // namespace lockstep::cfg
