// See lanes.h.
#include "cost/certificate/lanes.h"

#include "support/sound.h"

#include <algorithm>

namespace lockstep::cost {

using cfg::Op;

namespace {

constexpr std::size_t most_parts = 64;

Integer two_to(unsigned n) { return Integer(1) << n; }

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

template <typename F> PerLane by_lane(const PerLane &a, const PerLane &b, const F &f) {
  PerLane out(a.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    if (i > 0 && a[i] == a[i - 1] && b[i] == b[i - 1])
      out[i] = out[i - 1];
    else if (a[i] && b[i])
      out[i] = f(*a[i], *b[i]);
  return out;
}

bool lies(const Expr &e, const Integer &lo, const Integer &hi) {
  const auto least = cost::least(e), most = cost::most(e);
  return least && most && *least >= Rational(lo) && *most <= Rational(hi);
}
bool natural(const Expr &e) {
  const auto least = cost::least(e);
  return least && *least >= 0;
}

} // namespace

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

LaneMask LaneState::condition(LaneCondition::Kind kind, const PerLane &lanes) {
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
      return out;
  }
  return out;
}

void LaneState::assign(cfg::VarId v, const LaneMask &m, const PerLane &value, const LaneMask &truth) {
  std::erase_if(vars_[v], [&](const Held &h) { return within(h.where, m); });
  vars_[v].push_back({m, value, truth});
}

Expr LaneState::unknown(cfg::Type type) {
  const bool number = type.is_int();
  return symbol("?" + std::to_string(++unknowns_), number ? Integer(-two_to(type.width - 1)) : Integer(0),
                number ? Integer(two_to(type.width - 1) - 1) : Integer(1));
}

void LaneState::forget(cfg::VarId v, const LaneMask &m, bool uniform) {
  const cfg::Type type = k_.vars[v].type;
  const PerLane value = uniform && !type.is_float() ? PerLane(lanes_, unknown(type)) : any();
  assign(v, m, value, type.is_bool() ? condition(LaneCondition::Unknown, {}) : LaneMask{});
}

// Of whole numbers; what may wrap around is unknown.
PerLane LaneState::arithmetic(const cfg::Expr &e, const PerLane &a, const PerLane &b) const {
  const unsigned width = e->type.width;
  const Integer half = two_to(width - 1);
  return by_lane(a, b, [&](const Expr &x, const Expr &y) -> std::optional<Expr> {
    const auto c = y.constant();
    const auto shift = c && *c >= 0 && *c < static_cast<long>(width) ? two_to(static_cast<unsigned>(c->get_d())) : 0;
    std::optional<Expr> out;
    bool marked = no_wrap && e->nsw;
    switch (e->op) {
    case Op::Add: out = x + y; break;
    case Op::Sub: out = x - y; break;
    case Op::Mul: out = x * y; break;
    case Op::Shl:
      if (shift == 0)
        return {};
      out = x * Expr(shift);
      break;
    case Op::SMin: return minimum(x, y);
    case Op::SMax: return maximum(x, y);
    case Op::UMin: return natural(x) && natural(y) ? std::optional(minimum(x, y)) : std::nullopt;
    case Op::UMax: return natural(x) && natural(y) ? std::optional(maximum(x, y)) : std::nullopt;
    case Op::UDiv:
    case Op::SDiv: // of what is not negative both are the floor
      return c && *c > 0 && natural(x) ? std::optional(floor_div(x, y)) : std::nullopt;
    case Op::URem:
    case Op::SRem: return c && *c > 0 && natural(x) ? std::optional(mod(x, y)) : std::nullopt;
    case Op::LShr:
      if (!natural(x))
        return {};
      [[fallthrough]];
    case Op::AShr: return shift > 0 ? std::optional(floor_div(x, Expr(shift))) : std::nullopt;
    case Op::BitAnd:
    case Op::BitOr:
    case Op::BitXor: {
      const auto d = x.constant();
      if (c && d) {
        const long p = d->get_num().get_si(), q = c->get_num().get_si();
        return Expr(e->op == Op::BitAnd ? p & q : e->op == Op::BitOr ? p | q : p ^ q);
      }
      const Integer all = c ? Integer(c->get_num() + 1) : Integer(0);
      if (e->op == Op::BitAnd && all > 1 && (all & (all - 1)) == 0) // the low bits
        return mod(x, Expr(all));
      return {};
    }
    default: return {};
    }
    return marked || lies(*out, -half, half - 1) || support::left_out("certificate.wraps") ? out : std::nullopt;
  });
}

PerLane LaneState::value(const cfg::Expr &e, const LaneMask &m) {
  if (!e->type.is_int())
    return any();
  const auto dimension = static_cast<std::size_t>(e->value);
  const auto all = [&](const Expr &x) { return PerLane(lanes_, x); };
  const auto fits = [&](PerLane v) { // a narrow type cuts it
    for (auto &x : v)
      if (x && !lies(*x, -two_to(e->type.width - 1), two_to(e->type.width - 1) - 1))
        x.reset();
    return v;
  };
  switch (e->op) {
  case Op::Const: return all(Expr(static_cast<long>(cfg::to_signed(e->value, e->type.width))));
  case Op::Var: return read(e->var, m);
  case Op::LocalId: return fits(local_id[dimension]);
  case Op::GroupId: return fits(all(group_id[dimension]));
  case Op::NumGroups: return fits(all(groups[dimension]));
  case Op::LocalSize: return fits(all(local_size[dimension]));
  case Op::GlobalOffset: return fits(all(Expr(Integer(static_cast<unsigned long>(offset[dimension])))));
  case Op::Trunc: return fits(value(e->args[0], m));
  case Op::Sext:
  case Op::Zext: {
    if (e->args[0]->type.is_bool()) {
      const PerLane one = all(e->op == Op::Sext ? -1 : 1);
      return value(
          cfg::ite(e->args[0], cfg::constant(e->type, e->op == Op::Sext ? ~0ULL : 1), cfg::constant(e->type, 0)), m);
    }
    PerLane v = value(e->args[0], m);
    for (auto &x : v)
      if (x && e->op == Op::Zext && !natural(*x))
        x.reset();
    return v;
  }
  case Op::Ite: {
    const LaneMask c = truth(e->args[0], m);
    const PerLane yes = value(e->args[1], both(m, c)), no = value(e->args[2], both(m, other(c)));
    PerLane out = any();
    for (std::size_t i = 0; i < lanes_; ++i) {
      const bool decided = std::all_of(c.begin(), c.end(), [](const Conjunction &x) { return x.literals.empty(); });
      if (decided)
        out[i] = std::any_of(c.begin(), c.end(), [&](const Conjunction &x) { return x.set >> i & 1; }) ? yes[i] : no[i];
      else if (yes[i] && no[i] && *yes[i] == *no[i])
        out[i] = yes[i];
      else if (yes[i] && no[i] && c.size() == 1 && c[0].set == ~0ULL && c[0].literals.size() == 1) {
        const long l = c[0].literals[0];
        const LaneCondition &it = conditions_[static_cast<std::size_t>(std::abs(l)) - 1];
        if (it.kind == LaneCondition::Unknown || !it.lanes[i])
          continue;
        Expr holds = it.kind == LaneCondition::Zero ? is_zero(*it.lanes[i]) : at_least_zero(*it.lanes[i]);
        if (l < 0)
          holds = Expr(1) - holds;
        out[i] = *no[i] + holds * (*yes[i] - *no[i]);
      }
    }
    return out;
  }
  default:
    if (e->args.size() != 2 || !e->args[0]->type.is_int())
      return any();
    return arithmetic(e, value(e->args[0], m), value(e->args[1], m));
  }
}

LaneMask LaneState::truth(const cfg::Expr &e, const LaneMask &m) {
  const auto arg = [&](std::size_t i) { return truth(e->args[i], m); };
  switch (e->op) {
  case Op::Const: return e->value != 0 ? everybody() : LaneMask{};
  case Op::Not: return other(arg(0));
  case Op::And: return both(arg(0), arg(1));
  case Op::Or: return either(arg(0), arg(1));
  case Op::Implies: return either(other(arg(0)), arg(1));
  case Op::Ite: return either(both(arg(0), arg(1)), both(other(arg(0)), arg(2)));
  case Op::Var:
    for (auto h = vars_[e->var].rbegin(); h != vars_[e->var].rend(); ++h) {
      if (within(m, h->where))
        return h->truth;
      if (!both(m, h->where).empty())
        break;
    }
    break;
  case Op::Eq:
  case Op::Ne:
  case Op::Slt:
  case Op::Sle:
  case Op::Ult:
  case Op::Ule: {
    if (!e->args[0]->type.is_int())
      break;
    const bool natural_only = e->op == Op::Ult || e->op == Op::Ule, strict = e->op == Op::Slt || e->op == Op::Ult;
    const PerLane apart =
        by_lane(value(e->args[0], m), value(e->args[1], m), [&](const Expr &x, const Expr &y) -> std::optional<Expr> {
          if (natural_only && (!natural(x) || !natural(y)))
            return {};
          return y - x - (strict ? 1 : 0);
        });
    if (e->op != Op::Eq && e->op != Op::Ne)
      return condition(LaneCondition::AtLeastZero, apart);
    const LaneMask same = condition(LaneCondition::Zero, apart);
    return e->op == Op::Eq ? same : other(same);
  }
  default: break;
  }
  return condition(LaneCondition::Unknown, {});
}

} // namespace lockstep::cost
