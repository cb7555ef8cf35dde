// See count.h.
#include "cost/certificate/count.h"

#include "support/sound.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <set>

namespace lockstep::cost {

namespace {

constexpr long most_cases = 60'000, widest = 20'000;

struct Lanes {
  std::uint64_t must, may;
};

long rest_of(long a, long m) { return (a % m + m) % m; }
long floor_over(long a, long b) { return a / b - (a % b != 0 && a < 0 ? 1 : 0); }

// Thresholds and residues that something depends on, each with the values that it may have.
class Cases {
public:
  // The value of `e` as far as it matters between lo and hi: collects, or answers where a case is set.
  Rational threshold(const Expr &e, long lo, long hi) {
    if (const auto c = e.constant())
      return *c;
    if (made_of_cases(e))
      return of(e);
    const Rational c = e.constant_part();
    Expr rest = e - Expr(c);
    const bool turned = rest.terms().begin()->second < 0;
    if (turned)
      rest = -rest;
    if (!is_whole(rest) && !support::left_out("certificate.whole")) // its values would lie between those that are tried
      throw Refused("a threshold of what is not whole");
    Case &it = cases_.try_emplace("T" + rest.str()).first->second;
    if (!set_) {
      const Integer low = floor_of(turned ? Rational(c - hi) : Rational(Rational(lo) - c)) - 1,
                    high = floor_of(turned ? Rational(c - lo) : Rational(Rational(hi) - c)) + 1;
      if (!low.fits_slong_p() || !high.fits_slong_p())
        throw Refused("a threshold is too large");
      it.lo = it.known ? std::min(it.lo, low.get_si()) : low.get_si();
      it.hi = it.known ? std::max(it.hi, high.get_si()) : high.get_si();
      it.known = true;
      if (it.hi - it.lo > widest)
        throw Refused("thresholds are too far apart");
    } else if (!it.known) {
      throw Refused("a threshold was not seen");
    }
    return c + (turned ? -it.value : it.value);
  }

  // e mod m.
  long residue(const Expr &e, long m) {
    const Rational c = e.constant_part();
    if (c.get_den() != 1)
      throw Refused("a remainder of what is not whole");
    Expr rest;
    for (const auto &[product, factor] : e.terms()) {
      Expr whole(1);
      for (const AtomRef &a : product)
        whole = whole * Expr(a);
      if (factor.get_den() != 1 || !is_whole(whole))
        throw Refused("a remainder of what is not whole");
      const Integer f = factor.get_num() % m;
      if (!product.empty() && f != 0)
        rest += whole * Expr(Integer(f < 0 ? f + m : f));
    }
    const long start = Integer(c.get_num() % m).get_si();
    if (rest.is_zero())
      return rest_of(start, m);
    Case &it = cases_.try_emplace(fmt::format("R{}:{}", m, rest.str())).first->second;
    if (set_ && !it.known)
      throw Refused("a remainder was not seen");
    it.known = true;
    it.hi = m - 1;
    return rest_of(start + it.value, m);
  }

  // A claim.
  Rational of(const Expr &e) {
    Rational out = 0;
    for (const auto &[product, factor] : e.terms()) {
      Rational term = factor;
      for (const AtomRef &a : product)
        term *= of_atom(*a);
      out += term;
    }
    return out;
  }

  // Calls visit() for each case.
  template <typename F> void each(const F &visit) {
    set_ = true;
    long number = 1;
    for (auto &[name, c] : cases_) {
      c.value = c.lo;
      if ((number *= c.hi - c.lo + 1) > most_cases)
        throw Refused("there are too many cases to count");
    }
    for (long i = 0; i < number; ++i) {
      visit();
      for (auto &[name, c] : cases_) {
        if (++c.value <= c.hi)
          break;
        c.value = c.lo;
      }
    }
  }

private:
  struct Case {
    long lo = 0, hi = 0, value = 0;
    bool known = false;
  };

  static bool is_case(const Atom &a) {
    return a.kind == AtomKind::Table || a.kind == AtomKind::AtLeastZero || a.kind == AtomKind::IsZero ||
           (a.kind == AtomKind::Mod && a.args[1].constant() && a.args[1].constant()->get_den() == 1 &&
            *a.args[1].constant() >= 1 && *a.args[1].constant() <= 4096);
  }
  static bool made_of_cases(const Expr &e) {
    return std::all_of(e.terms().begin(), e.terms().end(), [](const auto &t) {
      return std::all_of(t.first.begin(), t.first.end(), [](const AtomRef &a) { return is_case(*a); });
    });
  }

  Rational of_atom(const Atom &a) {
    if (!is_case(a))
      throw Refused("it claims what is no case of thresholds and remainders: " + a.key.substr(0, 60));
    if (a.kind == AtomKind::AtLeastZero)
      return threshold(a.args[0], -1, 0) >= 0 ? 1 : 0;
    if (a.kind == AtomKind::IsZero)
      return threshold(a.args[0], -1, 1) == 0 ? 1 : 0;
    if (a.kind == AtomKind::Mod)
      return residue(a.args[0], floor_of(*a.args[1].constant()).get_si());
    std::size_t at = 0;
    for (std::size_t d = 0; d < a.args.size(); ++d) {
      const auto last = static_cast<long>(a.shape[d]) - 1;
      const Rational i = threshold(a.args[d], 0, last);
      at = at * a.shape[d] + static_cast<std::size_t>(i <= 0 ? 0 : i >= last ? last : floor_of(i).get_si());
    }
    return a.values[at];
  }

