// Costs in reports of `lockstep run` (costs.h).
#include "driver/run/costs.h"

#include "jobs/input/metric_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <tuple>

namespace lockstep::driver {

namespace {

using cfg::Atom;

// Of the groups' spans the greatest.
std::int64_t span_of(const semantics::CostCounts &counts, const cfg::Metric &metric) {
  std::map<std::uint64_t, std::vector<std::int64_t>> dearest; // by group, then by interval
  for (const auto &[warp, intervals] : counts.intervals) {
    std::vector<std::int64_t> &of_group = dearest[warp.group];
    of_group.resize(std::max(of_group.size(), intervals.size()));
    for (std::size_t i = 0; i < intervals.size(); ++i)
      of_group[i] = std::max(of_group[i], cfg::weigh(metric.span(), intervals[i]));
  }
  std::int64_t span = 0;
  for (const auto &[group, costs] : dearest) {
    std::int64_t sum = 0;
    for (std::int64_t c : costs)
      sum += c;
    span = std::max(span, sum);
  }
  return span;
}

constexpr std::array counted_by_both{Atom::Request,   Atom::Sector,   Atom::Line, Atom::BytesMoved, Atom::BytesUsed,
                                     Atom::Wavefront, Atom::Conflict, Atom::Word, Atom::Same};

template <typename Key> using Counts = std::map<Key, cfg::AtomCounts>;

template <typename Key> bool same(const Counts<Key> &a, const Counts<Key> &b) {
  auto within = [](const Counts<Key> &these, const Counts<Key> &those) {
    return std::ranges::all_of(these, [&](const auto &entry) {
      const auto other = those.find(entry.first);
      return std::ranges::all_of(counted_by_both, [&](Atom atom) {
        return entry.second[atom] == (other == those.end() ? 0 : other->second[atom]);
      });
    });
  };
  return within(a, b) && within(b, a);
}

} // namespace

bool same_requests(const semantics::CostCounts &traces, const semantics::CostCounts &requests) {
  return same(traces.sites, requests.sites) && same(traces.warps, requests.warps);
}

ObservedCosts observed_costs(const semantics::CostCounts &counts, const semantics::CostCounts &late,
                             const cfg::Kernel &k, const std::vector<cfg::Metric> &metrics) {
  ObservedCosts out;
  out.warps = counts.warps.size();
  std::set<std::uint64_t> groups;
  for (const auto &[warp, n] : counts.warps)
    groups.insert(warp.group);
  out.groups = groups.size();
  for (const cfg::Metric &m : metrics) {
    MetricCost c{m, cfg::weigh(m.work, counts.total())};
    bool first = true;
    for (const auto &[warp, n] : counts.warps) {
      const std::int64_t cost = cfg::weigh(m.work, n);
      c.least = first ? cost : std::min(c.least, cost);
      c.most = std::max(c.most, cost);
      if (first)
        c.first = cost;
      first = false;
    }
    c.span = span_of(counts, m);
    c.late = cfg::weigh(m.work, late.total());
    c.late_span = span_of(late, m);
    out.metrics.push_back(std::move(c));
  }
  using Place = std::tuple<std::string, unsigned, unsigned>;
  std::map<Place, PlaceCost> places;
  for (const auto &[site, n] : counts.sites) {
    const support::Origin &origin = semantics::origin_of(k, site);
    const support::SourcePlace &p = origin.place();
    PlaceCost &place = places[{p.file, p.line, p.column}];
    place.origin = origin;
    place.totals.resize(metrics.size());
    for (std::size_t i = 0; i < metrics.size(); ++i)
      place.totals[i] += cfg::weigh(metrics[i].work, n);
  }
  for (auto &[key, place] : places)
    if (std::ranges::any_of(place.totals, [](std::int64_t t) { return t != 0; }))
      out.places.push_back(std::move(place));
  std::ranges::stable_sort(out.places, [](const PlaceCost &a, const PlaceCost &b) { return a.totals > b.totals; });
  return out;
}

std::string costs_text(const ObservedCosts &c) {
  std::string text =
      fmt::format("{} warp{} in {} group{}\n", c.warps, c.warps == 1 ? "" : "s", c.groups, c.groups == 1 ? "" : "s");
  for (const MetricCost &m : c.metrics) {
    auto number = [&](std::int64_t n) { return jobs::over(n, m.metric.denominator); };
    text += fmt::format("{}: {} in all, {} a warp, span {}", m.metric.name, number(m.total),
                        m.least == m.most ? number(m.least) : number(m.least) + ".." + number(m.most), number(m.span));
    if (m.late != m.total)
      text += fmt::format("; {} in all where lanes come together at immediate post-dominators only", number(m.late));
    text += "\n";
  }
  for (const PlaceCost &p : c.places) {
    std::string costs;
    for (std::size_t i = 0; i < c.metrics.size(); ++i)
      if (p.totals[i] != 0)
        costs += fmt::format("{}{} {}", costs.empty() ? "" : ", ", c.metrics[i].metric.name,
                             jobs::over(p.totals[i], c.metrics[i].metric.denominator));
    text += fmt::format("{}: {}\n", p.origin.known() ? p.origin.str() : "-", costs);
  }
  if (c.counters_agree == false)
    text += "the lock-step machine counts other requests: what the kernel does depends on the schedule\n";
  return text;
}

nlohmann::ordered_json costs_json(const ObservedCosts &c) {
  nlohmann::ordered_json j = {{"groups", c.groups}, {"warps", c.warps}};
  if (c.counters_agree)
    j["counters_agree"] = *c.counters_agree;
  j["metrics"] = nlohmann::ordered_json::array();
  for (const MetricCost &m : c.metrics)
    j["metrics"].push_back({{"name", m.metric.name},
                            {"denominator", m.metric.denominator},
                            {"total", m.total},
                            {"least", m.least},
                            {"most", m.most},
                            {"first", m.first},
                            {"span", m.span},
                            {"at_post_dominators", m.late}});
  j["places"] = nlohmann::ordered_json::array();
  for (const PlaceCost &p : c.places) {
    const support::SourcePlace &at = p.origin.place();
    nlohmann::ordered_json costs = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < c.metrics.size(); ++i)
      costs[c.metrics[i].metric.name] = p.totals[i];
    j["places"].push_back({{"file", at.file}, {"line", at.line}, {"column", at.column}, {"costs", costs}});
  }
  return j;
}

} // namespace lockstep::driver
