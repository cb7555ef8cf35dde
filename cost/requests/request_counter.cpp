// See request_counter.h.
#include "cost/requests/request_counter.h"

#include "cost/requests/touched_units.h"
#include "support/sound.h"

#include <algorithm>
#include <functional>

namespace lockstep::coalescing {

using cfg::Expr;

namespace {

// For all rests that what lanes share can leave, where that decides something. Sound because each number leaves one
// of them.
void each_rest(const Place &place, FormReader &reader, const std::vector<FormReader::Rest> &rests, Number tried,
               const std::function<void()> &visit) {
  constexpr Number most = 64, most_of_conditions = 8;
  reader.split(rests);
  reader.read(place.offset);
  const bool of_offset = reader.wanted().has_value();
  if (!of_offset)
    for (const Expr &c : reader.conditions())
      reader.may_hold(c);
  const auto wanted = reader.wanted();
  if (!wanted || tried * wanted->modulo > (of_offset ? most : most_of_conditions))
    return visit();
  const auto [lo, hi] = reader.range_of(wanted->symbol);
  const bool few = lo && hi && *lo >= 0 && *hi < wanted->modulo;
  for (Number rest = few ? *lo : 0; rest <= (few ? *hi : wanted->modulo - 1); ++rest) {
    std::vector<FormReader::Rest> next = rests;
    next.push_back({wanted->symbol, wanted->modulo, rest});
    each_rest(place, reader, next, tried * wanted->modulo, visit);
    if (support::left_out("requests.rests"))
      break;
  }
}

} // namespace

AccessCost RequestCounter::count(const Place &place) {
  AccessCost out = place.cost;
  if (!kernel_.analyses.ranges.reachable(out.block) || !kernel_.analyses.facts.reachable[out.block]) {
    out.reached = false;
    out.pattern = Pattern::Unreached;
    return out;
  }
  if (place.copy) {
    out.most_lanes = kernel_.options.target.lanes;
    kernel_.count_trivially(place, Trivial::Copy, out);
    return out;
  }
  if (warps_.empty()) {
    out.most_lanes = kernel_.options.target.lanes;
    kernel_.count_trivially(place, Trivial::Sizes, out);
    return out;
  }
  warps_.stand_at(out.block, out.stmt);
  const AccessCost found = of_all_warps(place, {}, false);
  return found.trivial == Trivial::Offset && values_.narrow(place) ? of_all_warps(place, {}, false) : found;
}

AccessCost RequestCounter::of_all_warps(const Place &place, const std::map<cfg::VarId, std::uint64_t> &given,
                                        bool apart) {
  AccessCost out = place.cost;
  bool first = true;
  for (std::size_t w = 0; w < warps_.size(); ++w) {
    FormReader &reader = warps_.reader(w);
    for (const Values &values : values_.at(place)) {
      std::map<cfg::VarId, std::uint64_t> all = values.of;
      all.insert(given.begin(), given.end());
      reader.assume(std::move(all));
      each_rest(place, reader, warps_.known(), 1, [&] {
        if (auto found = of_warp(place, reader, warps_.warp(w), values.text, apart)) {
          merge(out, *found, first);
          first = false;
        }
      });
    }
  }
  out.reached = !first;
  out.pattern = first ? Pattern::Unreached : out.pattern;
  merge_values(out);
  return out;
}

// What the warp's lanes do for one combination of values; none if no lane gets here.
std::optional<AccessCost> RequestCounter::of_warp(const Place &place, FormReader &reader, const Warp &warp,
                                                  const std::string &values, bool apart) const {
  std::optional<AccessCost> out;
  for (const std::vector<bool> &lanes : reader.admitted()) {
    const AccessCost found = of_lanes(place, reader, warp, values, apart, lanes);
    if (!out)
      out = place.cost;
    merge(*out, found, out->most_lanes == 0);
  }
  return out;
}

AccessCost RequestCounter::of_lanes(const Place &place, FormReader &reader, const Warp &warp, const std::string &values,
                                    bool apart, const std::vector<bool> &lanes) const {
  AccessCost out = place.cost;
  out.most_lanes = static_cast<unsigned>(std::count(lanes.begin(), lanes.end(), true));
  const bool together = support::sound("requests.parts", kernel_.parts.together(place.cost.block));
  const bool all = warp.whole && together && kernel_.decides(place.cost.block, reader);
  const auto form = reader.read(place.offset);
  const bool group = place.space == cfg::Space::Group;
  const bool loaded = kernel_.is_loaded(place);
  const auto counted = [&] {
    const Request r{place, *form, lanes, all, apart, loaded};
    return group ? count_banks(kernel_.options.target, r, out) : count_units(kernel_.options.target, r, out);
  };
  if (!form || !counted()) {
    kernel_.count_trivially(place, why_trivial(loaded), out);
    return out;
  }
  if (out.kind == Access::Atomic) {
    const Interval same = on_one_place(*form, lanes);
    out.same = Interval{all ? same.lo : 1, same.hi};
  }
  out.precision = precision_of(*form, lanes, group, out);
  if (!together)
    in_parts(group, out);
  if (!values.empty())
    out.by_value.push_back({values, out.full_sectors, out.full_lines, out.degree});
  return out;
}

} // namespace lockstep::coalescing
