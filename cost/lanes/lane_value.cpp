// See lane_value.h.
#include "cost/lanes/lane_value.h"

#include "support/sound.h"

#include <algorithm>

namespace lockstep::cost {

namespace {

constexpr Number largest = Number(1) << 90;

bool all_equal(const std::vector<Number> &v) {
  return std::all_of(v.begin(), v.end(), [&](Number n) { return n == v[0]; });
}

std::optional<Number> number(const Rational &r) {
  if (r.get_den() != 1 || !r.get_num().fits_slong_p())
    return std::nullopt;
  return r.get_num().get_si();
}

// Constants go to the lanes, equal factors to what is shared.
LaneValue settled(LaneValue v) {
  const auto c = number(v.shared.constant_part());
  if (!c)
    return {};
  v.shared = v.shared - Expr(integer(*c));
  for (Number &n : v.lanes)
    n += *c;
  std::vector<LaneValue::Term> terms;
  for (LaneValue::Term &t : v.terms) {
    if (all_equal(t.factors))
      v.shared += Expr(integer(t.factors[0])) * t.symbol;
    else
      terms.push_back(std::move(t));
  }
  v.terms = std::move(terms);
  for (const Number n : v.lanes)
    if (n > largest || n < -largest)
      return {};
  for (const LaneValue::Term &t : v.terms)
    for (const Number n : t.factors)
      if (n > largest || n < -largest)
        return {};
  return v;
}

Number floored_quotient(Number a, Number b) { return a / b - (a % b != 0 && a < 0 ? 1 : 0); }

bool divides(Number d, const Expr &e) { return is_whole(e * Expr(Rational(1) / Rational(integer(d)))); }

// What divides e for all values of its symbols, and divides `by`.
Number common_step(const Expr &e, Number by) {
  if (!is_whole(e))
    return 1;
  Integer out = integer(by);
  for (const auto &[product, factor] : e.terms()) {
    const bool whole = std::all_of(product.begin(), product.end(), [](const AtomRef &a) { return is_whole(Expr(a)); });
    if (!whole || factor.get_den() != 1)
      return 1;
    out = gcd(out, factor.get_num());
  }
  return out.fits_slong_p() ? out.get_si() : 1;
}

} // namespace

Integer integer(Number n) {
  const bool negative = n < 0;
  const auto size = static_cast<unsigned __int128>(negative ? -n : n);
  Integer out = static_cast<unsigned long>(size >> 64);
  out <<= 64;
  out += static_cast<unsigned long>(size);
  return negative ? Integer(-out) : out;
}

bool LaneValue::uniform() const { return known && terms.empty() && all_equal(lanes); }
Expr LaneValue::uniform_expr() const { return shared + Expr(integer(lanes[0])); }

bool LaneValue::operator==(const LaneValue &o) const {
  if (!known || !o.known || lanes != o.lanes || !(shared == o.shared) || terms.size() != o.terms.size())
    return false;
  for (std::size_t i = 0; i < terms.size(); ++i)
    if (!(terms[i].symbol == o.terms[i].symbol) || terms[i].factors != o.terms[i].factors)
      return false;
  return true;
}

LaneValue constant_value(std::size_t lanes, Number n) {
  return {.known = true, .lanes = std::vector<Number>(lanes, n), .shared = {}, .terms = {}};
}

LaneValue shared_value(std::size_t lanes, const Expr &e) {
  LaneValue out = constant_value(lanes, 0);
  out.shared = e;
  return settled(std::move(out));
}

LaneValue added(const LaneValue &a, const LaneValue &b, Number sign) {
  if (!a.known || !b.known)
    return {};
  LaneValue out = a;
  out.as_signed = out.as_unsigned = false;
  out.modulo = 0;
  for (std::size_t i = 0; i < out.lanes.size(); ++i)
    out.lanes[i] += sign * b.lanes[i];
  out.shared = out.shared + Expr(integer(sign)) * b.shared;
  for (const LaneValue::Term &t : b.terms) {
    auto same = std::find_if(out.terms.begin(), out.terms.end(), [&](auto &u) { return u.symbol == t.symbol; });
    if (same == out.terms.end())
      same = out.terms.insert(out.terms.end(), {t.symbol, std::vector<Number>(out.lanes.size(), 0)});
    for (std::size_t i = 0; i < out.lanes.size(); ++i)
      same->factors[i] += sign * t.factors[i];
  }
  return settled(std::move(out));
}

LaneValue scaled(const LaneValue &a, const LaneValue &b) {
  if (!a.known || !b.known)
    return {};
  if (b.concrete()) {
    LaneValue out = constant_value(a.lanes.size(), 0);
    for (std::size_t i = 0; i < out.lanes.size(); ++i) {
      if (a.lanes[i] > largest >> 40 || a.lanes[i] < -(largest >> 40) || b.lanes[i] > Number(1) << 40 ||
          b.lanes[i] < -(Number(1) << 40))
        return {};
      out.lanes[i] = a.lanes[i] * b.lanes[i];
    }
    if (!a.shared.is_zero()) {
      if (all_equal(b.lanes))
        out.shared = a.shared * Expr(integer(b.lanes[0]));
      else
        out.terms.push_back({a.shared, b.lanes});
    }
    for (const LaneValue::Term &t : a.terms) {
      LaneValue::Term next = t;
      for (std::size_t i = 0; i < out.lanes.size(); ++i)
        next.factors[i] *= b.lanes[i];
      auto same = std::find_if(out.terms.begin(), out.terms.end(), [&](auto &u) { return u.symbol == t.symbol; });
      if (same == out.terms.end())
        out.terms.push_back(std::move(next));
      else
        for (std::size_t i = 0; i < out.lanes.size(); ++i)
          same->factors[i] += next.factors[i];
    }
    return settled(std::move(out));
  }
  if (a.concrete())
    return scaled(b, a);
  const LaneValue &u = b.uniform() ? b : a, &other = b.uniform() ? a : b;
  if (!u.uniform())
    return {};
  const Expr by = u.uniform_expr();
  LaneValue out = constant_value(a.lanes.size(), 0);
  out.shared = other.shared * by;
  out.terms.push_back({by, other.lanes});
  for (const LaneValue::Term &t : other.terms)
    out.terms.push_back({t.symbol * by, t.factors});
  return settled(std::move(out));
}

std::optional<LaneValue> floored(const LaneValue &a, Number by) {
  if (!a.known)
    return std::nullopt;
  if (a.uniform())
    return shared_value(a.lanes.size(), floor_div(a.uniform_expr(), Expr(integer(by))));
  // Lanes between two multiples of what divides all else have one quotient.
  if (const Number step = common_step(a.shared, by); a.terms.empty() && step > 1) {
    const Number block = floored_quotient(a.lanes[0], step);
    if (support::sound("lane_value.block", std::all_of(a.lanes.begin(), a.lanes.end(),
                                                       [&](Number n) { return floored_quotient(n, step) == block; })))
      return shared_value(a.lanes.size(), floor_div(a.shared + Expr(integer(block * step)), Expr(integer(by))));
  }
  if (support::unsound("lane_value.divides", !divides(by, a.shared)) ||
      !std::all_of(a.terms.begin(), a.terms.end(), [&](const LaneValue::Term &t) {
        return is_whole(t.symbol) &&
               std::all_of(t.factors.begin(), t.factors.end(), [&](Number f) { return f % by == 0; });
      }))
    return std::nullopt;
  LaneValue out = a;
  out.shared = a.shared * Expr(Rational(1) / Rational(integer(by)));
  for (LaneValue::Term &t : out.terms)
    for (Number &f : t.factors)
      f /= by;
  for (Number &n : out.lanes)
    n = floored_quotient(n, by);
  return settled(std::move(out));
}

std::optional<LaneValue> remainder(const LaneValue &a, Number by) {
  if (a.known && a.uniform())
    return shared_value(a.lanes.size(), mod(a.uniform_expr(), Expr(integer(by))));
  const auto whole = floored(a, by);
  if (!whole)
    return std::nullopt;
  return added(a, scaled(*whole, constant_value(a.lanes.size(), by)), -1);
}

namespace {

Rational extreme(const LaneValue &v, bool lower, bool &none) {
  std::optional<Rational> out;
  std::size_t first = 0, past = v.known ? v.lanes.size() : 0;
  if (v.known && v.terms.empty()) { // one lane has it
    const auto [lo, hi] = std::minmax_element(v.lanes.begin(), v.lanes.end());
    first = static_cast<std::size_t>((lower ? lo : hi) - v.lanes.begin());
    past = first + 1;
  }
  for (std::size_t i = first; i < past; ++i) {
    Expr e = v.shared + Expr(integer(v.lanes[i]));
    for (const LaneValue::Term &t : v.terms)
      e += t.symbol * Expr(integer(t.factors[i]));
    const auto b = lower ? least(e) : most(e);
    if (!b) {
      out.reset();
      break;
    }
    if (!out || (lower ? *b < *out : *b > *out))
      out = b;
  }
  none = !out;
  return out.value_or(Rational(0));
}

} // namespace

Rational least_of(const LaneValue &v, bool &none) { return extreme(v, true, none); }
Rational most_of(const LaneValue &v, bool &none) { return extreme(v, false, none); }

LaneValue substituted(const LaneValue &v, const std::string &symbol, const Expr &by) {
  if (!v.known)
    return v;
  LaneValue out = v;
  out.shared = substitute(v.shared, symbol, by);
  for (LaneValue::Term &t : out.terms)
    t.symbol = substitute(t.symbol, symbol, by);
  return settled(std::move(out));
}

LaneValue read_as(LaneValue v, bool as_signed, bool as_unsigned) {
  v.as_signed = as_signed;
  v.as_unsigned = as_unsigned;
  v.modulo = 0;
  if (!as_signed && !as_unsigned)
    return {};
  return v;
}

LaneValue reading(LaneValue v, unsigned width, bool with_sign) {
  if (!v.known || (with_sign ? v.as_signed : v.as_unsigned))
    return v;
  if (v.modulo != 0)
    return {};
  bool none = false;
  if (with_sign) {
    if (const Rational hi = most_of(v, none); !none && hi < Rational(two_to(width - 1)))
      return read_as(std::move(v), true, true);
    if (width > 64)
      return {};
    const LaneValue half = constant_value(v.lanes.size(), Number(1) << (width - 1));
    const auto rest = remainder(added(v, half, 1), Number(1) << width);
    return rest ? read_as(added(*rest, half, -1), true, false) : LaneValue{};
  }
  if (const Rational lo = least_of(v, none); !none && lo >= 0)
    return read_as(std::move(v), true, true);
  const auto rest = width <= 64 ? remainder(v, Number(1) << width) : std::nullopt;
  return rest ? read_as(*rest, false, true) : LaneValue{};
}

} // namespace lockstep::cost
