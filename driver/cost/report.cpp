// See report.h.
#include "driver/cost/report.h"

#include "cost/formula/large_values.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace lockstep::driver {

namespace {

using cost::Bounds;
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

constexpr std::size_t longest_tree = 20'000;                   // characters of text
constexpr std::size_t longest_line = 160, longest_text = 1000; // of a formula beside its short form; of any

std::string formula(const std::string &text, std::size_t longest) {
  return text.size() <= longest ? text
                                : fmt::format("a formula of {} characters (--format json shows it)", text.size());
}

std::string bounds_text(const Bounds &b, std::size_t longest = longest_text) {
  const std::string lo = formula(b.lo.str(), longest);
  if (b.exact())
    return lo + " [exact]";
  return fmt::format("at least {}, {}", lo, b.hi ? "at most " + formula(b.hi->str(), longest) : "no upper bound");
}

struct Short { // what bounds are for large values
  cost::LargeValues where;
  Bounds bounds;
};

std::optional<Short> short_of(const Bounds &b) {
  const auto lo = cost::for_large_values(b.lo);
  const auto hi = b.exact() ? lo : b.hi ? cost::for_large_values(*b.hi) : std::nullopt;
  if (!lo && !hi)
    return std::nullopt;
  Short out{lo.value_or(cost::LargeValues{}), {lo ? lo->value : b.lo, hi ? std::optional(hi->value) : b.hi}};
  for (const auto &[name, from] : hi ? hi->from : decltype(hi->from){}) {
    auto &all = out.where.from;
    const auto same = std::find_if(all.begin(), all.end(), [&, &of = name](const auto &f) { return f.first == of; });
    if (same == all.end())
      all.emplace_back(name, from);
    else
      same->second = std::max(same->second, from);
  }
  return out;
}

// One line, and one for other values where a short form says more for large ones.
std::string bounds_lines(const Bounds &b, const std::map<std::string, cost::Integer> &at, const std::string &indent) {
  const auto large = short_of(b);
  if (!large)
    return bounds_text(b) + value_text(b, at) + "\n";
  std::string out = bounds_text(large->bounds);
  if (large->where.from.empty())
    return out + value_text(b, at) + "\n";
  out += fmt::format(" if {}{}\n{}  else: ", where_text(large->where), value_text(b, at), indent);
  return out + bounds_text(b, longest_line) + "\n";
}

// Of an upper bound alone.
std::string upper_lines(const cost::Expr &e, const std::map<std::string, cost::Integer> &at,
                        const std::string &indent) {
  const std::string value = at.empty() ? "" : " = " + number(cost::evaluate(e, at));
  const auto large = cost::for_large_values(e);
  if (!large)
    return fmt::format("at most {}{}\n", formula(e.str(), longest_text), value);
  const std::string first = "at most " + formula(large->value.str(), longest_text);
  if (large->from.empty())
    return first + value + "\n";
  return fmt::format("{} if {}{}\n{}  else: at most {}\n", first, where_text(*large), value, indent,
                     formula(e.str(), longest_line));
}

const cost::MetricBounds &chosen(const cost::KernelBounds &b, const std::string &per) {
  return per == "warp" ? b.warp : per == "group" ? b.group : b.grid;
}

// The dearest first, by values where there are some; else as in the text.
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
  std::stable_sort(all.begin(), all.end(), [](const auto &a, const auto &c) { return a.first > c.first; });
  std::vector<const cost::PlaceCost *> out;
  for (const auto &[worth, p] : all)
    out.push_back(p);
  return out;
}

// What a group takes at most on so many issue slots ([MH21], Theorem 2).
std::optional<cost::Expr> time_of(const cost::KernelBounds &b, const std::string &metric, unsigned slots) {
  const Bounds &work = bounds_of(b, b.group, metric), &span = bounds_of(b, b.span, metric);
  if (slots == 0 || !work.hi || !span.hi)
    return std::nullopt;
  return *work.hi * cost::Expr(cost::Rational(1, slots)) + *span.hi;
}

