// Builders of expressions, and their text (expr.h).
#include "cost/formula/expr.h"

#include "support/budget.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace lockstep::cost {

namespace {

std::string text_of(const Expr &e);

std::string joined(const std::vector<Expr> &all, const char *between = ", ") {
  std::string out;
  for (const Expr &e : all)
    out += (out.empty() ? "" : between) + text_of(e);
  return out;
}

std::string quotient_text(const char *rounded, const Expr &a, const Expr &b) {
  const auto part = [](const Expr &e) {
    const std::string text = text_of(e);
    return text.find_first_of(" /-*") == std::string::npos || e.single_atom() ? text : "(" + text + ")";
  };
  return fmt::format("{}({}/{})", rounded, part(a), part(b));
}

// Is the factor of the first term negative?
bool falling(const Expr &e) {
  const auto first = std::find_if(e.terms().begin(), e.terms().end(), [](const auto &t) { return !t.first.empty(); });
  return first != e.terms().end() && first->second < 0;
}

// floor((x + c)/d) of whole numbers, c from 1 to d - 1, reads better as the ceiling of something if c is large.
std::optional<Expr> raised(const Expr &a, const Expr &b) {
  const auto d = b.constant();
  const Rational c = a.constant_part();
  if (!d || d->get_den() != 1 || c <= 0 || c >= *d || 2 * c < *d || !is_whole(a))
    return std::nullopt;
  return a - Expr(Rational(*d - 1));
}

std::string key_of(const Atom &a) {
  switch (a.kind) {
  case AtomKind::Symbol: return a.name;
  case AtomKind::Floor: {
    const auto up = raised(a.args[0], a.args[1]);
    return quotient_text(up ? "ceil" : "floor", up.value_or(a.args[0]), a.args[1]);
  }
  case AtomKind::Mod: return "mod(" + joined(a.args) + ")";
  case AtomKind::Min: return "min(" + joined(a.args) + ")";
  case AtomKind::Max: return "max(" + joined(a.args) + ")";
  case AtomKind::AtLeastZero: return "[" + text_of(a.args[0]) + " >= 0]";
  case AtomKind::IsZero: return "[" + text_of(a.args[0]) + " == 0]";
  case AtomKind::Log2: return "log2(" + text_of(a.args[0]) + ")";
  case AtomKind::Table: {
    std::string shape, values;
    for (const std::size_t n : a.shape)
      shape += fmt::format("{}{}", shape.empty() ? "" : "x", n);
    for (std::size_t i = 0; i < a.values.size();) { // "0,1 x31" is 0 and 31 times 1
      std::size_t past = i + 1;
      while (past < a.values.size() && a.values[past] == a.values[i])
        ++past;
      const bool run = past - i > 3;
      values += (values.empty() ? "" : ",") + a.values[i].get_str() + (run ? fmt::format(" x{}", past - i) : "");
      i = run ? past : i + 1;
    }
    return "table(" + shape + ": " + values + "; " + joined(a.args) + ")";
  }
  case AtomKind::Sum: return "sum(" + a.name + " < " + text_of(a.args[0]) + ": " + text_of(a.args[1]) + ")";
  }
  LOCKSTEP_INVARIANT(false, "each kind of atom has a text");
}

std::string text_of(const Expr &e) {
  if (e.is_zero())
    return "0";
  std::string out;
  const auto add = [&](const Product &product, const Rational &factor) {
    const bool negative = factor < 0;
    const Rational size = abs(factor);
    std::string term = size == 1 && !product.empty() ? "" : size.get_str();
    for (const AtomRef &a : product)
      term += (term.empty() ? "" : "*") + a->key;
    out += (out.empty() ? (negative ? "-" : "") : negative ? " - " : " + ") + term;
  };
  for (const auto &[product, factor] : e.terms()) // the constant comes last
    if (!product.empty())
      add(product, factor);
  if (e.constant_part() != 0)
    add({}, e.constant_part());
  return out;
}

constexpr std::size_t longest_atom = 100'000; // characters

Expr made(Atom a) {
  std::size_t parts = 0;
  for (const Expr &e : a.args)
    parts += characters(e);
  if (parts > longest_atom)
    throw TooLarge{};
  a.key = key_of(a);
  support::spend(1 + a.key.size() / 64);
  bound(a);
  return Expr(std::make_shared<const Atom>(std::move(a)));
}

// Whole factors of the terms that `d` divides, apart from the rest.
std::pair<Expr, Expr> multiples(const Expr &e, const Integer &d) {
  Expr divided, rest;
  for (const auto &[product, factor] : e.terms()) {
    Expr term(factor);
    for (const AtomRef &a : product)
      term = term * Expr(a);
    const bool whole = std::all_of(product.begin(), product.end(), [](const AtomRef &a) { return is_whole(Expr(a)); });
    const Rational part = factor / Rational(d);
    if (whole && part.get_den() == 1)
      divided += term;
    else
      rest += term;
  }
  if (const Rational c = rest.constant_part(); c != 0 && c.get_den() == 1) { // of a constant, the multiple in it
    const Rational whole = floor_of(c / Rational(d)) * d;
    divided += Expr(whole);
    rest += Expr(-whole);
  }
  return {divided, rest};
}

// With factors of whole terms less than `d` away from 0, which changes it by multiples of d.
Expr with_small_factors(const Expr &e, const Integer &d) {
  Expr out;
  for (const auto &[product, factor] : e.terms()) {
    const bool whole = std::all_of(product.begin(), product.end(), [](const AtomRef &a) { return is_whole(Expr(a)); });
    Integer rest = factor.get_num();
    if (whole && factor.get_den() == 1)
      mpz_tdiv_r(rest.get_mpz_t(), rest.get_mpz_t(), d.get_mpz_t());
    Expr term(whole && factor.get_den() == 1 ? Rational(rest) : factor);
    for (const AtomRef &a : product)
      term = term * Expr(a);
    out += term;
  }
  return out;
}

} // namespace

