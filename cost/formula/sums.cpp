// See sums.h.
#include "cost/formula/sums.h"

#include "support/budget.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::cost {

namespace {

Expr of_product(const Product &p, const Rational &factor = 1) {
  Expr out(factor);
  for (const AtomRef &a : p)
    out = out * Expr(a);
  return out;
}

// Sum of k^p over k < n, n >= 0: the polynomials follow from (k+1)^(p+1) - k^(p+1), summed.
Expr power_sum(unsigned p, const Expr &n) {
  std::vector<Expr> sums;
  for (unsigned d = 0; d <= p; ++d) {
    Expr rest(1); // n^(d+1)
    for (unsigned i = 0; i <= d; ++i)
      rest = rest * n;
    Integer binomial = 1; // (d+1 over j)
    for (unsigned j = 0; j < d; ++j) {
      rest = rest - Expr(binomial) * sums[j];
      binomial = binomial * (d + 1 - j) / (j + 1);
    }
    sums.push_back(rest * Expr(ratio(1, d + 1)));
  }
  return sums[p];
}

// Is mod(e, m) the same for k and k + period?
bool has_period(const Expr &e, const std::string &k, const Integer &period, const Integer &m) {
  const AtomRef any = symbols_of(e).at(k);
  const Expr moved = substitute(e, k, Expr(any) + Expr(period)) - e;
  return std::all_of(moved.terms().begin(), moved.terms().end(), [&](const auto &term) {
    return Rational(term.second / Rational(m)).get_den() == 1 &&
           std::all_of(term.first.begin(), term.first.end(), [](const AtomRef &a) { return is_whole(Expr(a)); });
  });
}

class Closer {
public:
  Closer(std::string k, std::optional<Expr> count) : k_(std::move(k)), count_(std::move(count)) {}

  std::optional<Expr> close(const Expr &e) {
    Expr out;
    for (const auto &[product, factor] : e.terms()) {
      const auto term = close(product);
      if (!term)
        return std::nullopt;
      out += *term * Expr(factor);
    }
    return out;
  }

private:
  std::optional<Expr> close(const Product &product) {
    Product apart, within;
    unsigned power = 0;
    for (const AtomRef &a : product)
      if (a->kind == AtomKind::Symbol && a->name == k_)
        ++power;
      else
        (mentions(*a, k_) ? within : apart).push_back(a);
    const auto found = within.empty() ? of_power(power) : of_atoms(power, within);
    return found ? std::optional(of_product(apart) * *found) : std::nullopt;
  }

  std::optional<Expr> of_power(unsigned power) const {
    return count_ ? std::optional(power_sum(power, *count_)) : std::nullopt;
  }

  std::optional<Expr> of_atoms(unsigned power, const Product &within) {
    if (const auto period = period_of(within); period > 1)
      return by_residue(power, within, period);
    if (power == 0 && within.size() == 1) {
      if (within[0]->kind == AtomKind::Table)
        if (auto found = of_table(*within[0]))
          return found;
      if (within[0]->kind == AtomKind::AtLeastZero || within[0]->kind == AtomKind::IsZero)
        return of_condition(*within[0]);
    }
    return open(power, within);
  }

  std::optional<Expr> open(unsigned power, const Product &within) const {
    if (!count_)
      return std::nullopt;
    Expr summand = of_product(within);
    for (unsigned i = 0; i < power; ++i)
      summand = summand * symbol(k_);
    if (const auto n = count_->constant(); n && *n <= 64 && symbols_of(summand).size() == 1) { // numbers: added up
      Expr out;
      for (long i = 0; i < *n; ++i)
        out += substitute(summand, k_, Expr(i));
      return out;
    }
    return open_sum(k_, *count_, summand);
  }

  // A condition is a table of two entries.
  std::optional<Expr> of_condition(const Atom &a) {
    Atom t;
    t.kind = AtomKind::Table;
    const bool order = a.kind == AtomKind::AtLeastZero;
    t.shape = {order ? 2UL : 3UL};
    t.values = order ? std::vector<Rational>{0, 1} : std::vector<Rational>{0, 1, 0};
    t.args = {a.args[0] + 1};
    const auto found = of_table(t);
    return found ? found : open(0, {std::make_shared<const Atom>(a)});
  }

