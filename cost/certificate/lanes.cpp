// See lanes.h.
#include "cost/certificate/lanes.h"

#include <algorithm>
#include <bit>

namespace lockstep::cost::certificate {

bool alike(const PerLane &v) {
  return v[0] && std::all_of(v.begin(), v.end(), [&](const auto &n) { return n == v[0]; });
}

PerLane LaneState::read(cfg::VarId v, const LaneMask &m) const {
  PerLane out(conditions.lanes());
  LaneMask left = m;
  std::uint64_t done = 0;
  for (auto h = vars_[v].rbegin(); h != vars_[v].rend(); ++h) {
    const LaneMask here = both(left, h->where);
    if (here.empty())
      continue;
    const bool all = inside(left, h->where);
    std::uint64_t touched = 0, whole = 0; // lanes that may have it from here; that have it from here if they run
    for (const Conjunction &c : here)
      touched |= c.set;
    for (const Conjunction &c : h->where)
      if (c.literals.empty())
        whole |= c.set;
    if (all)
      whole = ~0ULL;
    for (std::size_t i = 0; i < conditions.lanes(); ++i)
      if ((touched & ~done & whole) >> i & 1)
        out[i] = h->value[i];
    done |= touched; // others stay unknown
    left = both(left, conditions.other(h->where));
    if (all || left.empty())
      break;
  }
  filled(out, m);
  return out;
}

void LaneState::assign(cfg::VarId v, const LaneMask &m, const PerLane &value, const LaneMask &truth) {
  std::erase_if(vars_[v], [&](const Held &h) { return inside(h.where, m); });
  vars_[v].push_back({m, value, truth});
}

PerLane LaneState::any_uniform(cfg::Type type) {
  return PerLane(conditions.lanes(), Number{conditions.unknown(type), true, false, type.width});
}

void LaneState::forget(cfg::VarId v, const LaneMask &m, bool uniform) {
  const cfg::Type type = k_.vars[v].type;
  assign(v, m, uniform && type.is_int() ? any_uniform(type) : PerLane(conditions.lanes()),
         type.is_bool() ? conditions.perhaps(uniform) : LaneMask{});
}

// Lanes that were not asked about have what the first one has.
void LaneState::filled(PerLane &v, const LaneMask &m) const {
  const std::uint64_t asked = conditions.lanes_of(m);
  const auto first = static_cast<std::size_t>(std::countr_zero(asked));
  for (std::size_t i = 0; i < v.size() && asked != 0; ++i)
    if ((asked >> i & 1) == 0 && !v[i])
      v[i] = v[first];
}

} // namespace lockstep::cost::certificate
