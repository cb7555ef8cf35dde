// See stride_counter.h.
#include "cost/requests/stride_counter.h"

#include "support/sound.h"

#include <algorithm>
#include <numeric>

namespace lockstep::coalescing {

using cfg::Expr;

// What is the slope of all warps, in units of so many bytes?
std::optional<Slope> StrideCounter::slope(const Place &place, std::uint64_t unit) const {
  std::optional<Slope> out;
  for (std::size_t w = 0; w < warps_.size(); ++w) {
    FormReader &reader = warps_.plain(w);
    const auto form = reader.read(place.offset);
    const std::vector<bool> all(warps_.warp(w).lanes.size(), true);
    const auto found = form ? slope_of(*form, all, place.granule, place.cost.bytes, unit) : std::nullopt;
    if (!found || (out && out->variable != found->variable))
      return std::nullopt;
    if (!out)
      out = found;
    out->from = std::max(out->from, found->from);
    out->to = std::min(out->to, found->to);
  }
  return out;
}

// By warp; empty where more than the numbers changes with the variable. Sound because the conditions
// on the way are the same for all values, and so are the lanes that come.
std::vector<Folded> StrideCounter::folded(const Place &place, cfg::VarId variable) const {
  std::vector<Folded> out;
  if (values_.at(place).size() != 1 || !values_.at(place)[0].of.empty())
    return {};
  for (std::size_t w = 0; w < warps_.size(); ++w) {
    FormReader &reader = warps_.plain(w);
    const auto form = reader.read(place.offset);
    if (!form || reader.wanted() || form->modulo != LaneForm::exact)
      return {};
    std::vector<bool> lanes(warps_.warp(w).lanes.size(), true);
    bool decided_all = warps_.warp(w).whole && kernel_.decides(place.cost.block, reader);
    for (const Expr &c : reader.conditions()) {
      const auto known = reader.bits(c);
      for (std::size_t i = 0; known && i < lanes.size(); ++i)
        lanes[i] = lanes[i] && (*known)[i] != 0;
      decided_all = decided_all && known;
    }
    auto one = fold(*form, variable, std::move(lanes));
    if (!one || reader.wanted() || support::unsound("requests.folded", !decided_all))
      return {};
    out.push_back(std::move(*one));
  }
  return out;
}

AccessCost StrideCounter::of_folded(const Place &place, const std::vector<Folded> &warps, std::uint64_t value) const {
  AccessCost out = place.cost;
  bool first = true;
  const bool loaded = kernel_.is_loaded(place);
  for (const Folded &f : warps) {
    AccessCost one = place.cost;
    one.most_lanes = static_cast<unsigned>(std::count(f.lanes.begin(), f.lanes.end(), true));
    if (one.most_lanes == 0)
      continue;
    const LaneForm form = f.at(value);
    const Request r{place, form, f.lanes, true, false, loaded};
    if (!(place.space == cfg::Space::Group ? count_banks(kernel_.options.target, r, one)
                                           : count_sectors(kernel_.options.target, r, one)))
      kernel_.count_trivially(place, why_trivial(loaded), one);
    merge(out, one, first);
    first = false;
  }
  out.reached = !first;
  return out;
}

// Sound because the small values are counted one by one, as values that the variable is assumed to have; for larger
// ones lanes are apart, and of group memory the place within all banks is what counts, which repeats.
std::optional<ByStride> StrideCounter::by_stride(const Place &place, const AccessCost &found) {
  constexpr Number most_values = 160, most_counts = 1500;
  const bool group = place.space == cfg::Space::Group;
  if (!found.reached || found.trivial != Trivial::No || !found.by_value.empty() ||
      (group ? found.degree.exact() : found.full_sectors.exact()))
    return std::nullopt;
  const cfg::Target &t = kernel_.options.target;
  const auto at = slope(place, group ? t.bank_bytes : std::max(t.sector_bytes, t.line_bytes));
  if (!at || kernel_.kernel.vars[at->variable].source_name.empty() || !kernel_.uniform.var_uniform[at->variable])
    return std::nullopt;
  const std::uint64_t round = t.bank_bytes * t.banks;
  ByStride out{kernel_.kernel.vars[at->variable].source_name, group ? round / std::gcd(round, place.granule) : 0, {}};
  const Number values = at->from + static_cast<Number>(out.period);
  const auto each = static_cast<Number>(warps_.size() * values_.at(place).size());
  if (values > most_values || values * each > most_counts || at->to < values)
    return std::nullopt;
  const cfg::Type type = kernel_.kernel.vars[at->variable].type;
  const cfg::Bounds range =
      kernel_.analyses.ranges
          .evaluate_before(cfg::variable(at->variable, type), kernel_.kernel, found.block, found.stmt)
          .as_signed;
  const Number least = range.lo.exact().value_or(0), most = range.hi.exact().value_or(at->to);
  if (most < 0)
    return std::nullopt;
  const auto add = [&](const AccessCost &c, std::uint64_t from, std::optional<std::uint64_t> to, std::uint64_t every) {
    if (c.reached && (!to || static_cast<Number>(*to) >= least) && static_cast<Number>(from) <= most)
      out.pieces.push_back({from, to, every, c.sectors, c.lines, c.full_sectors, c.full_lines, c.degree});
    return c.trivial == Trivial::No;
  };
  const std::optional<std::uint64_t> last =
      at->to >= (Number(1) << (type.width - 1)) - 1 && most >= (Number(1) << (type.width - 1)) - 1
          ? std::nullopt
          : std::optional(static_cast<std::uint64_t>(std::min(at->to, most)));
  const std::vector<Folded> plain = folded(place, at->variable);
  for (Number v = 0; v < values; ++v) {
    const auto value = static_cast<std::uint64_t>(v);
    const bool large = group && support::sound("requests.small_values", v >= at->from);
    const AccessCost cost =
        plain.empty() ? requests_.of_all_warps(place, {{at->variable, value}}, false) : of_folded(place, plain, value);
    if (!add(cost, value, large ? last : std::optional(value), large ? out.period : 1))
      return std::nullopt;
  }
  if (!group && !add(requests_.of_all_warps(place, {}, true), static_cast<std::uint64_t>(at->from), last, 1))
    return std::nullopt;
  out.pieces = merged(std::move(out.pieces), out.period);
  return out;
}

} // namespace lockstep::coalescing