  // The least common period of the residues that mention k; 1: there are none, or they have none.
  Integer period_of(const Product &within) const {
    Integer out = 1;
    for (const AtomRef &a : within) {
      std::vector<AtomRef> residues;
      if (a->kind == AtomKind::Mod)
        residues.push_back(a);
      if (a->kind == AtomKind::Table)
        for (const Expr &index : a->args)
          if (const AtomRef one = index.single_atom(); one && one->kind == AtomKind::Mod)
            residues.push_back(one);
      for (const AtomRef &r : residues) {
        if (!mentions(r->args[0], k_) || symbols_of(r->args[0]).count(k_) == 0)
          continue;
        const auto m = r->args[1].constant();
        if (!m || m->get_den() != 1 || *m > 64 || *m <= 0)
          continue;
        for (Integer p = 1; p <= m->get_num(); ++p)
          if (m->get_num() % p == 0 && has_period(r->args[0], k_, p, m->get_num())) {
            out = lcm(out, p);
            break;
          }
      }
    }
    return out <= 64 ? out : Integer(1);
  }

  std::optional<Expr> by_residue(unsigned power, const Product &within, const Integer &period) {
    Expr summand = of_product(within);
    const AtomRef old = symbols_of(summand).at(k_);
    for (unsigned i = 0; i < power; ++i)
      summand = summand * Expr(old);
    Expr out;
    for (Integer r = 0; r < period; ++r) {
      std::optional<Expr> count;
      if (count_)
        count = maximum(ceil_div(*count_ - Expr(r), Expr(period)), 0);
      const std::string j = k_ + "'";
      const Expr one = substitute(summand, k_, Expr(period) * symbol(j, Integer(0)) + Expr(r));
      Closer inner(j, count);
      const auto found = mentions(one, j) ? inner.close(one) : count ? std::optional(*count * one) : std::nullopt;
      if (!found)
        return open(power, within);
      out += *found;
    }
    return out;
  }

  std::optional<Expr> of_table(const Atom &t) {
    std::optional<std::size_t> at;
    for (std::size_t d = 0; d < t.args.size(); ++d)
      if (mentions(t.args[d], k_)) {
        if (at)
          return std::nullopt;
        at = d;
      }
    const auto index = linear_in(t.args[*at], k_);
    if (!index || index->factor.is_zero() || !is_whole(t.args[*at]))
      return std::nullopt;
    const auto lo = least(index->factor), hi = most(index->factor);
    if (hi && *hi < 0)
      return falling(t, *at, index->rest, -index->factor);
    if (lo && *lo > 0 && count_) // the other way round: k = count - 1 - k'
      return falling(t, *at, index->rest + index->factor * (*count_ - 1), index->factor);
    return std::nullopt;
  }

  // An end, at most c, from which on the entries along dimension d are alike, by the index of another dimension: a warp
  // of p lanes does not change with the limit where that is p or more.
  // Sound because with the other index at q > 0 all entries from q + `more` on are alike, at q = 0 or below from
  // `least` on, and c is at least that whatever the index is.
  static std::optional<Expr> plateau(const Atom &t, std::size_t d, const Expr &c) {
    const auto place = [&](std::size_t i, std::size_t of) {
      std::size_t inner = 1;
      for (std::size_t n = of + 1; n < t.shape.size(); ++n)
        inner *= t.shape[n];
      return std::pair(i / inner % t.shape[of], inner);
    };
    for (std::size_t other = 0; other < t.shape.size(); ++other) {
      if (other == d || !is_whole(t.args[other]))
        continue;
      long first = 0;
      std::optional<long> more;
      for (std::size_t i = 0; i < t.values.size(); ++i) {
        const auto [x, inner] = place(i, d);
        const long q = static_cast<long>(place(i, other).first), past = static_cast<long>(x + 1);
        if (x + 1 == t.shape[d] || t.values[i] == t.values[i + inner])
          continue;
        if (q == 0)
          first = std::max(first, past);
        else
          more = std::max(more.value_or(past - q), past - q);
      }
      const Expr end = t.args[other] + Expr(more.value_or(0));
      const auto room = least(c - end), at_all = least(c);
      if (support::sound("sums.plateau", room && *room >= 0 && at_all && *at_all >= first))
        return minimum(maximum(end, first), static_cast<long>(t.shape[d] - 1));
    }
    return std::nullopt;
  }

