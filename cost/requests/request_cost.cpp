// See request_cost.h.
#include "cost/requests/request_cost.h"

#include <algorithm>
#include <tuple>

namespace lockstep::coalescing {

namespace {

constexpr std::uint64_t constant_word = 4; // bytes: what constant memory broadcasts at a time

bool is_exact(const AccessCost &c, bool group) {
  return group ? c.wavefronts.exact() && c.degree.exact() : c.full_sectors.exact() && c.full_lines.exact();
}

// Do the lanes' places lie side by side?
bool is_run(const LaneForm &form, const std::vector<bool> &lanes, std::uint64_t granule, Interval bytes) {
  const std::vector<LaneGroup> groups = groups_of(form, lanes);
  if (form.loose() || groups.size() != 1 || !bytes.exact())
    return false;
  std::vector<Number> all;
  for (std::size_t i : groups[0].lanes)
    all.push_back(form.lanes[i]);
  const auto [least, most] = std::minmax_element(all.begin(), all.end());
  const Number span = (*most - *least + 1) * static_cast<Number>(granule);
  return span <= static_cast<Number>(bytes.hi);
}

Pattern pattern_of(const Request &r, std::uint64_t most, std::uint64_t ideal) {
  const auto bytes = distinct_bytes(r.form, r.lanes, r.place.granule, r.place.cost.bytes);
  if (std::count(r.lanes.begin(), r.lanes.end(), true) == 1)
    return Pattern::OneLane;
  if (bytes && bytes->exact() && bytes->hi == r.place.cost.bytes)
    return Pattern::Broadcast;
  if (most <= ideal)
    return Pattern::Coalesced;
  if (r.form.loose() && r.loaded)
    return Pattern::DataDependent;
  if (r.place.space != cfg::Space::Group && most == ideal + 1 && bytes &&
      is_run(r.form, r.lanes, r.place.granule, *bytes))
    return Pattern::Misaligned;
  return stride(r.form, r.lanes, r.place.granule) ? Pattern::Strided : Pattern::Scattered;
}

} // namespace

Trivial why_trivial(bool loaded) { return loaded ? Trivial::Memory : Trivial::Offset; }

bool count_banks(const cfg::Target &target, const Request &r, AccessCost &out) {
  const auto found = banks(r.form, r.lanes, r.place.granule, out.bytes, target);
  if (!found)
    return false;
  out.wavefronts = {r.all ? found->wavefronts.lo : 1, found->wavefronts.hi};
  out.degree = {r.all ? found->degree.lo : 1, found->degree.hi};
  out.phases = found->phases;
  out.pattern = pattern_of(r, out.wavefronts.hi, out.phases);
  return true;
}

bool count_sectors(const cfg::Target &target, const Request &r, AccessCost &out) {
  const cfg::Target &t = target;
  const auto touched = [&](std::uint64_t unit) {
    return units(r.form, r.lanes, r.place.granule, out.bytes, unit, r.place.align, r.apart);
  };
  const auto of_some = [&](Interval full, std::uint64_t unit) {
    return Interval{r.all ? full.lo : (out.bytes + unit - 1) / unit, full.hi};
  };
  const auto sectors = touched(t.sector_bytes), lines = touched(t.line_bytes);
  if (!sectors || !lines)
    return false;
  out.full_sectors = *sectors;
  out.full_lines = *lines;
  out.sectors = of_some(*sectors, t.sector_bytes);
  out.lines = of_some(*lines, t.line_bytes);
  return true;
}

bool count_units(const cfg::Target &target, const Request &r, AccessCost &out) {
  if (!count_sectors(target, r, out))
    return false;
  const cfg::Target &t = target;
  if (r.place.space == cfg::Space::Constant)
    if (const auto words = units(r.form, r.lanes, r.place.granule, out.bytes, constant_word, r.place.align, r.apart))
      out.words = Interval{r.all ? words->lo : (out.bytes + constant_word - 1) / constant_word, words->hi};
  const auto filled = [&](std::uint64_t bytes) { return (bytes + t.sector_bytes - 1) / t.sector_bytes; };
  if (const auto bytes = distinct_bytes(r.form, r.lanes, r.place.granule, out.bytes))
    out.ideal = Interval{filled(bytes->lo), filled(bytes->hi)};
  if (r.form.loose() && out.full_sectors.hi >= out.most_lanes * filled(out.bytes))
    out.trivial = why_trivial(r.loaded);
  out.pattern = pattern_of(r, out.full_sectors.hi, out.ideal ? out.ideal->hi : 0);
  return true;
}

void count_trivial(const cfg::Target &t, const Place &place, const cfg::Bounds &range, Trivial why, AccessCost &out) {
  const auto any = [&](std::uint64_t unit) {
    const std::uint64_t each = (out.bytes + unit - 2) / unit + 1;
    std::uint64_t hi = out.most_lanes * (unit % out.bytes == 0 && out.bytes == place.granule && place.align % unit == 0
                                             ? (out.bytes + unit - 1) / unit
                                             : each);
    const auto lo_at = range.lo.exact(), hi_at = range.hi.exact();
    if (lo_at && hi_at) {
      const Number from = *lo_at * static_cast<Number>(place.granule);
      const Number to = *hi_at * static_cast<Number>(place.granule) + static_cast<Number>(out.bytes) - 1;
      const Number u = static_cast<Number>(unit);
      const Number within = place.align % unit == 0 && from >= 0 ? to / u - from / u + 1 : (to - from + u) / u + 1;
      if (within < static_cast<Number>(hi))
        hi = static_cast<std::uint64_t>(within);
    }
    return Interval{(out.bytes + unit - 1) / unit, hi};
  };
  if (place.space == cfg::Space::Group) {
    const unsigned at_a_time = t.lanes_a_phase(out.bytes);
    const bool whole = out.bytes == place.granule && (t.bank_bytes % out.bytes == 0 || out.bytes % t.bank_bytes == 0);
    const std::uint64_t words =
        whole ? (out.bytes + t.bank_bytes - 1) / t.bank_bytes : (out.bytes + t.bank_bytes - 2) / t.bank_bytes + 1;
    out.degree = {1, std::min(out.most_lanes, at_a_time) * words};
    out.wavefronts = {1, out.most_lanes * words};
    out.phases = (t.lanes + at_a_time - 1) / at_a_time;
  } else {
    out.sectors = out.full_sectors = any(t.sector_bytes);
    out.lines = out.full_lines = any(t.line_bytes);
    if (place.space == cfg::Space::Constant)
      out.words = any(constant_word);
    out.ideal.reset();
  }
  if (out.kind == Access::Atomic)
    out.same = Interval{1, out.most_lanes};
  out.trivial = why;
  out.pattern = why == Trivial::Memory ? Pattern::DataDependent : Pattern::Unknown;
}

// Lanes with equal factors and no spread are at distances that are known.
Precision precision_of(const LaneForm &form, const std::vector<bool> &lanes, bool group, const AccessCost &c) {
  if (is_exact(c, group))
    return Precision::Exact;
  const bool rigid = !form.loose() && form.modulo == LaneForm::exact && groups_of(form, lanes).size() == 1;
  return rigid ? Precision::Start : Precision::Bounds;
}

void in_parts(bool group, AccessCost &out) {
  if (group) {
    out.precision = out.degree.exact() && out.wavefronts.exact() ? out.precision : Precision::Bounds;
    return;
  }
  const bool same = out.full_sectors == out.sectors && out.full_lines == out.lines;
  out.full_sectors = out.sectors;
  out.full_lines = out.lines;
  out.precision = same ? out.precision : Precision::Bounds;
}

void merge(AccessCost &out, const AccessCost &found, bool first) {
  std::vector<ValueCost> by_value = std::move(out.by_value);
  by_value.insert(by_value.end(), found.by_value.begin(), found.by_value.end());
  const auto join = [](std::optional<Interval> a, std::optional<Interval> b) {
    return a && b ? std::optional(around(*a, *b)) : std::nullopt;
  };
  if (first) {
    out = found;
  } else {
    const auto costs = [](const AccessCost &c) {
      return std::tuple(c.full_sectors.lo, c.full_sectors.hi, c.full_lines.lo, c.full_lines.hi, c.degree.lo,
                        c.degree.hi);
    };
    out.precision = std::max(out.precision, found.precision);
    if (out.precision < Precision::Cases && costs(out) != costs(found))
      out.precision = Precision::Cases;
    for (auto member : {&AccessCost::sectors, &AccessCost::lines, &AccessCost::full_sectors, &AccessCost::full_lines,
                        &AccessCost::wavefronts, &AccessCost::degree})
      out.*member = around(out.*member, found.*member);
    for (auto member : {&AccessCost::ideal, &AccessCost::words, &AccessCost::same})
      out.*member = join(out.*member, found.*member);
    out.phases = std::max(out.phases, found.phases);
    out.most_lanes = std::max(out.most_lanes, found.most_lanes);
    out.trivial = std::max(out.trivial, found.trivial);
    out.pattern = std::max(out.pattern, found.pattern);
  }
  out.by_value = std::move(by_value);
}

void merge_values(AccessCost &out) {
  std::vector<ValueCost> merged;
  for (const ValueCost &v : out.by_value) {
    const auto same =
        std::find_if(merged.begin(), merged.end(), [&](const ValueCost &m) { return m.values == v.values; });
    if (same == merged.end()) {
      merged.push_back(v);
      continue;
    }
    same->sectors = around(same->sectors, v.sectors);
    same->lines = around(same->lines, v.lines);
    same->degree = around(same->degree, v.degree);
  }
  const bool alike = std::all_of(merged.begin(), merged.end(), [&](const ValueCost &v) {
    return v.sectors == merged[0].sectors && v.lines == merged[0].lines && v.degree == merged[0].degree;
  });
  out.by_value = alike ? std::vector<ValueCost>{} : std::move(merged);
}

} // namespace lockstep::coalescing
