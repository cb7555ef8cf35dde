// See count.h.
#include "cost/certificate/count.h"

#include "cost/certificate/cases.h"

#include "support/sound.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <set>

namespace lockstep::cost::certificate {

namespace {

struct CountedLanes {
  std::uint64_t must, may;
};

using Pair = std::pair<long, long>; // at least, at most

std::uint64_t first_lanes(std::size_t n) { return n < 64 ? (1ULL << n) - 1 : ~0ULL; }

long floor_over(long a, long b) { return a / b - (a % b != 0 && a < 0 ? 1 : 0); }

std::set<long> units_of(const std::vector<long> &bytes, std::uint64_t set, long width, long unit) {
  std::set<long> out;
  for (std::size_t i = 0; i < bytes.size(); ++i)
    if (set >> i & 1)
      for (long u = floor_over(bytes[i], unit); u <= floor_over(bytes[i] + width - 1, unit); ++u)
        out.insert(u);
  return out;
}

// Words on the fullest bank less 1, for lanes that are served together.
long conflicts_of(const std::vector<long> &bytes, std::uint64_t set, long width, const cfg::Target &t) {
  long out = 0;
  const std::size_t together = t.lanes_a_phase(static_cast<std::uint64_t>(width));
  for (std::size_t from = 0; from < bytes.size(); from += together) {
    const std::uint64_t phase = first_lanes(together) << from;
    std::map<long, long> on;
    long most = 1;
    for (const long u : units_of(bytes, set & phase, width, static_cast<long>(t.bank_bytes)))
      most = std::max(most, ++on[rest_of(u, static_cast<long>(t.banks))]);
    out += most - 1;
  }
  return out;
}

// Its factors are whole, have no divisor, and the first is not negative.
Expr primitive(const Expr &e) {
  Integer above = 0;
  for (const auto &[product, factor] : e.terms())
    above = gcd(above, factor.get_num());
  const bool turned = e.terms().begin()->second < 0;
  return e * Expr(ratio(turned ? -1 : 1, above == 0 ? Integer(1) : above));
}

// Which lanes come along, in a case.
class LaneTests {
public:
  LaneTests(const LaneConditions &conditions, Cases &cases) : conditions_(conditions), cases_(cases) {}

  void read(const LaneMask &m) {
    for (const Conjunction &c : m)
      for (const long l : c.literals) {
        const LaneCondition &it = conditions_.of(l);
        std::vector<std::optional<Cases::Test>> &tests = tests_[std::abs(l)];
        if (!tests.empty() || it.kind == LaneCondition::Unknown)
          continue;
        for (const auto &e : it.lanes)
          tests.push_back(e ? std::optional(cases_.test(*e, it.kind == LaneCondition::Zero)) : std::nullopt);
      }
  }

  CountedLanes of(const LaneMask &m) const {
    const std::uint64_t all = conditions_.all();
    CountedLanes out{0, 0};
    for (const Conjunction &c : m) {
      CountedLanes one{c.set & all, c.set & all};
      for (const long l : c.literals) {
        std::uint64_t yes = 0, no = 0;
        const auto &tests = tests_.at(std::abs(l));
        for (std::size_t i = 0; i < tests.size(); ++i)
          if (tests[i])
            (cases_.holds(*tests[i]) ? yes : no) |= 1ULL << i;
        one.must &= l > 0 ? yes : no;
        one.may &= ~(l > 0 ? no : yes);
      }
      out.must |= one.must;
      out.may |= one.may;
    }
    return out;
  }

private:
  const LaneConditions &conditions_;
  Cases &cases_;
  std::map<long, std::vector<std::optional<Cases::Test>>> tests_; // of conditions, by lane
};

// What lanes ask for at their places, in a case.
class LanePlaces {
public:
  LanePlaces(const Place &p, const cfg::Target &t, Cases &cases, const std::vector<long> &units)
      : p_(p), t_(t), cases_(cases) {
    read(units);
  }