  // The sum of T[v - c*k].
  std::optional<Expr> falling(const Atom &t, std::size_t d, const Expr &v, const Expr &c) const {
    const std::size_t length = t.shape[d];
    const auto constant = c.constant();
    Expr last = static_cast<long>(length - 1);                                    // from here on all entries are alike
    if (!constant && !(least(c) && *least(c) >= static_cast<long>(length - 1))) { // more than one step of unknown size?
      const auto end = plateau(t, d, c);
      if (!end)
        return std::nullopt;
      last = *end;
    }
    std::size_t inner = 1;
    for (std::size_t i = d + 1; i < t.shape.size(); ++i)
      inner *= t.shape[i];
    const std::size_t step = constant && *constant < static_cast<long>(length) ? floor_of(*constant).get_ui() : length;
    std::vector<Rational> above(t.values.size()), added(t.values.size()), low(t.values.size());
    for (std::size_t i = 0; i < t.values.size(); ++i) {
      const std::size_t here = i / inner % length, first = i - here * inner;
      low[i] = t.values[first];
      above[i] = t.values[first + (length - 1) * inner] - low[i];
      for (std::size_t x = here; x > 0; x = x >= step ? x - step : 0) // entry 0 adds nothing
        added[i] += t.values[first + x * inner] - low[i];
    }
    const auto along = [&](const std::vector<Rational> &values, const Expr &index) {
      std::vector<Expr> args = t.args;
      args[d] = index;
      return table(t.shape, values, args);
    };
    const Expr lowest = along(low, 0);
    if (!count_ && !lowest.is_zero())
      return std::nullopt;
    const Expr slope = along(above, 0);
    // All of them from v down, for ever.
    const auto from = [&](const Expr &x) {
      const Expr beyond = maximum(ceil_div(x - last, c), 0);
      return slope * beyond + along(added, x - c * beyond);
    };
    if (!count_)
      return from(v);
    if (auto neat = repeated(t, d, v, c, slope, along(added, 0).is_zero() ? &added : nullptr))
      return *neat + lowest * *count_;
    if (support::left_out("sums.end"))
      return lowest * *count_ + from(v);
    return lowest * *count_ + from(v) - from(v - c * *count_);
  }

  // A table of at most c steps, the count known: whole ones, and what is left.
  // Sound because with x = clamp(v, 0, c * count) the entries above 0 are those of x - c*k.
  std::optional<Expr> repeated(const Atom &t, std::size_t d, const Expr &v, const Expr &c, const Expr &slope,
                               const std::vector<Rational> *added) const {
    const auto constant = c.constant();
    const std::size_t length = t.shape[d];
    if (!added || t.shape.size() != 1 || !constant || *constant > 4096 ||
        support::unsound("sums.repeated", *constant < static_cast<long>(length - 1)))
      return std::nullopt;
    const Expr x = clamp(v, 0, c * *count_);
    const std::size_t whole = floor_of(*constant).get_ui();
    // floor((a*x + b) / c)?
    const auto top = slope.constant();
    if (top && top->get_den() == 1 && *top > 0) {
      const auto entry = [&](std::size_t i) { return i < length ? (*added)[i] : (*added)[length - 1]; };
      for (std::size_t b = 0; b < whole; ++b) {
        bool fits = true;
        for (std::size_t i = 0; i < whole && fits; ++i)
          fits = entry(i) == Rational(floor_of((*top * static_cast<long>(i) + static_cast<long>(b)) / *constant));
        if (fits) {
          const Integer common = gcd(floor_of(*top), Integer(static_cast<unsigned long>(whole)));
          const Integer by = Integer(static_cast<unsigned long>(whole)) / common;
          return floor_div(Expr(Rational(*top / Rational(common))) * x + Expr(floor_of(ratio(b, common))), Expr(by));
        }
      }
    }
    std::vector<Rational> padded = *added;
    padded.resize(whole, added->back());
    return slope * floor_div(x, c) + table({whole}, padded, {mod(x, c)});
  }

