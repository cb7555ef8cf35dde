// See cases.h.
#include "cost/certificate/cases.h"

#include "cost/certificate/lanes.h"
#include "support/sound.h"

#include <algorithm>
#include <fmt/format.h>

namespace lockstep::cost::certificate {

namespace {

constexpr long most_cases = 400'000, widest = 20'000, largest_modulus = 4096;

// e == constant + factor * whole, where the parts of `whole` have no common factor; it may be 0.
struct Scaled {
  Rational constant, factor;
  Expr whole;
};
Scaled scaled(const Expr &e) {
  Scaled out{e.constant_part(), 1, e - Expr(e.constant_part())};
  if (out.whole.is_zero())
    return out;
  Integer above = 0, below = 1;
  for (const auto &[product, factor] : out.whole.terms()) {
    above = gcd(above, factor.get_num());
    below = lcm(below, factor.get_den());
  }
  out.factor = ratio(above, below);
  if (out.whole.terms().begin()->second < 0)
    out.factor = -out.factor;
  out.whole = out.whole * Expr(Rational(1 / out.factor));
  if (support::unsound("certificate.whole", !is_whole(out.whole))) // values would lie between those that are tried
    throw Refused("a threshold of what is not whole");
  return out;
}

// e modulo m, factors from 0 to m - 1; empty: not whole.
std::optional<Expr> reduced(const Expr &e, long m) {
  Expr out;
  for (const auto &[product, factor] : e.terms()) {
    Expr whole(1);
    for (const AtomRef &a : product)
      whole = whole * Expr(a);
    if (factor.get_den() != 1 || !is_whole(whole))
      return std::nullopt;
    const Integer f = factor.get_num() % m;
    if (f != 0)
      out += whole * Expr(Integer(f < 0 ? f + m : f));
  }
  return out;
}

// f from 1 to m - 1, at most 64, with f * b = a modulo m.
std::optional<long> times(const Expr &b, const Expr &a, long m) {
  if (a.is_zero())
    return std::nullopt;
  const auto first = b.terms().find(a.terms().begin()->first);
  if (first == b.terms().end() || first->second.get_den() != 1)
    return std::nullopt;
  const Integer have = first->second.get_num(), want = a.terms().begin()->second.get_num();
  for (long f = 1; f < std::min(m, 65L); ++f)
    if (Integer(have * f - want) % m == 0)
      if (const auto r = reduced(b * Expr(f), m); r && *r == a)
        return f;
  return std::nullopt;
}

bool is_case(const Atom &a) {
  const auto modulus = a.kind == AtomKind::Mod ? a.args[1].constant() : std::nullopt;
  return a.kind == AtomKind::Table || a.kind == AtomKind::AtLeastZero || a.kind == AtomKind::IsZero ||
         (modulus && modulus->get_den() == 1 && *modulus >= 1 && *modulus <= largest_modulus);
}
bool made_of_cases(const Expr &e) {
  return std::all_of(e.terms().begin(), e.terms().end(), [](const auto &t) {
    return std::all_of(t.first.begin(), t.first.end(), [](const AtomRef &a) { return is_case(*a); });
  });
}

} // namespace

std::size_t Cases::threshold(const Expr &primitive, const Integer &lo, const Integer &hi) {
  if (!lo.fits_slong_p() || !hi.fits_slong_p())
    throw Refused("a threshold is too large");
  const auto [at, fresh] = known_.try_emplace("T" + primitive.str(), cases_.size());
  if (fresh)
    cases_.push_back({primitive});
  Case &it = cases_[at->second];
  it.lo = it.known ? std::min(it.lo, lo.get_si()) : lo.get_si();
  it.hi = it.known ? std::max(it.hi, hi.get_si()) : hi.get_si();
  it.known = true;
  if (it.hi - it.lo > widest)
    throw Refused("thresholds are too far apart");
  return at->second;
}

Cases::Test Cases::test(const Expr &e, bool zero) {
  Test out;
  if (const auto c = e.constant()) {
    out.decided = zero ? *c == 0 : *c >= 0;
    return out;
  }
  if (made_of_cases(e)) {
    out.of = form(e);
    out.zero = zero;
    return out;
  }
  const Scaled s = scaled(e);
  const Rational edge = -s.constant / s.factor; // of the whole part
  constexpr long no_end = 1L << 62;
  if (zero && edge.get_den() != 1) {
    out.decided = false;
    return out;
  }
  const Integer down = floor_of(edge), up = -floor_of(-edge);
  const bool rises = s.factor > 0;
  out.at = threshold(s.whole, (zero || rises ? up : down) - 1, (zero || !rises ? down : up) + 1);
  out.lo = zero || rises ? up.get_si() : -no_end;
  out.hi = zero || !rises ? down.get_si() : no_end;
  return out;
}

Cases::Residue Cases::residue(const Expr &e, long modulus) {
  Residue out;
  out.modulus = modulus;
  const auto rest = reduced(e - Expr(e.constant_part()), modulus);
  if (!rest || e.constant_part().get_den() != 1)
    throw Refused("a remainder of what is not whole");
  out.start = rest_of(Integer(e.constant_part().get_num() % modulus).get_si(), modulus);
  if (rest->is_zero())
    return out;
  const auto [at, fresh] = known_.try_emplace(fmt::format("R{}:{}", modulus, rest->str()), cases_.size());
  if (fresh) {
    cases_.push_back({*rest, modulus, 0, modulus - 1});
    cases_.back().known = true;
  }
  out.at = at->second;
  return out;
}

Cases::Stride Cases::stride(const Expr &e, long far, long modulus) {
  return {threshold(e, Integer(-far - 1), Integer(far + 1)), residue(e, modulus), far};
}

std::shared_ptr<const Cases::Form> Cases::form(const Expr &e) {
  auto out = std::make_shared<Form>();
  for (const auto &[product, factor] : e.terms()) {
    std::vector<Node> nodes;
    for (const AtomRef &a : product) {
      if (!is_case(*a))
        throw Refused("it claims what is no case of thresholds and remainders: " + a->key.substr(0, 60));
      Node n;
      n.atom = a;
      if (a->kind == AtomKind::Mod)
        n.residue = residue(a->args[0], a->args[1].constant()->get_num().get_si());
      else if (a->kind != AtomKind::Table)
        n.test = test(a->args[0], a->kind == AtomKind::IsZero);
      for (std::size_t d = 0; d < a->shape.size(); ++d) {
        Index i;
        i.last = static_cast<long>(a->shape[d]) - 1;
        if (made_of_cases(a->args[d])) {
          i.of = form(a->args[d]);
        } else {
          const Scaled s = scaled(a->args[d]);
          i.c = s.constant;
          i.factor = s.factor;
          const Rational x = -i.c / i.factor, y = (Rational(i.last) - i.c) / i.factor;
          i.at = threshold(s.whole, floor_of(std::min(x, y)) - 1, floor_of(std::max(x, y)) + 1);
        }
        n.indices.push_back(std::move(i));
      }
      nodes.push_back(std::move(n));
    }
    out->terms.emplace_back(factor, std::move(nodes));
  }
  return out;
}

void Cases::prepare() {
  order_.resize(cases_.size());
  for (std::size_t i = 0; i < order_.size(); ++i)
    order_[i] = i;
  std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
    const long m = cases_[a].modulus, n = cases_[b].modulus;
    return m == 0 || n == 0 ? m == 0 && n != 0 : m > n;
  });
  for (Case &c : cases_) {
    if (c.modulus != 0)
      continue;
    const auto lo = least(c.of), hi = most(c.of); // nothing lies outside of these
    if (lo && *lo >= c.lo && *lo <= c.hi) {
      c.lo = Integer(-floor_of(-*lo)).get_si();
      c.ends_lo = true;
    }
    if (hi && *hi <= c.hi && *hi >= c.lo) {
      c.hi = floor_of(*hi).get_si();
      c.ends_hi = true;
    }
  }
  link();
}