  Pair pieces(const CountedLanes &l, long unit) const {
    if (const auto at = bytes(unit))
      return {static_cast<long>(units_of(*at, l.must, p_.bytes, unit).size()),
              static_cast<long>(units_of(*at, l.may, p_.bytes, unit).size())};
    const long most = each(unit) * std::popcount(l.may);
    return {l.must != 0 ? (p_.bytes + unit - 1) / unit : 0, std::min(most, room(unit).value_or(most))};
  }

  Pair banks(const CountedLanes &l) const {
    const auto word = static_cast<long>(t_.bank_bytes), number = static_cast<long>(t_.banks);
    if (const auto at = bytes(word))
      return {conflicts_of(*at, l.must, p_.bytes, t_), conflicts_of(*at, l.may, p_.bytes, t_)};
    long hi = 0;
    const std::size_t together = t_.lanes_a_phase(static_cast<std::uint64_t>(p_.bytes));
    for (std::size_t from = 0; from < 64; from += together) {
      const long may = std::popcount(l.may >> from & first_lanes(together));
      long most = each(word) * may;
      if (const auto all = room(word))
        most = std::min(most, (*all + number - 1) / number);
      hi += most > 0 ? most - 1 : 0;
    }
    return {0, hi};
  }

  // Phases of lanes that are served together, of which some ask for something.
  long phases(std::uint64_t set) const {
    long out = 0;
    const std::size_t together = t_.lanes_a_phase(static_cast<std::uint64_t>(p_.bytes));
    for (std::size_t from = 0; from < 64; from += together)
      out += (set >> from & first_lanes(together)) != 0;
    return out;
  }

