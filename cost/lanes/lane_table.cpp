// Counts for each combination of what decides who comes along, as a table (lane_count.h).
#include "cost/lanes/lane_count.h"

#include "support/sound.h"

#include <algorithm>
#include <map>

namespace lockstep::cost {

namespace {

constexpr Number widest = 8192; // of an index

// A sign so that like conditions share an index: one that falls with the first counter, or rises with the first name.
bool turned(const Expr &e) {
  for (const auto &[product, factor] : e.terms())
    if (std::any_of(product.begin(), product.end(), [](const AtomRef &a) {
          return a->kind == AtomKind::Symbol &&
                 (a->name.starts_with("k.") || a->name.starts_with("group.") || a->name.starts_with("warp."));
        }))
      return factor > 0;
  return !e.terms().empty() && e.terms().begin()->second < 0;
}

struct Index { // lies within [lo, hi]: what is outside decides the same
  Expr of;     // without a constant
  Number lo, hi;
};

struct Indices {
  std::vector<Index> all;
  std::map<std::size_t, std::size_t> of; // by condition
};

// What the conditions of the sets hang on, where that is a number that no lane has for itself.
Indices indices_of(const Masks &masks, const std::vector<Mask> &ms) {
  Indices out;
  for (const Mask m : ms)
    for (const std::size_t c : masks.conditions_of(m)) {
      const Condition &it = masks.condition(c);
      if (out.of.count(c) != 0 || it.kind == Condition::Unknown || it.value.concrete() || !it.value.terms.empty())
        continue;
      const bool turn = turned(it.value.shared);
      const Expr of = turn ? -it.value.shared : it.value.shared;
      const auto [least, greatest] = std::minmax_element(it.value.lanes.begin(), it.value.lanes.end());
      // value == lanes + x or lanes - x; from some x on, and up to some x, all lanes agree.
      Number lo = turn ? *least : -*greatest, hi = turn ? *greatest : -*least;
      if (it.kind == Condition::Zero) {
        --lo;
        ++hi;
      } else if (turn) { // lane > x
        --lo;
      } else {
        ++hi; // x > -lane
      }
      const auto same = std::find_if(out.all.begin(), out.all.end(), [&](const Index &i) {
        return i.of == of && std::max(i.hi, hi) - std::min(i.lo, lo) <= widest;
      });
      out.of[c] = static_cast<std::size_t>(same - out.all.begin());
      if (same == out.all.end()) {
        out.all.push_back({of, lo, hi});
      } else {
        same->lo = std::min(same->lo, lo);
        same->hi = std::max(same->hi, hi);
      }
    }
  return out;
}

// Of a condition, for each place of its index (one, where it has none): the lanes that surely meet it, and those that
// surely do not.
struct Decided {
  std::size_t index; // beyond the last: none
  std::vector<std::pair<LaneSet, LaneSet>> at;
};

std::map<std::size_t, Decided> decided_by(const Masks &masks, std::size_t lanes, const std::vector<Mask> &ms,
                                          const Indices &indices) {
  std::map<std::size_t, Decided> out;
  for (const Mask m : ms)
    for (const std::size_t c : masks.conditions_of(m)) {
      const auto [to, fresh] = out.try_emplace(c);
      if (!fresh)
        continue;
      const auto found = indices.of.find(c);
      const bool none = found == indices.of.end();
      const Condition &it = masks.condition(c);
      Decided &d = to->second;
      d.index = none ? indices.all.size() : found->second;
      const Number from = none ? 0 : indices.all[d.index].lo;
      const Number last = none ? 0 : indices.all[d.index].hi;
      const bool turn = !none && turned(it.value.shared);
      for (Number x = from; x <= last; ++x) {
        LaneSet yes = 0, no = 0;
        for (std::size_t lane = 0; lane < lanes; ++lane) {
          Truth here = masks.holds(c, lane);
          if (!none) {
            const Number v = it.value.lanes[lane] + (turn ? -x : x);
            here = (it.kind == Condition::Positive ? v > 0 : v == 0) ? Truth::Yes : Truth::No;
          }
          yes |= LaneSet(here == Truth::Yes) << lane;
          no |= LaneSet(here == Truth::No) << lane;
        }
        d.at.emplace_back(yes, no);
      }
    }
  return out;
}

struct CountTable {
  std::vector<std::size_t> shape;
  std::vector<Expr> args; // by dimension: its index, from 0
  std::vector<Rational> lo, hi;
};

// What nobody knows is left out.
void leave_unknown(CountTable &t) {
  for (std::size_t d = 0; d < t.args.size();) {
    if (!is_unknown(t.args[d])) {
      ++d;
      continue;
    }
    std::size_t inner = 1;
    for (std::size_t i = d + 1; i < t.shape.size(); ++i)
      inner *= t.shape[i];
    std::vector<Rational> next_lo, next_hi;
    for (std::size_t i = 0; i < t.lo.size(); ++i) {
      const std::size_t here = i / inner % t.shape[d], to = i / inner / t.shape[d] * inner + i % inner;
      if (here == 0) {
        next_lo.push_back(t.lo[i]);
        next_hi.push_back(t.hi[i]);
      } else {
        next_lo[to] = std::min(next_lo[to], t.lo[i]);
        next_hi[to] = std::max(next_hi[to], t.hi[i]);
      }
    }
    t.lo = std::move(next_lo);
    t.hi = std::move(next_hi);
    t.args.erase(t.args.begin() + static_cast<std::ptrdiff_t>(d));
    t.shape.erase(t.shape.begin() + static_cast<std::ptrdiff_t>(d));
  }
}

} // namespace

std::optional<CostBounds> LaneCounter::tabulate(const std::vector<Mask> &ms, const std::vector<Extra> &more,
                                                const Count &count, std::size_t limit) const {
  try {
    return tabulated(ms, more, count, limit);
  } catch (const TooLarge &) {
    return std::nullopt;
  }
}

std::optional<CostBounds> LaneCounter::tabulated(const std::vector<Mask> &ms, const std::vector<Extra> &more,
                                                 const Count &count, std::size_t limit) const {
  const Indices indices = indices_of(masks_, ms);
  CountTable out;
  std::size_t entries = 1;
  for (const Index &i : indices.all) {
    if (i.hi - i.lo > widest)
      return std::nullopt;
    out.shape.push_back(static_cast<std::size_t>(i.hi - i.lo + 1));
    out.args.push_back(i.of - Expr(integer(i.lo)));
    entries = std::min<std::size_t>(entries * out.shape.back(), limit + 1);
  }
  for (const Extra &e : more) {
    out.shape.push_back(e.size);
    out.args.push_back(e.index);
    entries = std::min<std::size_t>(entries * e.size, limit + 1);
  }
  if (entries > limit)
    return std::nullopt;
  const std::map<std::size_t, Decided> decided = decided_by(masks_, lanes_, ms, indices);
  const LaneSet all = lanes_ < 64 ? (LaneSet(1) << lanes_) - 1 : ~LaneSet(0);
  std::vector<std::size_t> at(out.shape.size(), 0);
  std::map<std::pair<std::vector<Lanes>, std::vector<long>>, Counted> counted;
  for (std::size_t entry = 0; entry < entries; ++entry) {
    const auto holds = [&](std::size_t c) {
      const Decided &d = decided.at(c);
      return d.at[d.index < indices.all.size() ? at[d.index] : 0];
    };
    std::vector<Lanes> sets;
    for (const Mask m : ms) {
      const auto [in, not_in] = masks_.lanes(m, all, holds);
      sets.push_back({support::left_out("lane_count.must") ? all & ~not_in : in, all & ~not_in});
    }
    std::vector<long> extra;
    for (std::size_t d = indices.all.size(); d < at.size(); ++d)
      extra.push_back(static_cast<long>(at[d]));
    const auto [found, fresh] = counted.try_emplace({sets, extra});
    if (fresh)
      found->second = count(sets, extra);
    out.lo.push_back(found->second.lo);
    out.hi.push_back(found->second.hi);
    for (std::size_t d = at.size(); d-- > 0;) {
      if (++at[d] < out.shape[d])
        break;
      at[d] = 0;
    }
  }
  leave_unknown(out);
  return CostBounds{table(out.shape, out.lo, out.args), table(out.shape, out.hi, out.args)};
}

} // namespace lockstep::cost
