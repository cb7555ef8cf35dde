// See lanes.h.
#include "cost/certificate/lanes.h"

#include <algorithm>
#include <bit>

namespace lockstep::cost::certificate {

bool alike(const PerLane &v) {
  return v[0] && std::all_of(v.begin(), v.end(), [&](const auto &n) { return n == v[0]; });
}

bool LaneCondition::alike() const {
  return kind != Unknown && lanes[0] &&
         std::all_of(lanes.begin(), lanes.end(), [&](const auto &e) { return e == lanes[0]; });
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

bool inside(const Conjunction &a, const Conjunction &b) {
  return (a.set & ~b.set) == 0 &&
         std::includes(a.literals.begin(), a.literals.end(), b.literals.begin(), b.literals.end());
}

// The two as one, where that is one conjunction.
std::optional<Conjunction> merged(const Conjunction &a, const Conjunction &b) {
  if (inside(a, b) || inside(b, a))
    return inside(a, b) ? b : a;
  if (a.literals == b.literals)
    return Conjunction{a.set | b.set, a.literals};
  std::vector<long> mine, yours;
  std::set_difference(a.literals.begin(), a.literals.end(), b.literals.begin(), b.literals.end(),
                      std::back_inserter(mine));
  std::set_difference(b.literals.begin(), b.literals.end(), a.literals.begin(), a.literals.end(),
                      std::back_inserter(yours));
  if (a.set != b.set || mine.size() != 1 || yours.size() != 1 || mine[0] != -yours[0])
    return std::nullopt;
  Conjunction out = a;
  std::erase(out.literals, mine[0]);
  return out;
}

} // namespace

std::vector<long> beyond(const Conjunction &c, const Conjunction &of) {
  std::vector<long> out;
  std::set_difference(c.literals.begin(), c.literals.end(), of.literals.begin(), of.literals.end(),
                      std::back_inserter(out));
  return out;
}

LaneMask LaneState::either(LaneMask a, const LaneMask &b) const {
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

LaneMask LaneState::both(const LaneMask &a, const LaneMask &b) const {
  LaneMask out;
  for (const Conjunction &x : a)
    for (const Conjunction &y : b)
      if (const auto one = joined(x, y))
        out = either(std::move(out), {*one});
  return out;
}

LaneMask LaneState::other(const LaneMask &m) const {
  const std::uint64_t all = lanes_ < 64 ? (1ULL << lanes_) - 1 : ~0ULL;
  LaneMask out = everybody();
  for (const Conjunction &c : m) {
    LaneMask none;
    if ((all & ~c.set) != 0)
      none.push_back({~c.set, {}});
    for (const long l : c.literals)
      none = either(std::move(none), {Conjunction{~0ULL, {-l}}});
    out = both(out, none);
  }
  return out;
}

LaneMask LaneState::condition(LaneCondition::Kind kind, const std::vector<std::optional<Expr>> &lanes) {
  std::string key = std::to_string(kind);
  bool decided = kind != LaneCondition::Unknown;
  std::uint64_t set = lanes_ < 64 ? ~0ULL << lanes_ : 0;
  for (std::size_t i = 0; i < lanes_ && kind != LaneCondition::Unknown; ++i) {
    const Expr *e = lanes[i] ? &*lanes[i] : nullptr;
    key += ";" + (e ? e->str() : "?" + std::to_string(unknowns_++));
    const auto lo = e ? least(*e) : std::nullopt, hi = e ? most(*e) : std::nullopt;
    const bool yes = kind == LaneCondition::Zero ? lo && hi && *lo == 0 && *hi == 0 : lo && *lo >= 0;
    const bool no = (hi && *hi < 0) || (kind == LaneCondition::Zero && lo && *lo > 0);
    decided = decided && (yes || no);
    set |= std::uint64_t(yes) << i;
  }
  if (decided) // also where no lane meets it
    return set == (lanes_ < 64 ? ~0ULL << lanes_ : 0) ? LaneMask{} : LaneMask{Conjunction{set, {}}};
  if (kind == LaneCondition::Unknown)
    key += std::to_string(unknowns_++);
  const auto [at, fresh] = known_.try_emplace(key, conditions_.size());
  if (fresh)
    conditions_.push_back({kind, lanes});
  return {Conjunction{~0ULL, {static_cast<long>(at->second) + 1}}};
}

bool LaneState::within(const LaneMask &a, const LaneMask &b) const {
  return std::all_of(a.begin(), a.end(), [&](const Conjunction &x) {
    return std::any_of(b.begin(), b.end(), [&](const Conjunction &y) { return inside(x, y); });
  });
}

PerLane LaneState::read(cfg::VarId v, const LaneMask &m) const {
  PerLane out = any();
  LaneMask left = m;
  std::uint64_t done = 0;
  for (auto h = vars_[v].rbegin(); h != vars_[v].rend(); ++h) {
    const LaneMask here = both(left, h->where);
    if (here.empty())
      continue;
    const bool all = within(left, h->where);
    std::uint64_t touched = 0, whole = 0; // lanes that may have it from here; that have it from here if they run
    for (const Conjunction &c : here)
      touched |= c.set;
    for (const Conjunction &c : h->where)
      if (c.literals.empty())
        whole |= c.set;
    if (all)
      whole = ~0ULL;
    for (std::size_t i = 0; i < lanes_; ++i)
      if ((touched & ~done & whole) >> i & 1)
        out[i] = h->value[i];
    done |= touched; // others stay unknown
    left = both(left, other(h->where));
    if (all || left.empty())
      break;
  }
  filled(out, m);
  return out;
}

void LaneState::assign(cfg::VarId v, const LaneMask &m, const PerLane &value, const LaneMask &truth) {
  std::erase_if(vars_[v], [&](const Held &h) { return within(h.where, m); });
  vars_[v].push_back({m, value, truth});
}

Number LaneState::unknown(cfg::Type type) {
  const bool whole = type.is_int();
  const Integer half = two_to(whole ? type.width - 1 : 0);
  const Expr e = symbol("?" + std::to_string(++unknowns_), whole ? Integer(-half) : Integer(0),
                        whole ? Integer(half - 1) : Integer(1));
  return {e, true, false, type.width, false};
}
Expr LaneState::any_natural(std::optional<Expr> below) {
  return symbol("?" + std::to_string(++unknowns_), Integer(0), {}, std::move(below));
}

void LaneState::forget(cfg::VarId v, const LaneMask &m, bool uniform) {
  const cfg::Type type = k_.vars[v].type;
  assign(v, m, uniform && type.is_int() ? PerLane(lanes_, unknown(type)) : any(),
         type.is_bool() ? perhaps(uniform) : LaneMask{});
}

LaneMask LaneState::perhaps(bool all_alike) {
  return all_alike ? condition(LaneCondition::Zero, std::vector<std::optional<Expr>>(lanes_, unknown(cfg::bool_type).e))
                   : condition(LaneCondition::Unknown, {});
}

std::uint64_t LaneState::lanes_of(const LaneMask &m) const {
  std::uint64_t out = 0;
  for (const Conjunction &c : m)
    out |= c.set;
  return out & (lanes_ < 64 ? (1ULL << lanes_) - 1 : ~0ULL);
}

// Lanes that were not asked about have what the first one has.
void LaneState::filled(PerLane &v, const LaneMask &m) const {
  const std::uint64_t asked = lanes_of(m);
  const auto first = static_cast<std::size_t>(std::countr_zero(asked));
  for (std::size_t i = 0; i < v.size() && asked != 0; ++i)
    if ((asked >> i & 1) == 0 && !v[i])
      v[i] = v[first];
}

} // namespace lockstep::cost::certificate