std::string Expr::str() const { return text_of(*this); }

Expr symbol(const std::string &name, std::optional<Integer> lo, std::optional<Integer> hi, std::optional<Expr> below) {
  Atom a;
  a.name = name;
  a.lo = std::move(lo);
  a.hi = std::move(hi);
  a.below = std::move(below);
  return made(std::move(a));
}

Expr floor_div(const Expr &a, const Expr &b) {
  const auto d = b.constant();
  if (d && *d != 0) {
    if (const auto n = a.constant())
      return Expr(floor_of(*n / *d));
    if (*d < 0)
      return floor_div(-a, -b);
    if (*d == 1 && is_whole(a))
      return a;
    if (d->get_den() == 1) {
      const auto [divided, rest] = multiples(a, d->get_num());
      if (!divided.is_zero())
        return divided * Expr(Rational(1) / *d) + floor_div(rest, b);
      const auto lo = least(a), hi = most(a);
      if (lo && hi && floor_of(*lo / *d) == floor_of(*hi / *d))
        return Expr(floor_of(*lo / *d));
      if (falling(a) && is_whole(a)) // floor(-x/d) is -floor((x + d - 1)/d)
        return -floor_div(Expr(Rational(*d - 1)) - a, b);
    }
  }
  Atom out;
  out.kind = AtomKind::Floor;
  out.args = {a, b};
  return made(std::move(out));
}

Expr ceil_div(const Expr &a, const Expr &b) { return -floor_div(-a, b); }

Expr mod(const Expr &a, const Expr &b) {
  const auto d = b.constant();
  if (d && *d > 0) {
    if (const auto n = a.constant())
      return Expr(Rational(*n - *d * floor_of(*n / *d)));
    if (d->get_den() == 1) {
      const auto [divided, rest] = multiples(a, d->get_num());
      if (!divided.is_zero())
        return mod(rest, b);
      const auto lo = least(a), hi = most(a);
      if (lo && hi && *lo >= 0 && *hi < *d)
        return a;
      if (const Expr small = with_small_factors(a, d->get_num()); !(small == a))
        return mod(small, b);
    }
  }
  Atom out;
  out.kind = AtomKind::Mod;
  out.args = {a, b};
  return made(std::move(out));
}

