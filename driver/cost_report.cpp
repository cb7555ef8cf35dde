// See cost_report.h.
#include "driver/cost_report.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace lockstep::driver {

namespace {

using cost::Bounds;
using cost::Metric;
using Json = nlohmann::ordered_json;

std::string number(const cost::Value &v) { return v.number ? v.number->get_str() : "? (" + v.problem + ")"; }

std::string value_text(const Bounds &b, const std::map<std::string, cost::Integer> &at) {
  if (at.empty())
    return "";
  const std::string lo = number(cost::evaluate(b.lo, at));
  if (b.exact())
    return " = " + lo;
  return fmt::format(" = {}..{}", lo, b.hi ? number(cost::evaluate(*b.hi, at)) : "?");
}

std::string bounds_text(const Bounds &b) {
  if (b.exact())
    return b.lo.str() + " [exact]";
  return fmt::format("at least {}, {}", b.lo.str(), b.hi ? "at most " + b.hi->str() : "no upper bound");
}

const cost::MetricBounds &chosen(const cost::KernelBounds &b, const std::string &per) {
  return per == "warp" ? b.warp : per == "group" ? b.group : b.grid;
}

std::size_t at(Metric m) { return static_cast<std::size_t>(m); }

// The dearest first, by values where there are some; else as in the text.
std::vector<const cost::PlaceCost *> dearest(const cost::KernelBounds &b, Metric m,
                                             const std::map<std::string, cost::Integer> &values) {
  std::vector<std::pair<cost::Rational, const cost::PlaceCost *>> all;
  for (const cost::PlaceCost &p : b.places) {
    const Bounds &c = p.grid[at(m)];
    if (c.exact() && c.lo.is_zero())
      continue;
    const cost::Value v = cost::evaluate(c.hi ? *c.hi : c.lo, values);
    all.emplace_back(v.number.value_or(cost::Rational(0)), &p);
  }
  std::stable_sort(all.begin(), all.end(), [](const auto &a, const auto &c) { return a.first > c.first; });
  std::vector<const cost::PlaceCost *> out;
  for (const auto &[worth, p] : all)
    out.push_back(p);
  return out;
}

std::string kernel_text(const KernelCost &k, const CostReport &report) {
  const cost::KernelBounds &b = *k.bounds;
  std::string out = fmt::format("{}: {}\n", k.file, k.kernel);
  if (!b.refused.empty())
    return out + "  no bounds: " + b.refused + "\n";
  const std::string per = report.per == "access" ? "grid" : report.per;
  for (const Metric m : report.metrics) {
    const Bounds &c = chosen(b, per)[at(m)];
    out += fmt::format("  {} per {}: {}{}\n", cost::name(m), per, bounds_text(c), value_text(c, report.at));
    if (!c.hi)
      for (const cost::Unbounded &u : b.unbounded[at(m)])
        out += fmt::format("    no upper bound: {}{}\n", u.origin.known() ? u.origin.str() + ": " : "", u.why);
    if (report.per == "access")
      for (const cost::PlaceCost *p : dearest(b, m, report.at))
        out += fmt::format("    {}: {}: {}{}\n", p->origin.str(), p->what, bounds_text(p->grid[at(m)]),
                           value_text(p->grid[at(m)], report.at));
  }
  for (const std::string &a : b.assumptions)
    out += "  assumes: " + a + "\n";
  return out;
}

Json bounds_json(const Bounds &b, const std::map<std::string, cost::Integer> &values) {
  Json out{{"lower", b.lo.str()}, {"upper", b.hi ? Json(b.hi->str()) : Json(nullptr)}, {"exact", b.exact()}};
  if (!values.empty()) {
    const cost::Value lo = cost::evaluate(b.lo, values);
    out["lower_value"] = lo.number ? Json(lo.number->get_str()) : Json(nullptr);
    const cost::Value hi = b.hi ? cost::evaluate(*b.hi, values) : cost::Value{};
    out["upper_value"] = hi.number ? Json(hi.number->get_str()) : Json(nullptr);
  }
  return out;
}

} // namespace

std::string cost_text(const CostReport &report) {
  std::string out;
  for (const KernelCost &k : report.kernels)
    out += kernel_text(k, report);
  if (!report.kernels.empty())
    out += fmt::format("assumes: warps of {} lanes reconverge at joins; arrays start at multiples of {} bytes; no data "
                       "races\n",
                       report.target.lanes, report.base_align);
  for (const std::string &f : report.failures)
    out += f + "\n";
  return out;
}

std::string cost_json(const CostReport &report, int exit_status) {
  Json kernels = Json::array();
  for (const KernelCost &k : report.kernels) {
    const cost::KernelBounds &b = *k.bounds;
    Json one{{"file", k.file}, {"kernel", k.kernel}, {"refused", b.refused.empty() ? Json(nullptr) : Json(b.refused)}};
    one["affine"] = b.affine;
    one["metrics"] = Json::array();
    one["accesses"] = Json::array();
    one["assumptions"] = b.assumptions;
    for (const Metric m : report.metrics) {
      if (!b.refused.empty())
        continue;
      Json entry{{"metric", cost::name(m)}};
      for (const char *per : {"warp", "group", "grid"})
        entry[per] = bounds_json(chosen(b, per)[at(m)], report.at);
      entry["unbounded"] = Json::array();
      for (const cost::Unbounded &u : b.unbounded[at(m)])
        entry["unbounded"].push_back({{"place", u.origin.str()}, {"why", u.why}});
      one["metrics"].push_back(std::move(entry));
      for (const cost::PlaceCost *p : dearest(b, m, report.at))
        one["accesses"].push_back({{"place", p->origin.str()},
                                   {"what", p->what},
                                   {"metric", cost::name(m)},
                                   {"grid", bounds_json(p->grid[at(m)], report.at)}});
    }
    kernels.push_back(std::move(one));
  }
  Json out{{"version", 1},       {"command", "cost"},           {"target", report.target.name},
           {"kernels", kernels}, {"failures", report.failures}, {"exit_status", exit_status}};
  return out.dump(2) + "\n";
}

} // namespace lockstep::driver
