// See lane_count.h.
#include "cost/lanes/lane_count.h"

#include "support/sound.h"

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <set>

namespace lockstep::cost {

namespace {

constexpr std::size_t most_near = 2'000; // entries of a table of near rows
constexpr std::size_t most_phases = 32;  // of all rows together: formulas grow with each

} // namespace

bool is_unknown(const Expr &e) {
  for (const auto &[name, atom] : symbols_of(e))
    if (name[0] == '?')
      return true;
  return false;
}

namespace {

std::size_t number_of(LaneSet set) { return static_cast<std::size_t>(std::popcount(set)); }
Rational rational(std::size_t n) { return Rational(static_cast<unsigned long>(n)); }

} // namespace

CostBounds LaneCounter::issued(Mask m) {
  if (const auto known = issued_.find(m); known != issued_.end())
    return known->second;
  const auto found = tabulate({m}, {}, [](const std::vector<Lanes> &s, const std::vector<long> &) {
    return Counted{rational(number_of(s[0].must) > 0), rational(number_of(s[0].may) > 0)};
  });
  return issued_[m] = found ? *found : CostBounds{0, Expr(1)};
}

CostBounds LaneCounter::number(Mask m) {
  const auto found = tabulate({m}, {}, [](const std::vector<Lanes> &s, const std::vector<long> &) {
    return Counted{rational(number_of(s[0].must)), rational(number_of(s[0].may))};
  });
  return found ? *found : CostBounds{0, Expr(static_cast<long>(lanes_))};
}

CostBounds LaneCounter::splits(const std::vector<Mask> &ways) {
  if (const auto known = splits_.find(ways); known != splits_.end())
    return known->second;
  const auto found = tabulate(ways, {}, [](const std::vector<Lanes> &s, const std::vector<long> &) {
    std::size_t must = 0, may = 0;
    LaneSet some = 0;
    for (const Lanes &l : s) {
      some |= l.may;
      must += l.must != 0;
      may += l.may != 0;
    }
    may = std::min(may, number_of(some));
    return Counted{rational(must > 0 ? must - 1 : 0), rational(may > 0 ? may - 1 : 0)};
  });
  return splits_[ways] = found ? *found : CostBounds{0, rational(std::min(ways.size(), lanes_) - 1)};
}

namespace {

std::int64_t quotient(Number a, std::int64_t b) {
  return static_cast<std::int64_t>(a / b - (a % b != 0 && a < 0 ? 1 : 0));
}

// Distinct units.
std::size_t counted(const std::vector<Number> &bytes, LaneSet set, std::int64_t width, std::int64_t unit) {
  std::set<std::int64_t> units;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    if (has(set, i))
      for (std::int64_t u = quotient(bytes[i], unit); u <= quotient(bytes[i] + width - 1, unit); ++u)
        units.insert(u);
  return units.size();
}

// Words on the bank that has most of them, less 1: for each phase of lanes that are served together.
std::size_t collisions(const std::vector<Number> &bytes, LaneSet set, std::int64_t width, const cfg::Target &t) {
  const auto unit = static_cast<std::int64_t>(t.bank_bytes), number = static_cast<std::int64_t>(t.banks);
  std::size_t out = 0;
  const std::size_t together = t.lanes_a_phase(static_cast<std::uint64_t>(width));
  for (std::size_t from = 0; from < bytes.size(); from += together) {
    std::set<std::int64_t> words;
    for (std::size_t i = from; i < std::min(bytes.size(), from + together); ++i)
      if (has(set, i))
        for (std::int64_t u = quotient(bytes[i], unit); u <= quotient(bytes[i] + width - 1, unit); ++u)
          words.insert(u);
    std::map<std::int64_t, std::size_t> on;
    std::size_t most = 0;
    for (const std::int64_t u : words)
      most = std::max(most, ++on[((u % number) + number) % number]);
    out += most > 0 ? most - 1 : 0;
  }
  return out;
}

// Where numbers wrap around, a sector ends, as long as the lanes do not come round to one another: do they?
bool comes_round(const LaneCounter::Place &p, std::int64_t unit) {
  const LaneValue &v = p.offset;
  const auto [near, away] = std::minmax_element(v.lanes.begin(), v.lanes.end());
  const Number pieces = p.bytes / p.granule; // no access lies on both sides
  if (v.modulo < 16 || p.align % unit != 0 || unit % p.bytes != 0 || !mod(v.shared, Expr(integer(pieces))).is_zero() ||
      std::any_of(v.lanes.begin(), v.lanes.end(), [&](Number n) { return n % pieces != 0; }))
    return true;
  Rational span(integer(*away - *near + 256));
  for (const LaneValue::Term &t : v.terms) {
    const auto lo = least(t.symbol), hi = most(t.symbol);
    const auto [few, many] = std::minmax_element(t.factors.begin(), t.factors.end());
    if (!lo || !hi || !mod(t.symbol, Expr(integer(pieces))).is_zero())
      return true;
    span += Rational(integer(*many - *few)) * std::max<Rational>(abs(*lo), abs(*hi));
  }
  return span >= Rational(integer(Number(1) << v.modulo));
}

} // namespace

// Whatever the offsets are.
CostBounds LaneCounter::units(Mask m, const Place &p, std::int64_t unit, bool banks, const cfg::Target &t) const {
  const bool straddles = unit % p.granule != 0 || p.align % unit != 0 || p.bytes != p.granule || p.bytes > unit;
  const std::int64_t each = straddles ? (p.bytes + unit - 2) / unit + 1 : 1, least = (p.bytes + unit - 1) / unit;
  std::optional<std::int64_t> cap;
  if (p.extent) { // all that the array has
    const auto all = (static_cast<std::int64_t>(*p.extent) * p.granule + unit - 1) / unit + (p.align % unit != 0);
    cap = banks ? (all + static_cast<std::int64_t>(t.banks) - 1) / static_cast<std::int64_t>(t.banks) : all;
  }
  const auto of_lanes = [&](std::size_t may) {
    const std::size_t hi = static_cast<std::size_t>(each) * may;
    return cap ? std::min(hi, static_cast<std::size_t>(*cap)) : hi;
  };
  const auto any = [&](const std::vector<Lanes> &s, const std::vector<long> &) {
    const std::size_t must = number_of(s[0].must);
    if (!banks)
      return Counted{rational(must > 0 ? static_cast<std::size_t>(least) : 0), rational(of_lanes(number_of(s[0].may)))};
    std::size_t hi = 0;
    const std::size_t together = t.lanes_a_phase(static_cast<std::uint64_t>(p.bytes));
    for (std::size_t from = 0; from < lanes_; from += together) {
      std::size_t may = 0;
      for (std::size_t i = from; i < std::min(lanes_, from + together); ++i)
        may += has(s[0].may, i);
      const std::size_t most = of_lanes(may);
      hi += most > 0 ? most - 1 : 0;
    }
    return Counted{0, rational(hi)};
  };
  if (const auto found = tabulate({m}, {}, any))
    return *found;
  return {0, rational(of_lanes(lanes_))};
}

CostBounds LaneCounter::same(Mask m, const Place &p) const {
  const bool known = p.offset.known && p.offset.terms.empty() && p.offset.modulo == 0;
  const auto most = [&](LaneSet set, bool together) {
    std::map<Number, std::size_t> on;
    std::size_t out = 0;
    for (std::size_t i = 0; i < lanes_; ++i)
      if (has(set, i))
        out = std::max(out, ++on[together ? 0 : p.offset.lanes[i]]);
    return rational(out > 0 ? out - 1 : 0);
  };
  const auto found = tabulate({m}, {}, [&](const std::vector<Lanes> &s, const std::vector<long> &) {
    return Counted{known ? most(s[0].must, false) : Rational(0), most(s[0].may, !known)};
  });
  return found ? *found : CostBounds{0, rational(lanes_ - 1)};
}

CostBounds LaneCounter::pieces(Mask m, const Place &p, const cfg::Target &t, std::uint64_t bytes_of_unit) const {
  const auto unit = static_cast<std::int64_t>(bytes_of_unit);
  const LaneValue &v = p.offset;
  if (!v.known || v.terms.size() > 1 || unit % p.granule != 0 || !is_whole(v.shared) ||
      (v.modulo != 0 && comes_round(p, unit)))
    return units(m, p, unit, false, t);
  const long period = static_cast<long>(unit / p.granule);
  // Indices that are one number take no place in the table: `fixed` of phase, stride, stride's residue.
  std::vector<Extra> more;
  std::array<std::optional<long>, 3> fixed;
  std::array<std::size_t, 3> place{};
  const auto add = [&](std::size_t which, const Expr &index, std::size_t size) {
    if (const auto n = index.constant(); n && *n >= 0 && *n < static_cast<long>(size)) {
      fixed[which] = floor_of(*n).get_si();
      return;
    }
    place[which] = more.size();
    more.push_back({index, size});
  };
  add(0, p.align % unit != 0 ? symbol("?start") : mod(v.shared, period), static_cast<std::size_t>(period));
  long far = 0;
  Expr apart; // what lanes have times their factors
  std::vector<Number> factors(lanes_, 0);
  if (!v.terms.empty()) {
    Integer common = 0;
    for (const Number f : v.terms[0].factors)
      common = gcd(common, integer(f));
    if (!common.fits_slong_p())
      return units(m, p, unit, false, t);
    apart = v.terms[0].symbol * Expr(common);
    for (std::size_t i = 0; i < lanes_; ++i)
      factors[i] = v.terms[0].factors[i] / common.get_si();
    const auto [lo, hi] = std::minmax_element(v.lanes.begin(), v.lanes.end());
    const Number reach = (*hi - *lo) + (p.bytes + unit + p.granule - 1) / p.granule;
    if (reach > 2000 || !is_whole(apart))
      return units(m, p, unit, false, t);
    far = static_cast<long>(reach);
    add(1, apart + far, static_cast<std::size_t>(2 * far + 1));
    // Lanes that are far apart each have their own units, however far they are.
    const std::set<Number> different(factors.begin(), factors.end());
    if (*lo == *hi && different.size() == lanes_ && p.bytes == p.granule)
      fixed[2] = 0;
    else
      add(2, mod(apart, period), static_cast<std::size_t>(period));
  }
  const auto count = [&](const std::vector<Lanes> &s, const std::vector<long> &at) {
    const auto index = [&](std::size_t which) { return fixed[which] ? *fixed[which] : at[place[which]]; };
    long stride = 0;
    if (!v.terms.empty()) {
      stride = index(1) - far;
      // Beyond: any number so far that leaves the residue; lanes with other factors do not meet.
      if (stride == far || stride == -far) {
        const long turn = (((index(2) - stride) % period) + period) % period;
        stride += stride > 0 ? turn : turn - period;
      }
    }
    std::vector<Number> bytes;
    for (std::size_t i = 0; i < lanes_; ++i) {
      const Number offset = v.lanes[i] + index(0) + factors[i] * stride;
      bytes.push_back(offset * p.granule);
    }
    return Counted{rational(counted(bytes, s[0].must, p.bytes, unit)),
                   rational(counted(bytes, s[0].may, p.bytes, unit))};
  };
  if (const auto found = tabulate({m}, more, count))
    return *found;
  return v.terms.empty() ? units(m, p, unit, false, t) : in_rows(m, p, unit, {apart, factors, far}, t);
}

// Lanes with one factor of an unknown stride are a row. Sound because rows that are `far` apart have no unit in common;
// nearer ones have at most as many as all by themselves, and at least as many as the row that has most.
CostBounds LaneCounter::in_rows(Mask m, const Place &p, std::int64_t unit, const Rows &rows,
                                const cfg::Target &t) const {
  const LaneValue &v = p.offset;
  const long period = static_cast<long>(unit / p.granule), far = rows.far;
  const std::set<Number> different(rows.factors.begin(), rows.factors.end());
  const bool any_phase = p.align % unit != 0 || static_cast<std::size_t>(period) * different.size() > most_phases;
  const Expr start = any_phase ? symbol("?start") : v.shared;
  const auto units_of = [&](LaneSet set, long phase, long stride) {
    std::vector<Number> bytes;
    for (std::size_t i = 0; i < lanes_; ++i)
      bytes.push_back((v.lanes[i] + phase + rows.factors[i] * stride) * p.granule);
    return rational(counted(bytes, set, p.bytes, unit));
  };
  CostBounds all{0, Expr(0)}, one{0, Expr(0)}; // of all rows by themselves; of the first
  std::map<Number, LaneSet> lanes_of;
  for (std::size_t i = 0; i < lanes_; ++i)
    lanes_of[rows.factors[i]] |= LaneSet(1) << i;
  for (const auto &[factor, row] : lanes_of) {
    const Expr phase = mod(start + rows.stride * Expr(integer(factor)), period);
    std::vector<Extra> more;
    const auto fixed = phase.constant();
    if (!fixed)
      more.push_back({phase, static_cast<std::size_t>(period)});
    const auto found = tabulate({m}, more, [&, row = row](const std::vector<Lanes> &s, const std::vector<long> &at) {
      const long here = fixed ? floor_of(*fixed).get_si() : at[0];
      return Counted{units_of(s[0].must & row, here, 0), units_of(s[0].may & row, here, 0)};
    });
    if (!found)
      return units(m, p, unit, false, t);
    all.lo += found->lo;
    *all.hi += *found->hi;
    if (factor == lanes_of.begin()->first)
      one = *found;
  }
  if (support::left_out("lane_count.rows"))
    return all;
  // Near rows: for each stride, if these are few.
  const auto near = [&](long from, long past) {
    const std::vector<Extra> more{{mod(start, period), static_cast<std::size_t>(period)},
                                  {rows.stride - from, static_cast<std::size_t>(past - from)}};
    const auto found = tabulate(
        {m}, more,
        [&](const std::vector<Lanes> &s, const std::vector<long> &at) {
          return Counted{units_of(s[0].must, at[0], from + at[1]), units_of(s[0].may, at[0], from + at[1])};
        },
        most_near);
    return found;
  };
  const Expr below = at_least_zero(-rows.stride - 1), above = at_least_zero(rows.stride - far),
             under = at_least_zero(-rows.stride - far);
  const auto rising = near(0, far), falling = near(1 - far, 0);
  if (!rising && !falling)
    return {one.lo + (above + under) * (all.lo - one.lo), all.hi};
  const CostBounds any{one.lo, all.hi}, up = rising.value_or(any), down = falling.value_or(any);
  const auto chosen = [&](const Expr &apart, const Expr &upwards, const Expr &downwards) {
    return (above + under) * apart + (Expr(1) - below - above) * upwards + (below - under) * downwards;
  };
  return {chosen(all.lo, up.lo, down.lo), chosen(*all.hi, *up.hi, *down.hi)};
}

CostBounds LaneCounter::conflicts(Mask m, const Place &p, const cfg::Target &t) const {
  const auto word = static_cast<std::int64_t>(t.bank_bytes);
  const LaneValue &v = p.offset;
  const bool parts = word % p.granule == 0; // a word is some granules; else a granule is some words
  if (!v.known || v.modulo != 0 || v.terms.size() > 1 || (!parts && p.granule % word != 0) || !is_whole(v.shared))
    return units(m, p, word, true, t);
  const long within = parts ? static_cast<long>(word / p.granule) : 1;
  const long period = static_cast<long>(t.banks) * within;
  std::vector<Extra> more;
  more.push_back({mod(v.shared, within), static_cast<std::size_t>(within)});
  if (!v.terms.empty()) {
    const bool alike = std::all_of(v.lanes.begin(), v.lanes.end(), [&](Number n) { return n == v.lanes[0]; });
    if (!alike || within != 1 || p.bytes != p.granule || !is_whole(v.terms[0].symbol))
      return units(m, p, word, true, t);
    more.push_back({v.terms[0].symbol + 1, 3}); // 0 apart
    more.push_back({mod(v.terms[0].symbol, period), static_cast<std::size_t>(period)});
  }
  const auto count = [&](const std::vector<Lanes> &s, const std::vector<long> &at) {
    const long stride = v.terms.empty() || at[1] == 1 ? 0 : at[2] == 0 ? period : at[2];
    std::vector<Number> bytes;
    for (std::size_t i = 0; i < lanes_; ++i)
      bytes.push_back((v.lanes[i] + at[0] + (v.terms.empty() ? 0 : v.terms[0].factors[i] * stride)) * p.granule);
    return Counted{rational(collisions(bytes, s[0].must, p.bytes, t)),
                   rational(collisions(bytes, s[0].may, p.bytes, t))};
  };
  const auto found = tabulate({m}, more, count);
  return found ? *found : units(m, p, word, true, t);
}

CostBounds LaneCounter::phases(Mask m, const Place &p, const cfg::Target &t) const {
  const auto of = [&](LaneSet set) {
    std::size_t out = 0;
    const std::size_t together = t.lanes_a_phase(static_cast<std::uint64_t>(p.bytes));
    for (std::size_t from = 0; from < lanes_; from += together) {
      bool some = false;
      for (std::size_t i = from; i < std::min(lanes_, from + together); ++i)
        some = some || has(set, i);
      out += some;
    }
    return rational(out);
  };
  const auto found = tabulate({m}, {}, [&](const std::vector<Lanes> &s, const std::vector<long> &) {
    return Counted{of(s[0].must), of(s[0].may)};
  });
  return found ? *found : CostBounds{0, Expr(of(~LaneSet(0)))};
}

CostBounds times(const CostBounds &c, const Rational &n) {
  const Expr by(n);
  return {c.lo * by, c.hi ? std::optional(*c.hi * by) : std::nullopt};
}

CostBounds plus(const CostBounds &a, const CostBounds &b) {
  return {a.lo + b.lo, a.hi && b.hi ? std::optional(*a.hi + *b.hi) : std::nullopt};
}

} // namespace lockstep::cost