namespace {

Expr extremum(const Expr &a, const Expr &b, bool of_least) {
  const Expr apart = a - b;
  const auto lo = least(apart), hi = most(apart);
  if (lo && *lo >= 0)
    return of_least ? b : a;
  if (hi && *hi <= 0)
    return of_least ? a : b;
  Atom out;
  out.kind = of_least ? AtomKind::Min : AtomKind::Max;
  for (const Expr &e : {a, b}) {
    const AtomRef one = e.single_atom();
    if (one && one->kind == out.kind)
      out.args.insert(out.args.end(), one->args.begin(), one->args.end());
    else
      out.args.push_back(e);
  }
  std::sort(out.args.begin(), out.args.end(), [](const Expr &x, const Expr &y) { return x.str() < y.str(); });
  out.args.erase(std::unique(out.args.begin(), out.args.end()), out.args.end());
  for (std::size_t i = 0; i < out.args.size();) { // another is never farther in
    const bool idle = std::any_of(out.args.begin(), out.args.end(), [&](const Expr &e) {
      const Expr beyond = of_least ? out.args[i] - e : e - out.args[i];
      const auto least_beyond = least(beyond);
      return !(e == out.args[i]) && least_beyond && *least_beyond >= 0;
    });
    if (idle)
      out.args.erase(out.args.begin() + static_cast<std::ptrdiff_t>(i));
    else
      ++i;
  }
  if (out.args.size() == 1)
    return out.args[0];
  return made(std::move(out));
}

} // namespace

Expr minimum(const Expr &a, const Expr &b) { return extremum(a, b, true); }
Expr maximum(const Expr &a, const Expr &b) { return extremum(a, b, false); }
Expr clamp(const Expr &e, const Expr &lo, const Expr &hi) { return minimum(maximum(e, lo), hi); }

Expr at_least_zero(const Expr &e) {
  if (const auto lo = least(e); lo && *lo >= 0)
    return 1;
  if (const auto hi = most(e); hi && *hi < 0)
    return 0;
  Atom out;
  out.kind = AtomKind::AtLeastZero;
  out.args = {e};
  return made(std::move(out));
}

Expr is_zero(const Expr &e) {
  if (const auto n = e.constant())
    return *n == 0 ? 1 : 0;
  const auto lo = least(e), hi = most(e);
  if ((lo && *lo > 0) || (hi && *hi < 0))
    return 0;
  Atom out;
  out.kind = AtomKind::IsZero;
  out.args = {e};
  return made(std::move(out));
}

Expr log2(const Expr &e) {
  const auto lo = least(e), hi = most(e);
  const auto of = [](const Rational &r) {
    const Integer n = floor_of(r);
    return n < 2 ? 0L : static_cast<long>(mpz_sizeinbase(n.get_mpz_t(), 2)) - 1;
  };
  if (hi && (*hi < 2 || (lo && of(*lo) == of(*hi))))
    return of(*hi);
  Atom out;
  out.kind = AtomKind::Log2;
  out.args = {e};
  return made(std::move(out));
}

