// See report.h.
#include "driver/cost/report.h"

#include "cost/formula/large_values.h"

#include <fmt/format.h>

namespace lockstep::driver {

namespace {

using cost::Bounds;

std::string number(const cost::Value &v) { return v.number ? v.number->get_str() : "? (" + v.problem + ")"; }

std::string value_text(const Bounds &b, const std::map<std::string, cost::Integer> &at) {
  if (at.empty())
    return "";
  const std::string lo = number(cost::evaluate(b.lo, at));
  if (b.exact())
    return " = " + lo;
  return fmt::format(" = {}..{}", lo, b.hi ? number(cost::evaluate(*b.hi, at)) : "?");
}

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

// One line, and one for other values where a short form says more for large ones.
std::string bounds_lines(const Bounds &b, const std::map<std::string, cost::Integer> &at, const std::string &indent) {
  const auto large = jobs::short_of(b);
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

std::string kernel_text(const jobs::BoundedKernel &k, const jobs::BoundReport &report) {
  const cost::KernelBounds &b = k.bounds;
  std::string out = fmt::format("{}: {}\n", k.file, k.kernel);
  if (!b.refused.empty())
    return out + "  no bounds: " + b.refused + "\n";
  const std::string per = report.per == "access" ? "grid" : report.per;
  for (const cfg::Metric &metric : report.metrics) {
    const std::string &m = metric.name;
    const Bounds &c = jobs::bounds_of(b, jobs::chosen(b, per), m);
    out += fmt::format("  {} per {}: {}", m, per, bounds_lines(c, report.at, "  "));
    if (!c.hi)
      for (const cost::Unbounded &u : b.unbounded[*cost::index_of(b.metrics, m)])
        out += fmt::format("    no upper bound: {}{}\n", u.origin.known() ? u.origin.str() + ": " : "", u.why);
    if (report.spans) {
      out += fmt::format("    work of a group: {}", bounds_lines(jobs::bounds_of(b, b.group, m), report.at, "    "));
      out += fmt::format("    its span: {}", bounds_lines(jobs::bounds_of(b, b.span, m), report.at, "    "));
      if (const auto time = jobs::time_of(b, m, report.slots))
        out += fmt::format("    on {} slot{}: {}", report.slots, report.slots == 1 ? "" : "s",
                           upper_lines(*time, report.at, "    "));
    }
    if (report.per == "access")
      for (const cost::PlaceCost *p : jobs::dearest(b, m, report.at))
        out += fmt::format("    {}: {}: {}", p->origin.str(), p->what,
                           bounds_lines(jobs::bounds_of(b, p->grid, m), report.at, "    "));
  }
  for (const std::string &a : b.assumptions)
    out += "  assumes: " + a + "\n";
  if (!k.certified.empty())
    out += fmt::format("  {}\n", k.certified);
  return out;
}

} // namespace

std::string cost_text(const jobs::BoundReport &report) {
  std::string out;
  for (const jobs::BoundedKernel &k : report.kernels)
    out += kernel_text(k, report);
  if (!report.kernels.empty())
    out += fmt::format("assumes: warps of {} lanes reconverge at joins; arrays start at multiples of {} bytes; no data "
                       "races\n",
                       report.target.lanes, report.base_align);
  for (const jobs::CostComparison &c : report.compared) {
    out += fmt::format("{}: {} (first) beside {} (second){}\n", c.metric, c.first, c.second,
                       c.proved ? "" : ", as tried:");
    for (const auto &[where, what] : c.parts)
      out += fmt::format("  {}{}{}\n", where, where.empty() ? "" : ": ", what);
  }
  for (const std::string &f : report.failures)
    out += f + "\n";
  return out;
}

} // namespace lockstep::driver