void Cases::link() {
  apart_.assign(order_.size(), {});
  follows_.assign(order_.size(), {});
  for (std::size_t i = 0; i < order_.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const Case &a = cases_[order_[i]], &b = cases_[order_[j]];
      if (a.modulus == 0) {
        const Expr d = a.of - b.of;
        if (auto lo = least(d), hi = most(d); lo || hi)
          apart_[i].push_back({order_[j], std::move(lo), std::move(hi)});
        continue;
      }
      if (b.modulus % a.modulus != 0) // 0: any
        continue;
      if (const auto f = times(b.of, a.of, a.modulus))
        follows_[i].push_back({{{order_[j], *f}}});
      for (std::size_t n = 0; n < j && follows_[i].empty(); ++n) { // the sum of two
        const Case &c = cases_[order_[n]];
        if (c.modulus % a.modulus != 0)
          continue;
        for (const auto &[one, other] : {std::pair(j, n), std::pair(n, j)})
          if (const auto less = reduced(a.of - cases_[order_[one]].of, a.modulus))
            if (const auto f = times(cases_[order_[other]].of, *less, a.modulus))
              follows_[i].push_back({{{order_[one], 1}, {order_[other], *f}}});
      }
    }
}

std::optional<long> Cases::forced(std::size_t i) const {
  for (const Follows &f : follows_[i]) {
    long sum = 0;
    const bool known = std::all_of(f.earlier.begin(), f.earlier.end(), [&](const auto &part) {
      const Case &b = cases_[part.first];
      sum += part.second * rest_of(b.value, cases_[order_[i]].modulus);
      return b.modulus != 0 || b.exact();
    });
    if (known)
      return rest_of(sum, cases_[order_[i]].modulus);
  }
  return std::nullopt;
}