namespace {

// The part of a table where dimension d has the indices from `from` on, `count` of them.
std::vector<Rational> slice(const std::vector<std::size_t> &shape, const std::vector<Rational> &values, std::size_t d,
                            std::size_t from, std::size_t count) {
  std::size_t inner = 1, outer = 1;
  for (std::size_t i = 0; i < shape.size(); ++i)
    (i < d ? outer : inner) *= i == d ? 1 : shape[i];
  std::vector<Rational> out;
  for (std::size_t o = 0; o < outer; ++o)
    for (std::size_t i = from; i < from + count; ++i)
      for (std::size_t n = 0; n < inner; ++n)
        out.push_back(values[(o * shape[d] + i) * inner + n]);
  return out;
}

// Are the parts where dimension d has the indices i and i + 1 alike?
bool alike(const std::vector<std::size_t> &shape, const std::vector<Rational> &values, std::size_t d, std::size_t i) {
  std::size_t inner = 1;
  for (std::size_t n = d + 1; n < shape.size(); ++n)
    inner *= shape[n];
  for (std::size_t from = i * inner; from < values.size(); from += shape[d] * inner)
    for (std::size_t n = from; n < from + inner; ++n)
      if (values[n] != values[n + inner])
        return false;
  return true;
}

// How far apart the values of a whole expression are: they are its constant part and a multiple of this.
Integer step_of(const Expr &e) {
  Integer out = 0;
  for (const auto &[product, factor] : e.terms())
    if (!product.empty())
      out = gcd(out, factor.get_num());
  return out;
}

// Entries that no index leads to become those before them. Sound because an index is a multiple of its step from its
// constant part, or outside, where the first or the last entry counts.
void fill_unreached(const std::vector<std::size_t> &shape, std::vector<Rational> &values, std::size_t d,
                    const Expr &index) {
  if (!is_whole(index))
    return;
  const Integer step = step_of(index), from = index.constant_part().get_num();
  if (step <= 1)
    return;
  std::size_t inner = 1;
  for (std::size_t n = d + 1; n < shape.size(); ++n)
    inner *= shape[n];
  const auto lo = least(index), hi = most(index);
  const std::size_t last = shape[d] - 1;
  const auto reached = [&](std::size_t i) {
    const Integer apart = from - Integer(static_cast<unsigned long>(i));
    return apart % step == 0 || (i == 0 && (!lo || *lo < 0)) ||
           support::unsound("expr.last_entry", i == last && (!hi || *hi > static_cast<long>(last)));
  };
  std::optional<std::size_t> first;
  for (std::size_t i = 0; i <= last && !first; ++i)
    if (reached(i))
      first = i;
  for (std::size_t i = 0; first && i <= last; ++i) {
    const std::size_t source = i < *first ? *first : i - 1;
    for (std::size_t at = i * inner; !reached(i) && at < values.size(); at += shape[d] * inner)
      for (std::size_t n = at; n < at + inner; ++n)
        values[n] = values[n + source * inner - i * inner];
  }
}

} // namespace

Expr table(std::vector<std::size_t> shape, std::vector<Rational> values, std::vector<Expr> indices) {
  LOCKSTEP_INVARIANT(shape.size() == indices.size(), "a table has an index for each dimension");
  for (std::size_t d = 0; d < shape.size();) {
    const std::size_t n = shape[d];
    fill_unreached(shape, values, d, indices[d]);
    const auto part = [&](std::size_t from, std::size_t count) { return slice(shape, values, d, from, count); };
    std::size_t low = 0, high = n - 1; // what lies below and above is alike
    const auto lo = least(indices[d]), hi = most(indices[d]);
    while (low < high && ((lo && *lo > static_cast<long>(low)) || alike(shape, values, d, low)))
      ++low;
    while (high > low && ((hi && *hi < static_cast<long>(high)) || alike(shape, values, d, high - 1)))
      --high;
    const AtomRef one = indices[d].single_atom();
    if (low != high && one && one->kind == AtomKind::Mod && !(low == 0 && high == n - 1)) {
      low = 0; // residues keep all of their entries
      high = n - 1;
    }
    if (low != 0 || high != n - 1) {
      values = part(low, high - low + 1);
      indices[d] = indices[d] - Expr(static_cast<long>(low));
      shape[d] = high - low + 1;
    }
    if (shape[d] > 1) {
      ++d;
      continue;
    }
    shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(d));
    indices.erase(indices.begin() + static_cast<std::ptrdiff_t>(d));
  }
  if (shape.empty())
    return Expr(values[0]);
  if (std::all_of(values.begin(), values.end(), [&](const Rational &v) { return v == values[0]; }))
    return Expr(values[0]);
  if (shape.size() == 1 && shape[0] == 2 && is_whole(indices[0])) // one step
    return Expr(values[0]) + Expr(Rational(values[1] - values[0])) * at_least_zero(indices[0] - 1);
  Atom out;
  out.kind = AtomKind::Table;
  out.shape = std::move(shape);
  out.values = std::move(values);
  out.args = std::move(indices);
  return made(std::move(out));
}

Expr open_sum(const std::string &variable, const Expr &count, const Expr &summand) {
  if (summand.is_zero() || count.is_zero())
    return 0;
  if (!mentions(summand, variable))
    return maximum(count, 0) * summand;
  Atom out;
  out.kind = AtomKind::Sum;
  out.name = variable;
  out.args = {count, summand};
  return made(std::move(out));
}

} // namespace lockstep::cost