std::string kernel_text(const KernelCost &k, const CostReport &report) {
  const cost::KernelBounds &b = *k.bounds;
  std::string out = fmt::format("{}: {}\n", k.file, k.kernel);
  if (!b.refused.empty())
    return out + "  no bounds: " + b.refused + "\n";
  const std::string per = report.per == "access" ? "grid" : report.per;
  for (const cfg::Metric &metric : report.metrics) {
    const std::string &m = metric.name;
    const Bounds &c = bounds_of(b, chosen(b, per), m);
    out += fmt::format("  {} per {}: {}", m, per, bounds_lines(c, report.at, "  "));
    if (!c.hi)
      for (const cost::Unbounded &u : b.unbounded[*cost::index_of(b.metrics, m)])
        out += fmt::format("    no upper bound: {}{}\n", u.origin.known() ? u.origin.str() + ": " : "", u.why);
    if (report.spans) {
      out += fmt::format("    work of a group: {}", bounds_lines(bounds_of(b, b.group, m), report.at, "    "));
      out += fmt::format("    its span: {}", bounds_lines(bounds_of(b, b.span, m), report.at, "    "));
      if (const auto time = time_of(b, m, report.slots))
        out += fmt::format("    on {} slot{}: {}", report.slots, report.slots == 1 ? "" : "s",
                           upper_lines(*time, report.at, "    "));
    }
    if (report.per == "access")
      for (const cost::PlaceCost *p : dearest(b, m, report.at))
        out += fmt::format("    {}: {}: {}", p->origin.str(), p->what,
                           bounds_lines(bounds_of(b, p->grid, m), report.at, "    "));
  }
  for (const std::string &a : b.assumptions)
    out += "  assumes: " + a + "\n";
  if (!k.certified.empty())
    out += fmt::format("  {}\n", k.certified);
  return out;
}

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

} // namespace

const cost::Bounds &bounds_of(const cost::KernelBounds &k, const cost::MetricBounds &of, const std::string &metric) {
  return of.at(cost::index_of(k.metrics, metric).value());
}

std::string cost_text(const CostReport &report) {
  std::string out;
  for (const KernelCost &k : report.kernels)
    out += kernel_text(k, report);
  if (!report.kernels.empty())
    out += fmt::format("assumes: warps of {} lanes reconverge at joins; arrays start at multiples of {} bytes; no data "
                       "races\n",
                       report.target.lanes, report.base_align);
  for (const CostComparison &c : report.compared) {
    out += fmt::format("{}: {} (first) beside {} (second){}\n", c.metric, c.first, c.second,
                       c.proved ? "" : ", as tried:");
    for (const auto &[where, what] : c.parts)
      out += fmt::format("  {}{}{}\n", where, where.empty() ? "" : ": ", what);
  }
  for (const std::string &f : report.failures)
    out += f + "\n";
  return out;
}

std::string cost_json(const CostReport &report, int exit_status) {
  Json kernels = Json::array();
  for (const KernelCost &k : report.kernels) {
    const cost::KernelBounds &b = *k.bounds;
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
    kernels.push_back(std::move(one));
  }
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
  Json refused = Json::array();
  for (const KernelReport &r : report.refused)
    refused.push_back({{"file", r.file},
                       {"kernel", r.kernel},
                       {"verdict", verify::name(r.result.verdict)},
                       {"reason", r.result.reason}});
  Json out{{"version", 1},
           {"command", "cost"},
           {"exit_status", exit_status},
           {"target", report.target.name},
           {"lanes", report.target.lanes},
           {"base_align", report.base_align},
           {"kernels", kernels},
           {"comparisons", comparisons},
           {"refused", refused},
           {"failures", report.failures}};
  return out.dump(2) + "\n";
}

} // namespace lockstep::driver