bool Cases::possible(std::size_t i) const {
  const Case &a = cases_[order_[i]];
  return std::all_of(apart_[i].begin(), apart_[i].end(), [&](const Apart &p) {
    const Case &b = cases_[p.earlier];
    const bool a_down = a.value > a.lo || a.ends_lo, a_up = a.value < a.hi || a.ends_hi; // at least, at most its value
    const bool b_down = b.value > b.lo || b.ends_lo, b_up = b.value < b.hi || b.ends_hi;
    const long apart = a.value - b.value;
    return !(p.least && a_up && b_down && apart < *p.least) && !(p.most && a_down && b_up && apart > *p.most);
  });
}

void Cases::count() {
  if (++visited_ > most_cases)
    throw Refused("there are too many cases to count");
}

bool Cases::holds(const Test &t) const {
  if (t.decided)
    return *t.decided;
  if (t.of) {
    const Rational v = value(*t.of);
    return t.zero ? v == 0 : v >= 0;
  }
  const long v = cases_[t.at].value;
  return t.lo <= v && v <= t.hi;
}

long Cases::value(const Residue &r) const { return r.at ? rest_of(r.start + cases_[*r.at].value, r.modulus) : r.start; }

long Cases::value(const Stride &s) const {
  const Case &c = cases_[s.at];
  if (c.exact() || (c.value <= s.far && c.value >= -s.far))
    return c.value;
  const long apart = rest_of(value(s.residue) - c.value, s.residue.modulus);
  return c.value > 0 ? c.value + apart : c.value - rest_of(-apart, s.residue.modulus);
}

Rational Cases::value(const Form &f) const {
  Rational out = 0;
  for (const auto &[factor, nodes] : f.terms) {
    Rational term = factor;
    for (const Node &n : nodes) {
      if (n.test) {
        term = holds(*n.test) ? term : Rational(0);
      } else if (n.residue) {
        term *= value(*n.residue);
      } else {
        std::size_t at = 0;
        for (std::size_t d = 0; d < n.indices.size(); ++d) {
          const Index &i = n.indices[d];
          const Rational v = i.of ? value(*i.of) : Rational(i.c + i.factor * cases_[*i.at].value);
          const auto inside = v <= 0 ? 0UL : v >= i.last ? static_cast<unsigned long>(i.last) : floor_of(v).get_ui();
          at = at * n.atom->shape[d] + inside;
        }
        term *= n.atom->values[at];
      }
    }
    out += term;
  }
  return out;
}

} // namespace lockstep::cost::certificate
