// See quasi_polynomial.h.
#include "cost/formula/quasi_polynomial.h"

#include "support/sound.h"

#include <algorithm>
#include <numeric>

namespace lockstep::cost {

namespace {

using Polynomial = std::vector<Rational>;
constexpr std::size_t longest_period = 1024;
constexpr std::size_t most_degree = 4;

void trim(Polynomial &p) {
  while (!p.empty() && p.back() == 0)
    p.pop_back();
}

Polynomial sum(const Polynomial &a, const Polynomial &b, const Rational &times) {
  Polynomial out(std::max(a.size(), b.size()));
  for (std::size_t i = 0; i < out.size(); ++i)
    out[i] = (i < a.size() ? a[i] : Rational(0)) + (i < b.size() ? Rational(times * b[i]) : Rational(0));
  trim(out);
  return out;
}

Polynomial product(const Polynomial &a, const Polynomial &b) {
  Polynomial out(a.empty() || b.empty() ? 0 : a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j)
      out[i + j] += a[i] * b[j];
  trim(out);
  return out;
}

Rational value(const Polynomial &p, const Integer &at) {
  Rational out = 0;
  for (auto c = p.rbegin(); c != p.rend(); ++c)
    out = out * at + *c;
  return out;
}

int sign(const Polynomial &p) { return p.empty() ? 0 : sgn(p.back()); } // in the end

Integer ceiling(const Rational &r) { return -floor_of(-r); }

// From here on the sign is that of the end: no real root lies above Cauchy's bound.
Integer settled(const Polynomial &p) {
  if (p.size() < 2)
    return 0;
  if (p.size() == 2)
    return floor_of(-p[0] / p[1]) + 1;
  Rational largest = 0;
  for (std::size_t i = 0; i + 1 < p.size(); ++i)
    largest = std::max(largest, Rational(abs(p[i] / p.back())));
  return ceiling(largest) + 1;
}

// Nothing is asked of the symbol: below any value that matters.
Integer least_from() { return Integer(-1) << 80; }

// a := f(a, b), piece by piece.
template <typename F> bool joined(Quasi &a, const Quasi &b, const F &f) {
  const std::size_t period = std::lcm(a.pieces.size(), b.pieces.size());
  if (period > longest_period)
    return false;
  std::vector<Polynomial> pieces;
  for (std::size_t r = 0; r < period; ++r) {
    pieces.push_back(f(a.pieces[r % a.pieces.size()], b.pieces[r % b.pieces.size()]));
    if (pieces.back().size() > most_degree + 1)
      return false;
  }
  a.pieces = std::move(pieces);
  a.from = std::max(a.from, b.from);
  return true;
}

// a := a + factor * b, in place where the pieces of `a` repeat with those of b.
bool increased(Quasi &a, const Quasi &b, const Rational &factor) {
  if (a.pieces.size() % b.pieces.size() != 0)
    return joined(a, b, [&](const Polynomial &x, const Polynomial &y) { return sum(x, y, factor); });
  for (std::size_t r = 0; r < a.pieces.size(); ++r) {
    Polynomial &to = a.pieces[r];
    const Polynomial &p = b.pieces[r % b.pieces.size()];
    if (to.size() < p.size())
      to.resize(p.size());
    for (std::size_t i = 0; i < p.size(); ++i)
      to[i] += factor * p[i];
    trim(to);
  }
  a.from = std::max(a.from, b.from);
  return true;
}

// From where on the sign of p is that of its end; nothing is asked where it has no roots.
void meet(Integer &from, const Polynomial &p) {
  if (support::unsound("quasi.settled", p.size() >= 2))
    from = std::max(from, settled(p));
}

} // namespace

std::optional<Quasi> QuasiReader::of(const Expr &e) {
  Quasi out{least_from(), {{}}};
  for (const auto &[atoms, factor] : e.terms()) {
    Quasi made{least_from(), {{Rational(1)}}};
    const Quasi *term = &made;
    for (const AtomRef &a : atoms) {
      const Quasi *part = of(*a);
      if (part == nullptr)
        return std::nullopt;
      if (atoms.size() == 1)
        term = part;
      else if (!joined(made, *part, [](const Polynomial &x, const Polynomial &y) { return product(x, y); }))
        return std::nullopt;
    }
    if (!increased(out, *term, factor))
      return std::nullopt;
  }
  return out;
}

const Quasi *QuasiReader::of(const Atom &a) {
  auto known = known_.find(a.key);
  if (known == known_.end())
    known = known_.emplace(a.key, fresh(a)).first;
  return known->second ? &*known->second : nullptr;
}

std::optional<Quasi> QuasiReader::fresh(const Atom &a) {
  std::vector<Polynomial> none;
  switch (a.kind) {
  case AtomKind::Symbol: return a.name == symbol_ ? std::optional(Quasi{least_from(), {{0, 1}}}) : std::nullopt;
  case AtomKind::Floor: return quotient(a.args[0], a.args[1]);
  case AtomKind::Mod: {
    auto out = of(a.args[0]);
    const auto q = quotient(a.args[0], a.args[1]);
    const auto d = a.args[1].constant();
    if (!out || !q || !d || !joined(*out, *q, [&](const Polynomial &x, const Polynomial &y) { return sum(x, y, -*d); }))
      return std::nullopt;
    return out;
  }
  case AtomKind::Min:
  case AtomKind::Max: {
    auto out = of(a.args[0]);
    for (std::size_t i = 1; i < a.args.size() && out; ++i) {
      const auto other = of(a.args[i]);
      Integer from = least_from();
      const bool small = a.kind == AtomKind::Min;
      if (!other || !joined(*out, *other, [&](const Polynomial &x, const Polynomial &y) {
            const Polynomial apart = sum(x, y, -1);
            meet(from, apart);
            return (sign(apart) <= 0) == small ? x : y;
          }))
        return std::nullopt;
      out->from = std::max(out->from, from);
    }
    return out;
  }
  case AtomKind::AtLeastZero:
  case AtomKind::IsZero: {
    auto out = of(a.args[0]);
    for (Polynomial &p : out ? out->pieces : none) {
      meet(out->from, p);
      p = (a.kind == AtomKind::IsZero ? sign(p) == 0 : sign(p) >= 0) ? Polynomial{1} : Polynomial{};
    }
    return out;
  }
  case AtomKind::Table: return entries(a);
  case AtomKind::Log2:
  case AtomKind::Sum: return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Quasi> QuasiReader::quotient(const Expr &of_what, const Expr &by) {
  const auto d = by.constant();
  const auto line = of(of_what);
  if (!d || *d == 0 || !line)
    return std::nullopt;
  std::size_t period = line->pieces.size();
  for (const Polynomial &p : line->pieces) {
    if (p.size() > 2)
      return std::nullopt;
    // A whole number is gained in so many periods.
    const Rational gain = p.size() == 2 ? Rational(p[1] * static_cast<long>(line->pieces.size()) / *d) : Rational(0);
    if (gain.get_den() > static_cast<long>(longest_period))
      return std::nullopt;
    period = std::lcm(period, line->pieces.size() * gain.get_den().get_ui());
    if (period > longest_period)
      return std::nullopt;
  }
  Quasi out{line->from, {}};
  for (std::size_t r = 0; r < period; ++r) {
    const Polynomial &p = line->pieces[r % line->pieces.size()];
    const Integer at = static_cast<unsigned long>(r);
    const Rational slope = p.size() == 2 ? Rational(p[1] / *d) : Rational(0);
    Polynomial q{Rational(floor_of(value(p, at) / *d)) - slope * at, slope};
    trim(q);
    out.pieces.push_back(std::move(q));
  }
  return out;
}

std::optional<Quasi> QuasiReader::entries(const Atom &a) {
  std::vector<Polynomial> none;
  Quasi flat{least_from(), {{}}}; // the place in `values`
  for (std::size_t d = 0; d < a.args.size(); ++d) {
    auto index = of(a.args[d]);
    const Rational last(static_cast<unsigned long>(a.shape[d] - 1));
    for (Polynomial &p : index ? index->pieces : none) {
      meet(index->from, p);
      meet(index->from, sum(p, {last}, -1));
      if (p.size() < 2) { // one entry for all
        const Rational at = p.empty() ? Rational(0) : p[0];
        if (at.get_den() != 1)
          return std::nullopt;
        p = {std::clamp(at, Rational(0), last)};
      } else {
        p = {sign(p) > 0 ? last : Rational(0)};
      }
      trim(p);
    }
    const Rational width(static_cast<unsigned long>(a.shape[d]));
    if (!index || !joined(flat, *index, [&](const Polynomial &x, const Polynomial &y) { return sum(y, x, width); }))
      return std::nullopt;
  }
  for (Polynomial &p : flat.pieces) {
    p = {a.values[p.empty() ? 0 : p[0].get_num().get_ui()]};
    trim(p);
  }
  return flat;
}

std::optional<Quasi> quasi(const Expr &e, const std::string &symbol) { return QuasiReader(symbol).of(e); }

bool alike(const Quasi &a, const Quasi &b) {
  const std::size_t period = std::lcm(a.pieces.size(), b.pieces.size());
  for (std::size_t r = 0; r < period; ++r)
    if (a.pieces[r % a.pieces.size()] != b.pieces[r % b.pieces.size()])
      return false;
  return true;
}

} // namespace lockstep::cost