  std::map<std::string, Case> cases_;
  bool set_ = false;
};

std::set<long> units_of(const std::vector<long> &bytes, std::uint64_t set, long width, long unit) {
  std::set<long> out;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    if (set >> i & 1)
      for (long u = floor_over(bytes[i], unit); u <= floor_over(bytes[i] + width - 1, unit); ++u)
        out.insert(u);
  return out;
}

// Words on the fullest bank less 1, for lanes that are served together, 16 bytes at a time.
long conflicts_of(const std::vector<long> &bytes, std::uint64_t set, long width, const cfg::Target &t) {
  long out = 0;
  for (long part = 0; part < width; part += 16) {
    const long some = std::min(16L, width - part);
    const std::size_t together = t.lanes_a_phase(static_cast<std::uint64_t>(some));
    for (std::size_t from = 0; from < bytes.size(); from += together) {
      const std::uint64_t phase = (together < 64 ? (1ULL << together) - 1 : ~0ULL) << from;
      std::vector<long> moved = bytes;
      for (long &b : moved)
        b += part;
      std::map<long, long> on;
      long most = 1;
      for (const long u : units_of(moved, set & phase, some, static_cast<long>(t.bank_bytes)))
        most = std::max(most, ++on[rest_of(u, static_cast<long>(t.banks))]);
      out += most - 1;
    }
  }
  return out;
}

// One event, one metric.
class Counter {
public:
  Counter(const LaneState &state, const cfg::Target &t, const Event &e, std::string metric)
      : state_(state), t_(t), e_(e), metric_(std::move(metric)) {
    if (e.place && e.place->offset[0]) {
      const PerLane &all = e.place->offset;
      shared_ = *all[0] - Expr(all[0]->constant_part());
      for (const auto &o : all) {
        const auto c = o ? Expr(*o - shared_).constant() : std::nullopt;
        if (!c || c->get_den() != 1 || !c->get_num().fits_slong_p() || abs(*c) > 1'000'000'000)
          return;
        lanes_.push_back(c->get_num().get_si());
      }
      place_known_ = true;
    }
  }

  // [least, most] of this case.
  std::pair<Rational, Rational> count(Cases &cases) {
    const Lanes all = of(e_.lanes, cases);
    const std::pair issued(all.must != 0 ? 1L : 0L, all.may != 0 ? 1L : 0L);
    const long work = static_cast<long>(e_.work);
    std::pair<long, long> out{0, 0};
    const bool steps = metric_ == "steps";
    if (steps)
      out = {issued.first * work, issued.second * work};
    const auto plus = [&](std::pair<long, long> more, long times = 1) {
      out.first += more.first * times;
      out.second += more.second * times;
    };
    if (!e_.ways.empty() && (steps || metric_ == "divwarps")) {
      long must = 0, may = 0;
      std::uint64_t some = 0;
      for (const LaneMask &w : e_.ways) {
        const Lanes l = of(w, cases);
        must += l.must != 0;
        may += l.may != 0;
        some |= l.may;
      }
      plus({std::max(0L, must - 1), std::max(0L, std::min<long>(may, std::popcount(some)) - 1)});
    }
    if (e_.barrier && metric_ == "barriers")
      plus(issued);
    if (!e_.place || e_.place->space == cfg::Space::Private)
      return out;
    const cfg::Space space = e_.place->space;
    const auto units = [&](std::uint64_t bytes, long times) {
      plus(pieces(all, static_cast<long>(bytes), cases), times);
    };
    if (metric_ == "requests")
      plus(issued);
    if (space == cfg::Space::Global) {
      if (metric_ == "sectors" || steps)
        units(t_.sector_bytes, 1);
      else if (metric_ == "lines")
        units(t_.line_bytes, 1);
      else if (metric_ == "bytes_moved")
        units(t_.sector_bytes, static_cast<long>(t_.sector_bytes));
      else if (metric_ == "bytes_used")
        units(static_cast<std::uint64_t>(e_.place->granule), e_.place->granule);
    } else if (space == cfg::Space::Constant) {
      if (metric_ == "words")
        units(4, 1);
      else if (metric_ == "conflicts" || steps)
        return out; // served like other words, no banks
    } else if (metric_ == "conflicts" || steps) {
      plus(banks(all, cases));
    }
    return out;
  }

private:
  Lanes of(const LaneMask &m, Cases &cases) {
    const std::size_t n = state_.local_id[0].size();
    const std::uint64_t all = n < 64 ? (1ULL << n) - 1 : ~0ULL;
    Lanes out{0, 0};
    for (const Conjunction &c : m) {
      Lanes one{c.set & all, c.set & all};
      for (const long l : c.literals) {
        const LaneCondition &it = state_.condition(static_cast<std::size_t>(std::abs(l)) - 1);
        std::uint64_t yes = 0, no = 0;
        for (std::size_t i = 0; i < n && it.kind != LaneCondition::Unknown; ++i) {
          if (!it.lanes[i])
            continue;
          const bool zero = it.kind == LaneCondition::Zero;
          const Rational v = cases.threshold(*it.lanes[i], -1, zero ? 1 : 0);
          (zero ? v == 0 : v >= 0) ? yes |= 1ULL << i : no |= 1ULL << i;
        }
        one.must &= l > 0 ? yes : no;
        one.may &= ~(l > 0 ? no : yes);
      }
      out.must |= one.must;
      out.may |= one.may;
    }
    return out;
  }

  std::vector<long> bytes(long unit, Cases &cases) const {
    const Place &p = *e_.place;
    const long period = unit / p.granule;
    const Expr start = p.align % unit != 0 ? symbol("?start") : shared_;
    const long phase = cases.residue(start, period);
    std::vector<long> out;
    for (const long l : lanes_)
      out.push_back((l + phase) * p.granule);
    return out;
  }

  std::optional<long> room(long unit) const { // units of the whole array
    const Place &p = *e_.place;
    if (!p.extent || *p.extent > 1'000'000'000)
      return std::nullopt;
    return (static_cast<long>(*p.extent) * p.granule + unit - 1) / unit + (p.align % unit != 0);
  }
  long each(long unit) const { // of one lane, at most
    const Place &p = *e_.place;
    const bool one = unit % p.granule == 0 && p.align % unit == 0 && p.bytes == p.granule && p.bytes <= unit;
    return one ? 1 : (p.bytes + unit - 2) / unit + 1;
  }

  std::pair<long, long> pieces(const Lanes &l, long unit, Cases &cases) const {
    const Place &p = *e_.place;
    if (place_known_ && unit % p.granule == 0) {
      const std::vector<long> at = bytes(unit, cases);
      return {static_cast<long>(units_of(at, l.must, p.bytes, unit).size()),
              static_cast<long>(units_of(at, l.may, p.bytes, unit).size())};
    }
    const long most = each(unit) * std::popcount(l.may);
    return {l.must != 0 ? (p.bytes + unit - 1) / unit : 0, std::min(most, room(unit).value_or(most))};
  }

  std::pair<long, long> banks(const Lanes &l, Cases &cases) const {
    const Place &p = *e_.place;
    const auto word = static_cast<long>(t_.bank_bytes), number = static_cast<long>(t_.banks);
    if (place_known_ && word % p.granule == 0) {
      const std::vector<long> at = bytes(word, cases);
      return {conflicts_of(at, l.must, p.bytes, t_), conflicts_of(at, l.may, p.bytes, t_)};
    }
    long hi = 0;
    const long parts = (p.bytes + 15) / 16;
    const std::size_t together = t_.lanes_a_phase(static_cast<std::uint64_t>(std::min(16L, p.bytes)));
    for (std::size_t from = 0; from < 64; from += together) {
      const long may = std::popcount(l.may >> from & (together < 64 ? (1ULL << together) - 1 : ~0ULL));
      long most = each(word) * may;
      if (const auto all = room(word))
        most = std::min(most, (*all + number - 1) / number);
      hi += most > 0 ? (most - 1) * parts : 0;
    }
    return {0, hi};
  }

  const LaneState &state_;
  const cfg::Target &t_;
  const Event &e_;
  const std::string metric_;
  Expr shared_;
  std::vector<long> lanes_; // granules beyond what all share
  bool place_known_ = false;
};

} // namespace

std::size_t operations(const cfg::Expr &e) {
  std::size_t out = 0;
  cfg::for_each_node(e, [&](const cfg::ExprNode &) { ++out; });
  return out;
}

std::string compare(const LaneState &state, const cfg::Target &target, const Event &e, const std::string &metric,
                    const Expr &lower, const std::optional<Expr> &upper) {
  static const std::set<std::string> known{"sectors",  "conflicts", "divwarps",    "steps",      "requests",
                                           "barriers", "lines",     "bytes_moved", "bytes_used", "words"};
  if (known.count(metric) == 0)
    return "no metric that is checked";
  Counter counter(state, target, e, metric);
  Cases cases;
  counter.count(cases); // sees what it depends on
  cases.of(lower);
  if (upper)
    cases.of(*upper);
  std::string wrong;
  cases.each([&] {
    if (!wrong.empty())
      return;
    const auto [lo, hi] = counter.count(cases);
    if (cases.of(lower) > lo)
      wrong = fmt::format("at least {} is claimed where {} is counted", cases.of(lower).get_str(), lo.get_str());
    if (upper && cases.of(*upper) < hi)
      wrong = fmt::format("at most {} is claimed where {} is counted", cases.of(*upper).get_str(), hi.get_str());
  });
  return wrong;
}

} // namespace lockstep::cost