  const std::string k_;
  const std::optional<Expr> count_;
};

// All of e's factors on x where it stands in linear places; empty: it stands elsewhere, too.
bool factors_on(const Expr &e, const std::string &x, const std::string &y, const Expr &times) {
  for (const auto &[product, factor] : e.terms())
    for (const AtomRef &a : product) {
      if (!mentions(*a, x) && !mentions(*a, y))
        continue;
      std::vector<Expr> places;
      if (a->kind == AtomKind::Table || a->kind == AtomKind::AtLeastZero || a->kind == AtomKind::IsZero)
        places = a->args;
      else
        return false;
      for (Expr place : places) {
        if (const AtomRef one = place.single_atom(); one && one->kind == AtomKind::Mod && a->kind == AtomKind::Table) {
          if (mentions(one->args[1], x) || mentions(one->args[1], y))
            return false;
          place = one->args[0];
        }
        const auto in_x = linear_in(place, x), in_y = linear_in(place, y);
        if (!in_x || !in_y || mentions(in_x->factor, y) || mentions(in_y->factor, x) ||
            !(in_x->factor * times == in_y->factor))
          return false;
      }
    }
  return true;
}

// x + times * y as one counter, which keeps x's name.
bool join_two(Expr &e, std::vector<Range> &ranges) {
  for (std::size_t i = 0; i < ranges.size(); ++i)
    for (std::size_t j = 0; j < ranges.size(); ++j) {
      const Range x = ranges[i], y = ranges[j];
      if (i == j || !x.count || !mentions(e, x.variable) || !mentions(e, y.variable) ||
          mentions(*x.count, y.variable) || (y.count && mentions(*y.count, x.variable)) ||
          !factors_on(e, x.variable, y.variable, *x.count))
        continue;
      std::optional<Expr> both;
      if (y.count)
        both = *x.count * *y.count;
      // The wider counter first: what folds by the bounds of the old one is not true of the new one.
      e = substitute(e, x.variable, symbol(x.variable, Integer(0), {}, both));
      e = substitute(e, y.variable, 0);
      ranges[i].count = both;
      ranges.erase(ranges.begin() + static_cast<std::ptrdiff_t>(j));
      return true;
    }
  return false;
}

std::optional<Expr> sum_of_product(const Product &product, std::vector<Range> ranges) {
  Expr e = of_product(product);
  while (join_two(e, ranges))
    ;
  while (!ranges.empty()) {
    support::spend();
    // The first that no other count mentions; those without an end before others, while they stand in linear places.
    const auto ready = [&](const Range &r) {
      return std::none_of(ranges.begin(), ranges.end(),
                          [&](const Range &o) { return &o != &r && o.count && mentions(*o.count, r.variable); });
    };
    auto at = std::find_if(ranges.begin(), ranges.end(), [&](const Range &r) { return !r.count && ready(r); });
    if (at == ranges.end())
      at = std::find_if(ranges.begin(), ranges.end(), ready);
    LOCKSTEP_INVARIANT(at != ranges.end(), "counts do not go round in circles");
    const Range r = *at;
    ranges.erase(at);
    const auto closed = Closer(r.variable, r.count).close(e);
    if (!closed)
      return std::nullopt;
    e = *closed;
  }
  return e;
}

} // namespace

std::optional<Expr> summed(const Expr &e, const std::vector<Range> &ranges) { return Summer().summed(e, ranges); }

std::optional<Expr> Summer::summed(const Expr &e, const std::vector<Range> &ranges) {
  std::vector<std::string> name;
  for (const Range &r : ranges) {
    name.push_back(r.variable);
    name.push_back(r.count ? r.count->str() : "");
  }
  Sums &sums = known_[std::move(name)];
  Expr out;
  for (const auto &[product, factor] : e.terms()) {
    const auto [one, fresh] = sums.try_emplace(product);
    if (fresh)
      one->second = sum_of_product(product, ranges);
    if (!one->second)
      return std::nullopt;
    out += *one->second * Expr(factor);
  }
  return out;
}

} // namespace lockstep::cost
