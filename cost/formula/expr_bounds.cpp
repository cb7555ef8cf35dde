// What an expression lies between, from the bounds of its symbols (expr.h).
#include "cost/formula/expr.h"

#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cost {

namespace {

// What the atom says of itself, since expressions share their parts: a walk down would see each as often as it is used.
bool whole_atom(const Atom &a) {
  switch (a.kind) {
  case AtomKind::Table:
    return std::all_of(a.values.begin(), a.values.end(), [](const Rational &v) { return v.get_den() == 1; });
  case AtomKind::Mod:
  case AtomKind::Min:
  case AtomKind::Max:
  case AtomKind::Sum: return std::all_of(a.args.begin(), a.args.end(), is_whole);
  case AtomKind::Symbol:
  case AtomKind::Floor:
  case AtomKind::AtLeastZero:
  case AtomKind::IsZero:
  case AtomKind::Log2: return true;
  }
  LOCKSTEP_INVARIANT(false, "each kind of atom is whole or not");
}

struct Span { // empty: no bound
  std::optional<Rational> lo, hi;
};

Span bounds(const Expr &e);

Span of_floor(const Span &n, const Span &d) {
  Span out;
  if (!d.lo || *d.lo <= 0)
    return out;
  if (n.lo && (*n.lo >= 0 ? true : d.lo.has_value()))
    out.lo = *n.lo >= 0 ? (d.hi ? Rational(floor_of(*n.lo / *d.hi)) : Rational(0)) : Rational(floor_of(*n.lo / *d.lo));
  if (n.hi)
    out.hi = *n.hi >= 0 ? Rational(floor_of(*n.hi / *d.lo)) : Rational(-1);
  if (n.hi && *n.hi < 0 && d.hi)
    out.hi = Rational(floor_of(*n.hi / *d.hi));
  return out;
}

// The least or the greatest of some.
Span of_choice(const Atom &a) {
  Span out = bounds(a.args[0]);
  const bool least_of = a.kind == AtomKind::Min;
  for (std::size_t i = 1; i < a.args.size(); ++i) {
    const Span s = bounds(a.args[i]);
    // One end needs all parts' bounds, the other any part's.
    auto &all = least_of ? out.lo : out.hi;
    auto &any = least_of ? out.hi : out.lo;
    const auto &all_s = least_of ? s.lo : s.hi;
    const auto &any_s = least_of ? s.hi : s.lo;
    const auto pick = [&](const Rational &x, const Rational &y) { return least_of ? std::min(x, y) : std::max(x, y); };
    all = all && all_s ? std::optional(pick(*all, *all_s)) : std::nullopt;
    any = any && any_s ? std::optional(pick(*any, *any_s)) : any ? any : any_s;
  }
  return out;
}

Span bounds(const Atom &a) {
  switch (a.kind) {
  case AtomKind::Symbol: {
    Span out;
    if (a.lo)
      out.lo = *a.lo;
    if (a.hi)
      out.hi = *a.hi;
    if (a.below)
      if (const auto top = bounds(*a.below).hi)
        out.hi = out.hi ? std::min<Rational>(*out.hi, *top - 1) : *top - 1;
    return out;
  }
  case AtomKind::Floor: return of_floor(bounds(a.args[0]), bounds(a.args[1]));
  case AtomKind::Mod: {
    const Span d = bounds(a.args[1]);
    if (!d.lo || *d.lo <= 0)
      return {};
    Span out{Rational(0), {}};
    if (d.hi)
      out.hi = is_whole(a.args[0]) && is_whole(a.args[1]) ? Rational(*d.hi - 1) : *d.hi;
    return out;
  }
  case AtomKind::Min:
  case AtomKind::Max: return of_choice(a);
  case AtomKind::AtLeastZero:
  case AtomKind::IsZero: return {Rational(0), Rational(1)};
  case AtomKind::Log2: {
    Span out{Rational(0), {}};
    if (const auto top = bounds(a.args[0]).hi)
      out.hi = *top < 1 ? Rational(0) : Rational(static_cast<long>(mpz_sizeinbase(floor_of(*top).get_mpz_t(), 2)) - 1);
    return out;
  }
  case AtomKind::Table: {
    const auto [lo, hi] = std::minmax_element(a.values.begin(), a.values.end());
    return {*lo, *hi};
  }
  case AtomKind::Sum: {
    const Span n = bounds(a.args[0]), each = bounds(a.args[1]);
    Span out;
    if (each.lo && *each.lo >= 0)
      out.lo = Rational(0);
    if (each.hi && *each.hi <= 0)
      out.hi = Rational(0);
    else if (each.hi && n.hi)
      out.hi = *each.hi * std::max<Rational>(0, *n.hi);
    return out;
  }
  }
  return {};
}

Span times(const Span &a, const Span &b) {
  if (a.lo && *a.lo >= 0 && b.lo && *b.lo >= 0)
    return {*a.lo * *b.lo, a.hi && b.hi ? std::optional<Rational>(*a.hi * *b.hi) : std::nullopt};
  if (!a.lo || !a.hi || !b.lo || !b.hi)
    return {};
  const std::vector<Rational> all{*a.lo * *b.lo, *a.lo * *b.hi, *a.hi * *b.lo, *a.hi * *b.hi};
  return {*std::min_element(all.begin(), all.end()), *std::max_element(all.begin(), all.end())};
}

Span bounds(const Expr &e) {
  Span out{Rational(0), Rational(0)};
  for (const auto &[product, factor] : e.terms()) {
    Span term{Rational(1), Rational(1)};
    for (const AtomRef &a : product)
      term = times(term, {a->least, a->most});
    if (factor < 0)
      std::swap(term.lo, term.hi);
    out.lo = out.lo && term.lo ? std::optional<Rational>(*out.lo + factor * *term.lo) : std::nullopt;
    out.hi = out.hi && term.hi ? std::optional<Rational>(*out.hi + factor * *term.hi) : std::nullopt;
  }
  return out;
}

// Counters are below what they count to: replacing one by its largest value, where the expression falls with it, gives
// something smaller; so does replacing a symbol by its least value where the expression rises with it. At most a few in
// a row.
std::optional<Rational> bound(const Expr &e, bool lower, unsigned depth) {
  if (const auto number = e.constant())
    return number;
  const Span plain = bounds(e);
  std::optional<Rational> out = lower ? plain.lo : plain.hi;
  if (depth > 3)
    return out;
  const auto better = [&](const std::optional<Rational> &found) {
    if (found && (!out || (lower ? *found > *out : *found < *out)))
      out = found;
  };
  const bool products =
      std::any_of(e.terms().begin(), e.terms().end(), [](const auto &t) { return t.first.size() > 1; });
  for (const auto &[name, atom] : symbols_of(e)) {
    if (!atom->below && !(products && atom->lo))
      continue;
    const auto in = linear_in(e, name);
    if (!in)
      continue;
    const Span factor = bounds(in->factor);
    const bool falls = lower ? factor.hi && *factor.hi <= 0 : factor.lo && *factor.lo >= 0;
    const bool rises = lower ? factor.lo && *factor.lo >= 0 : factor.hi && *factor.hi <= 0;
    if (products && atom->lo && !in->factor.constant() && support::sound("expr.rises", rises))
      better(bound(in->rest + in->factor * *atom->lo, lower, depth + 1));
    if (!atom->below || support::unsound("expr.falls", !falls))
      continue;
    const auto found = bound(in->rest + in->factor * (*atom->below - 1), lower, depth + 1);
    better(found);
  }
  // floor(a/c) is (a - r)/c with a remainder r from 0 to c - 1, where this cancels something.
  for (const auto &[product, factor] : e.terms()) {
    const bool floor = product.size() == 1 && product[0]->kind == AtomKind::Floor;
    const auto c = floor ? product[0]->args[1].constant() : std::nullopt;
    if (!c || *c <= 1 || c->get_den() != 1 || !is_whole(product[0]->args[0]))
      continue;
    const Expr rest = e - Expr(product[0]) * Expr(factor) + product[0]->args[0] * Expr(Rational(factor / *c));
    if (rest.terms().size() >= e.terms().size())
      continue;
    if (auto found = bound(rest, lower, depth + 1)) {
      if (lower == (factor > 0))
        *found -= Rational(factor * (*c - 1) / *c);
      better(found);
    }
  }
  return out;
}

} // namespace

void bound(Atom &a) {
  a.whole = whole_atom(a);
  Span found = bounds(a);
  a.least = std::move(found.lo);
  a.most = std::move(found.hi);
}

std::optional<Rational> least(const Expr &e) { return bound(e, true, 0); }
std::optional<Rational> most(const Expr &e) { return bound(e, false, 0); }

} // namespace lockstep::cost