  // Lanes on the place where most are, less one.
  Pair same(const CountedLanes &l) const {
    const auto at = bytes(p_.granule);
    const auto most = [&](std::uint64_t set) {
      std::map<long, long> on;
      long out = 0;
      for (std::size_t i = 0; i < at->size(); ++i)
        if (set >> i & 1)
          out = std::max(out, ++on[(*at)[i]]);
      return std::max(0L, out - 1);
    };
    if (at)
      return {most(l.must), most(l.may)};
    return {0, std::max(0L, static_cast<long>(std::popcount(l.may)) - 1)};
  }

private:
  // Each lane's offset as shared + times * stride + beyond, in granules.
  void read(const std::vector<long> &units) {
    const PerLane &all = p_.offset;
    if (!all[0])
      return;
    const auto exact = [](const Number &n) { return n.as_signed || n.as_unsigned; };
    const Expr shared = all[0]->e - Expr(all[0]->e.constant_part());
    std::optional<Expr> direction;
    for (const auto &o : all) {
      if (!o || exact(*o) != exact(*all[0]) ||
          (!exact(*o) && (o->modulo != all[0]->modulo || o->sign_extended != all[0]->sign_extended)))
        return;
      const Expr apart = o->e - shared, along = apart - Expr(apart.constant_part());
      Rational times = 0;
      if (!along.is_zero()) {
        if (!direction)
          direction = primitive(along);
        const auto &[product, factor] = *direction->terms().begin();
        const auto found = along.terms().find(product);
        times = found == along.terms().end() ? Rational(0) : Rational(found->second / factor);
        if (!(along == *direction * Expr(times)))
          return;
      }
      const auto fits = [](const Rational &r) { return r.get_den() == 1 && abs(r) <= 1'000'000'000; };
      if (!fits(times) || !fits(apart.constant_part()))
        return;
      times_.push_back(times.get_num().get_si());
      beyond_.push_back(Rational(apart.constant_part()).get_num().get_si());
    }
    // Numbers that wrap around keep their places among the units of a circle, of which no granule is part of two; a
    // stride that nobody knows may go round it.
    const bool circle = !exact(*all[0]);
    if (support::unsound("certificate.circle", circle && (direction || all[0]->modulo < 32 || p_.bytes != p_.granule)))
      return;
    known_ = true;
    for (const long unit : units) {
      if (unit % p_.granule != 0 || (circle && p_.align % unit != 0))
        continue;
      const long period = unit / p_.granule;
      starts_[unit] = cases_.residue(p_.align % unit != 0 ? symbol("?start") : shared, period);
      if (direction) {
        const auto [lo, hi] = std::minmax_element(beyond_.begin(), beyond_.end());
        const long far = *hi - *lo + (p_.bytes + p_.granule - 1) / p_.granule + period;
        const bool banked = p_.space == cfg::Space::Group;
        strides_[unit] = cases_.stride(*direction, far, banked ? period * static_cast<long>(t_.banks) : period);
      }
    }
  }

  // Where lanes start, in bytes beyond a boundary of the unit.
  std::optional<std::vector<long>> bytes(long unit) const {
    const auto start = starts_.find(unit);
    if (!known_ || start == starts_.end())
      return std::nullopt;
    const auto stride = strides_.find(unit);
    const long phase = cases_.value(start->second), step = stride == strides_.end() ? 0 : cases_.value(stride->second);
    std::vector<long> out;
    for (std::size_t i = 0; i < beyond_.size(); ++i)
      out.push_back((beyond_[i] + times_[i] * step + phase) * p_.granule);
    return out;
  }

  std::optional<long> room(long unit) const { // units of the whole array
    if (!p_.extent || *p_.extent > 1'000'000'000)
      return std::nullopt;
    return (static_cast<long>(*p_.extent) * p_.granule + unit - 1) / unit + (p_.align % unit != 0);
  }
  long each(long unit) const { // of one lane, at most
    const bool one = unit % p_.granule == 0 && p_.align % unit == 0 && p_.bytes == p_.granule && p_.bytes <= unit;
    return one ? 1 : (p_.bytes + unit - 2) / unit + 1;
  }

  const Place &p_;
  const cfg::Target &t_;
  Cases &cases_;
  std::vector<long> times_, beyond_;      // by lane
  std::map<long, Cases::Residue> starts_; // by unit
  std::map<long, Cases::Stride> strides_;
  bool known_ = false;
};

// One event, one metric.
class Counter {
public:
  Counter(const LaneConditions &conditions, const cfg::Target &t, const Event &e, const cfg::Metric &metric,
          Cases &cases)
      : t_(t), e_(e), metric_(metric), lanes_(conditions, cases) {
    lanes_.read(e_.lanes);
    for (const LaneMask &w : e_.ways)
      lanes_.read(w);
    if (e_.place && e_.place->space != cfg::Space::Private)
      place_.emplace(*e_.place, t_, cases, units_asked());
  }

  // [least, most] of this case.
  std::pair<Rational, Rational> count() const {
    const CountedLanes all = lanes_.of(e_.lanes);
    Integer least = 0, most = 0;
    const auto plus = [&](Pair more, long times) {
      if (times != 0) {
        least += Integer(more.first) * times;
        most += Integer(more.second) * times;
      }
    };
    plus({all.must != 0, all.may != 0}, cfg::weigh(metric_.work, e_.each));
    const auto times = [&](cfg::Atom a, const auto &counted) {
      if (const long w = weight(a); w != 0)
        plus(counted(), w);
    };
    if (e_.issue)
      times(cfg::Atom::Lane, [&] { return Pair{std::popcount(all.must), std::popcount(all.may)}; });
    times(cfg::Atom::Split, [&] { return splits(); });
    if (place_) {
      const auto units = [&](std::uint64_t bytes) {
        return [this, all, bytes] { return place_->pieces(all, static_cast<long>(bytes)); };
      };
      if (e_.atomic)
        times(cfg::Atom::Same, [&] { return place_->same(all); });
      switch (e_.place->space) {
      case cfg::Space::Global:
        times(cfg::Atom::Sector, units(t_.sector_bytes));
        times(cfg::Atom::Line, units(t_.line_bytes));
        plus(weight(cfg::Atom::BytesMoved) == 0 ? Pair{0, 0} : units(t_.sector_bytes)(),
             weight(cfg::Atom::BytesMoved) * static_cast<long>(t_.sector_bytes));
        plus(weight(cfg::Atom::BytesUsed) == 0 ? Pair{0, 0} : place_->pieces(all, e_.place->granule),
             weight(cfg::Atom::BytesUsed) * e_.place->granule);
        break;
      case cfg::Space::Constant: times(cfg::Atom::Word, units(4)); break;
      case cfg::Space::Private: break;
      case cfg::Space::Group:
        times(cfg::Atom::Conflict, [&] { return place_->banks(all); });
        times(cfg::Atom::Wavefront, [&] {
          const Pair conflicts = place_->banks(all);
          return Pair{conflicts.first + place_->phases(all.must), conflicts.second + place_->phases(all.may)};
        });
      }
    }
    return {ratio(least, Integer(metric_.denominator)), ratio(most, Integer(metric_.denominator))};
  }

private:
  long weight(cfg::Atom a) const {
    const auto w = metric_.work.of.find(a);
    return w == metric_.work.of.end() ? 0 : w->second;
  }

  // Of a branch: ways that lanes surely take, and may take, less one; as many as lanes come along; each lane takes one.
  Pair splits() const {
    if (e_.ways.empty())
      return {0, 0};
    long must = 0, may = 0;
    std::uint64_t some = 0;
    for (const LaneMask &w : e_.ways) {
      const CountedLanes l = lanes_.of(w);
      must += l.must != 0;
      may += l.may != 0;
      some |= l.may;
    }
    return {std::max(0L, must - 1), std::max(0L, std::min<long>(may, std::popcount(some)) - 1)};
  }

  std::vector<long> units_asked() const {
    const Place &p = *e_.place;
    const auto asked = [&](std::initializer_list<cfg::Atom> atoms) {
      return std::any_of(atoms.begin(), atoms.end(), [&](cfg::Atom a) { return weight(a) != 0; });
    };
    using enum cfg::Atom;
    std::set<long> out;
    if (e_.atomic && asked({Same}))
      out.insert(p.granule);
    if (p.space == cfg::Space::Global) {
      if (asked({Sector, BytesMoved}))
        out.insert(static_cast<long>(t_.sector_bytes));
      if (asked({Line}))
        out.insert(static_cast<long>(t_.line_bytes));
      if (asked({BytesUsed}))
        out.insert(p.granule);
    } else if (p.space == cfg::Space::Constant) {
      if (asked({Word}))
        out.insert(4);
    } else if (asked({Conflict, Wavefront})) {
      out.insert(static_cast<long>(t_.bank_bytes));
    }
    return {out.begin(), out.end()};
  }

  const cfg::Target &t_;
  const Event &e_;
  const cfg::Metric &metric_;
  LaneTests lanes_;
  std::optional<LanePlaces> place_;
};

} // namespace

std::string compare(const LaneConditions &conditions, const cfg::Target &target, const Event &e,
                    const cfg::Metric &metric, const Expr &lower, const std::optional<Expr> &upper) {
  Cases cases;
  const Counter counter(conditions, target, e, metric, cases); // sees what it depends on
  const auto lo = cases.form(lower), hi = upper ? cases.form(*upper) : nullptr;
  std::string wrong;
  cases.each([&] {
    if (!wrong.empty())
      return;
    const auto [least, most] = counter.count();
    if (const Rational claimed = cases.value(*lo); claimed > least)
      wrong = fmt::format("at least {} is claimed where {} is counted", claimed.get_str(), least.get_str());
    else if (hi && cases.value(*hi) < most)
      wrong = fmt::format("at most {} is claimed where {} is counted", cases.value(*hi).get_str(), most.get_str());
  });
  return wrong;
}

} // namespace lockstep::cost::certificate
