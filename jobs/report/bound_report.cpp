// See bound_report.h.
#include "jobs/report/bound_report.h"

#include "jobs/report/json_parts.h"

#include <algorithm>

namespace lockstep::jobs {

using cost::Bounds;

const cost::Bounds &bounds_of(const cost::KernelBounds &k, const cost::MetricBounds &of, const std::string &metric) {
  return of.at(cost::index_of(k.metrics, metric).value());
}

std::optional<ShortBounds> short_of(const Bounds &b) {
  const auto lo = cost::for_large_values(b.lo);
  const auto hi = b.exact() ? lo : b.hi ? cost::for_large_values(*b.hi) : std::nullopt;
  if (!lo && !hi)
    return std::nullopt;
  ShortBounds out{lo.value_or(cost::LargeValues{}), {lo ? lo->value : b.lo, hi ? std::optional(hi->value) : b.hi}};
  for (const auto &[name, from] : hi ? hi->from : decltype(hi->from){}) {
    auto &all = out.where.from;
    const auto same = std::ranges::find_if(all, [&, &of = name](const auto &f) { return f.first == of; });
    if (same == all.end())
      all.emplace_back(name, from);
    else
      same->second = std::max(same->second, from);
  }
  return out;
}

const cost::MetricBounds &chosen(const cost::KernelBounds &b, const std::string &per) {
  return per == "warp" ? b.warp : per == "group" ? b.group : b.grid;
}

std::vector<const cost::PlaceCost *> dearest(const cost::KernelBounds &b, const std::string &metric,
                                             const std::map<std::string, cost::Integer> &values) {
  std::vector<std::pair<cost::Rational, const cost::PlaceCost *>> all;
  for (const cost::PlaceCost &p : b.places) {
    const Bounds &c = bounds_of(b, p.grid, metric);
    if (c.exact() && c.lo.is_zero())
      continue;
    const cost::Value v = cost::evaluate(c.hi ? *c.hi : c.lo, values);
    all.emplace_back(v.number.value_or(cost::Rational(0)), &p);
  }
  std::ranges::stable_sort(all, [](const auto &a, const auto &c) { return a.first > c.first; });
  std::vector<const cost::PlaceCost *> out;
  for (const auto &[worth, p] : all)
    out.push_back(p);
  return out;
}

std::optional<cost::Expr> time_of(const cost::KernelBounds &b, const std::string &metric, unsigned slots) {
  const Bounds &work = bounds_of(b, b.group, metric), &span = bounds_of(b, b.span, metric);
  if (slots == 0 || !work.hi || !span.hi)
    return std::nullopt;
  return *work.hi * cost::Expr(cost::Rational(1, slots)) + *span.hi;
}

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t longest_tree = 20'000; // characters of text

Json tree_json(const cost::Expr &e);

Json list_json(const std::vector<cost::Expr> &all) {
  Json out = Json::array();
  for (const cost::Expr &e : all)
    out.push_back(tree_json(e));
  return out;
}

// An operator and its arguments; a string is a symbol or a fraction, which begins with a digit or '-'.
Json tree_json(const cost::Atom &a) {
  using cost::AtomKind;
  switch (a.kind) {
  case AtomKind::Symbol: return a.name;
  case AtomKind::Floor: return {{"op", "floor"}, {"args", list_json(a.args)}};
  case AtomKind::Mod: return {{"op", "mod"}, {"args", list_json(a.args)}};
  case AtomKind::Min: return {{"op", "min"}, {"args", list_json(a.args)}};
  case AtomKind::Max: return {{"op", "max"}, {"args", list_json(a.args)}};
  case AtomKind::AtLeastZero: return {{"op", "at_least_zero"}, {"args", list_json(a.args)}};
  case AtomKind::IsZero: return {{"op", "is_zero"}, {"args", list_json(a.args)}};
  case AtomKind::Log2: return {{"op", "log2"}, {"args", list_json(a.args)}};
  case AtomKind::Sum: return {{"op", "sum"}, {"variable", a.name}, {"args", list_json(a.args)}};
  case AtomKind::Table: break;
  }
  Json values = Json::array();
  for (const cost::Rational &v : a.values)
    values.push_back(v.get_str());
  return {{"op", "table"}, {"shape", a.shape}, {"values", values}, {"args", list_json(a.args)}};
}

Json tree_json(const cost::Expr &e) {
  Json sum = Json::array();
  for (const auto &[product, factor] : e.terms()) {
    Json args = Json::array();
    if (factor != 1 || product.empty())
      args.push_back(factor.get_str());
    for (const cost::AtomRef &a : product)
      args.push_back(tree_json(*a));
    sum.push_back(args.size() == 1 ? args[0] : Json{{"op", "*"}, {"args", args}});
  }
  if (sum.empty())
    return "0";
  return sum.size() == 1 ? sum[0] : Json{{"op", "+"}, {"args", sum}};
}

Json bounds_json(const Bounds &b, const std::map<std::string, cost::Integer> &values, bool tree = false) {
  Json out{{"lower", b.lo.str()}, {"upper", b.hi ? Json(b.hi->str()) : Json(nullptr)}, {"exact", b.exact()}};
  if (tree) { // a tree takes ten times the text
    const auto of = [](const cost::Expr &e) { return e.str().size() <= longest_tree ? tree_json(e) : Json(nullptr); };
    out["lower_tree"] = of(b.lo);
    out["upper_tree"] = b.hi ? of(*b.hi) : Json(nullptr);
  }
  if (const auto large = tree ? short_of(b) : std::nullopt)
    out["large"] = {{"where", where_text(large->where)},
                    {"lower", large->bounds.lo.str()},
                    {"upper", large->bounds.hi ? Json(large->bounds.hi->str()) : Json(nullptr)}};
  if (!values.empty()) {
    const cost::Value lo = cost::evaluate(b.lo, values);
    out["lower_value"] = lo.number ? Json(lo.number->get_str()) : Json(nullptr);
    const cost::Value hi = b.hi ? cost::evaluate(*b.hi, values) : cost::Value{};
    out["upper_value"] = hi.number ? Json(hi.number->get_str()) : Json(nullptr);
  }
  return out;
}

Json kernel_json(const BoundedKernel &k, const BoundReport &report) {
  const cost::KernelBounds &b = k.bounds;
  Json one{{"file", k.file}, {"kernel", k.kernel}, {"refused", b.refused.empty() ? Json(nullptr) : Json(b.refused)}};
  if (k.launch.known())
    one["launch"] = k.launch.str();
  one["affine"] = b.affine;
  one["metrics"] = Json::array();
  one["accesses"] = Json::array();
  one["assumptions"] = b.assumptions;
  for (const cfg::Metric &metric : report.metrics) {
    if (!b.refused.empty())
      continue;
    const std::string &m = metric.name;
    Json entry{{"metric", m}};
    for (const char *per : {"warp", "group", "grid"})
      entry[per] = bounds_json(bounds_of(b, chosen(b, per), m), report.at, true);
    if (report.spans) {
      entry["span"] = {{"group", bounds_json(bounds_of(b, b.span, m), report.at)},
                       {"longest", bounds_json(bounds_of(b, b.longest_span, m), report.at)}};
      if (const auto time = time_of(b, m, report.slots))
        entry["slots"] = {{"number", report.slots}, {"upper", time->str()}};
    }
    entry["unbounded"] = Json::array();
    for (const cost::Unbounded &u : b.unbounded[*cost::index_of(b.metrics, m)])
      entry["unbounded"].push_back({{"place", u.origin.str()}, {"why", u.why}});
    one["metrics"].push_back(std::move(entry));
    for (const cost::PlaceCost *p : dearest(b, m, report.at))
      one["accesses"].push_back({{"place", p->origin.str()},
                                 {"what", p->what},
                                 {"metric", m},
                                 {"grid", bounds_json(bounds_of(b, p->grid, m), report.at)}});
  }
  if (!k.certified.empty())
    one["certificate"] = k.certified;
  return one;
}

} // namespace

std::string bound_json(const BoundReport &report, int exit_status) {
  Json kernels = Json::array();
  for (const BoundedKernel &k : report.kernels)
    kernels.push_back(kernel_json(k, report));
  Json comparisons = Json::array();
  for (const CostComparison &c : report.compared) {
    Json parts = Json::array();
    for (const auto &[where, what] : c.parts)
      parts.push_back({{"where", where}, {"what", what}});
    comparisons.push_back({{"first", c.first},
                           {"second", c.second},
                           {"metric", c.metric},
                           {"proved", c.proved},
                           {"parts", std::move(parts)}});
  }
  Json out{{"version", 1},
           {"command", "cost"},
           {"exit_status", exit_status},
           {"target", report.target.name},
           {"lanes", report.target.lanes},
           {"base_align", report.base_align},
           {"kernels", kernels},
           {"comparisons", comparisons},
           {"refused", refused_json(report.refused)},
           {"failures", report.failures}};
  return out.dump(2) + "\n";
}

} // namespace lockstep::jobs
