// See lane_masks.h.
#include "cost/certificate/lane_masks.h"

#include <algorithm>

namespace lockstep::cost::certificate {

bool LaneCondition::alike() const {
  return kind != Unknown && lanes[0] &&
         std::all_of(lanes.begin(), lanes.end(), [&](const auto &e) { return e == lanes[0]; });
}

bool inside(const Conjunction &a, const Conjunction &b) {
  return (a.set & ~b.set) == 0 &&
         std::includes(a.literals.begin(), a.literals.end(), b.literals.begin(), b.literals.end());
}

std::vector<long> beyond(const Conjunction &c, const Conjunction &of) {
  std::vector<long> out;
  std::set_difference(c.literals.begin(), c.literals.end(), of.literals.begin(), of.literals.end(),
                      std::back_inserter(out));
  return out;
}

namespace {

constexpr std::size_t most_parts = 64;

// One without contradictions; empty: it has one.
std::optional<Conjunction> joined(const Conjunction &a, const Conjunction &b) {
  Conjunction out{a.set & b.set, {}};
  std::set_union(a.literals.begin(), a.literals.end(), b.literals.begin(), b.literals.end(),
                 std::back_inserter(out.literals));
  for (const long l : out.literals)
    if (std::binary_search(out.literals.begin(), out.literals.end(), -l))
      return std::nullopt;
  return out.set == 0 ? std::nullopt : std::optional(out);
}

// The two as one, where that is one conjunction.
std::optional<Conjunction> merged(const Conjunction &a, const Conjunction &b) {
  if (inside(a, b) || inside(b, a))
    return inside(a, b) ? b : a;
  if (a.literals == b.literals)
    return Conjunction{a.set | b.set, a.literals};
  const std::vector<long> mine = beyond(a, b), yours = beyond(b, a);
  if (a.set != b.set || mine.size() != 1 || yours.size() != 1 || mine[0] != -yours[0])
    return std::nullopt;
  Conjunction out = a;
  std::erase(out.literals, mine[0]);
  return out;
}

} // namespace

LaneMask either(LaneMask a, const LaneMask &b) {
  for (Conjunction next : b) {
    for (std::size_t i = 0; i < a.size();)
      if (const auto one = merged(a[i], next)) {
        next = *one;
        a.erase(a.begin() + static_cast<std::ptrdiff_t>(i));
        i = 0;
      } else {
        ++i;
      }
    a.push_back(next);
    if (a.size() > most_parts)
      throw Refused("a set of lanes has too many parts");
  }
  return a;
}

LaneMask both(const LaneMask &a, const LaneMask &b) {
  LaneMask out;
  for (const Conjunction &x : a)
    for (const Conjunction &y : b)
      if (const auto one = joined(x, y))
        out = either(std::move(out), {*one});
  return out;
}

bool inside(const LaneMask &a, const LaneMask &b) {
  return std::all_of(a.begin(), a.end(), [&](const Conjunction &x) {
    return std::any_of(b.begin(), b.end(), [&](const Conjunction &y) { return inside(x, y); });
  });
}

LaneMask LaneConditions::condition(LaneCondition::Kind kind, const std::vector<std::optional<Expr>> &lanes) {
  std::string key = std::to_string(kind);
  bool decided = kind != LaneCondition::Unknown;
  std::uint64_t set = ~all();
  for (std::size_t i = 0; i < lanes_ && kind != LaneCondition::Unknown; ++i) {
    const Expr *e = lanes[i] ? &*lanes[i] : nullptr;
    key += ";" + (e ? e->str() : fresh());
    const auto lo = e ? least(*e) : std::nullopt, hi = e ? most(*e) : std::nullopt;
    const bool yes = kind == LaneCondition::Zero ? lo && hi && *lo == 0 && *hi == 0 : lo && *lo >= 0;
    const bool no = (hi && *hi < 0) || (kind == LaneCondition::Zero && lo && *lo > 0);
    decided = decided && (yes || no);
    set |= std::uint64_t(yes) << i;
  }
  if (decided) // also where no lane meets it
    return set == ~all() ? LaneMask{} : LaneMask{Conjunction{set, {}}};
  if (kind == LaneCondition::Unknown)
    key += fresh();
  const auto [at, is_new] = known_.try_emplace(key, conditions_.size());
  if (is_new)
    conditions_.push_back({kind, lanes});
  return {Conjunction{~0ULL, {static_cast<long>(at->second) + 1}}};
}

std::optional<Expr> LaneConditions::holds(long literal, std::size_t lane) const {
  const LaneCondition &it = of(literal);
  if (it.kind == LaneCondition::Unknown || !it.lanes[lane])
    return std::nullopt;
  const Expr one = it.kind == LaneCondition::Zero ? is_zero(*it.lanes[lane]) : at_least_zero(*it.lanes[lane]);
  return literal > 0 ? one : Expr(1) - one;
}

Expr LaneConditions::unknown(cfg::Type type) {
  const bool whole = type.is_int();
  const Integer half = two_to(whole ? type.width - 1 : 0);
  return symbol(fresh(), whole ? Integer(-half) : Integer(0), whole ? Integer(half - 1) : Integer(1));
}

Expr LaneConditions::any_natural(std::optional<Expr> below) {
  return symbol(fresh(), Integer(0), {}, std::move(below));
}

LaneMask LaneConditions::perhaps(bool all_alike) {
  return all_alike ? condition(LaneCondition::Zero, std::vector<std::optional<Expr>>(lanes_, unknown(cfg::bool_type)))
                   : condition(LaneCondition::Unknown, {});
}

std::uint64_t LaneConditions::lanes_of(const LaneMask &m) const {
  std::uint64_t out = 0;
  for (const Conjunction &c : m)
    out |= c.set;
  return out & all();
}

LaneMask LaneConditions::other(const LaneMask &m) const {
  LaneMask out = everybody();
  for (const Conjunction &c : m) {
    LaneMask none;
    if ((all() & ~c.set) != 0)
      none.push_back({~c.set, {}});
    for (const long l : c.literals)
      none = either(std::move(none), {Conjunction{~0ULL, {-l}}});
    out = both(out, none);
  }
  return out;
}

bool LaneConditions::all_alike(const LaneMask &m, const LaneMask &of) const {
  return of.size() == 1 && std::all_of(m.begin(), m.end(), [&](const Conjunction &c) {
           const std::vector<long> own = beyond(c, of[0]);
           return (lanes_of(of) & ~c.set) == 0 &&
                  std::all_of(own.begin(), own.end(), [&](long l) { return this->of(l).alike(); });
         });
}

} // namespace lockstep::cost::certificate
