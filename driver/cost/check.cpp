// See check.h.
#include "driver/cost/check.h"

#include "cost/formula/expr_text.h"
#include "driver/process/in_process.h"
#include "support/text_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <regex>

namespace lockstep::driver {

namespace {

using cost::Expr;
using cost::Integer;
using Values = std::map<std::string, Integer>;

constexpr std::size_t points = 1000, tries = 200'000;

bool is_size(const std::string &name) {
  return name.starts_with("groups.") || name.starts_with("local.") || name.starts_with("group.");
}

// Points for these symbols: corners near 0 and near powers of two first, then spread. The sequence is a fixed one, so
// an answer does not depend on the run.
class Points {
public:
  Points(const std::vector<Expr> &all, const Values &given) : given_(given) {
    for (const Expr &e : all)
      for (const auto &[name, atom] : cost::symbols_of(e))
        if (given.count(name) == 0)
          names_.emplace(name, atom);
  }

  bool single() const { return names_.empty(); }

  Values next() {
    Values out = given_;
    for (const auto &[name, atom] : names_) {
      const std::uint64_t drawn = random();
      static constexpr std::array<unsigned, 4> widths{3, 6, 9, 12};
      Integer n = static_cast<unsigned long>(random() % (std::uint64_t(1) << widths[drawn % 4]));
      if (drawn / 4 % 2 == 0) // sizes like to be multiples
        n *= 32;
      if (is_size(name)) {
        n = n % 64 + 1;
        if (name.starts_with("local."))
          n *= drawn / 8 % 2 == 0 ? 16 : 1;
      }
      if (atom->lo && n < *atom->lo)
        n = *atom->lo;
      if (atom->hi && n > *atom->hi)
        n = *atom->hi;
      out[name] = n;
    }
    return out;
  }

private:
  std::uint64_t random() { // splitmix64 (G. Steele, D. Lea, C. Flood, 2014)
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }
  const Values given_;
  std::map<std::string, cost::AtomRef> names_;
  std::uint64_t state_ = 1;
};

std::string at_text(const Values &v) {
  std::string out;
  for (const auto &[name, n] : v)
    out += fmt::format("{}{} = {}", out.empty() ? "" : ", ", name, n.get_str());
  return out.empty() ? "always" : "at " + out;
}

struct Where { // the condition of a mark: equations give values, the rest is tested
  std::vector<std::pair<std::string, Expr>> equations;
  Expr tests = 1; // 1 or 0
};

// Where the two differ; empty: nowhere, as far as was looked.
std::optional<std::string> difference(const Expr &found, const Expr &wanted, const Where &where) {
  if (found == wanted)
    return std::nullopt;
  std::vector<Expr> all{found, wanted, where.tests};
  for (const auto &[name, value] : where.equations)
    all.push_back(value);
  Points sequence(all, {});
  std::size_t seen = 0;
  for (std::size_t i = 0; i < tries && seen < points; ++i) {
    Values at = sequence.next();
    for (const auto &[name, value] : where.equations)
      if (const cost::Value v = cost::evaluate(value, at); v.number)
        at[name] = cost::floor_of(*v.number);
    if (const cost::Value holds = cost::evaluate(where.tests, at); !holds.number || *holds.number == 0)
      continue;
    ++seen;
    const cost::Value a = cost::evaluate(found, at), b = cost::evaluate(wanted, at);
    if (!a.number || !b.number)
      return fmt::format("not comparable {}: {}", at_text(at), a.number ? b.problem : a.problem);
    if (*a.number != *b.number)
      return fmt::format("{} {} where {} is expected", at_text(at), a.number->get_str(), b.number->get_str());
    if (sequence.single())
      break;
  }
  return seen == 0 ? std::optional<std::string>("no point was found that meets the condition") : std::nullopt;
}

support::Result<Where> where_of(const std::string &text, std::string &problem) {
  Where out;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find(" and ", from), text.size());
    const std::string part = text.substr(from, end - from);
    from = end + 5;
    const cost::Read read = cost::parse("[" + part + "]");
    if (!read.expr) {
      problem = fmt::format("'{}': {}", part, read.problem);
      return support::failure;
    }
    if (const std::size_t sign = part.find("=="); sign != std::string::npos) {
      const cost::Read left = cost::parse(part.substr(0, sign)), right = cost::parse(part.substr(sign + 2));
      const cost::AtomRef name = left.expr ? left.expr->single_atom() : nullptr;
      if (name && name->kind == cost::AtomKind::Symbol && right.expr && !cost::mentions(*right.expr, name->name) &&
          name->name != "groups" && name->name != "local" && name->name != "threads" && name->name != "warps") {
        out.equations.emplace_back(name->name, *right.expr);
        continue;
      }
    }
    out.tests = out.tests * *read.expr;
  }
  return out;
}

struct CostMark {
  unsigned line = 0;
  std::string text, metric, low, high, condition;
};

std::vector<CostMark> marks_of(const std::string &file) {
  static const std::regex mark(R"(/\*@cost ([\w.]+) = ((?:[^*]|\*(?!/))*)\*/)");
  std::vector<CostMark> out;
  for (const auto &[line, row] : marked_lines(file))
    for (std::sregex_iterator m(row.begin(), row.end(), mark), none; m != none; ++m) {
      CostMark found{line, m->str(), (*m)[1], (*m)[2], (*m)[2], ""};
      if (const std::size_t at = found.low.find(" if "); at != std::string::npos) {
        found.condition = found.low.substr(at + 4);
        found.low.resize(at);
      }
      found.high = found.low;
      if (const std::size_t at = found.low.find(".."); at != std::string::npos) {
        found.high = found.low.substr(at + 2);
        found.low.resize(at);
      }
      out.push_back(std::move(found));
    }
  return out;
}

// `threads`, `warps`, `groups`, `local`: of the whole launch.
Expr with_sizes(Expr e, const jobs::BoundedKernel &k, std::size_t lanes) {
  const cost::KernelBounds &b = k.bounds;
  const Expr groups = b.groups[0] * b.groups[1] * b.groups[2];
  const Expr local = b.local_sizes[0] * b.local_sizes[1] * b.local_sizes[2];
  e = cost::substitute(e, "threads", groups * local);
  e = cost::substitute(e, "warps", groups * cost::ceil_div(local, static_cast<long>(lanes)));
  e = cost::substitute(e, "groups", groups);
  return cost::substitute(e, "local", local);
}

unsigned line_of(const jobs::BoundedKernel &k) {
  return k.normal.origin.known() ? static_cast<unsigned>(k.normal.origin.place().line) : 0;
}

std::string name_of(const jobs::BoundedKernel &k, const cfg::Metric &m) {
  return fmt::format("{}|{}|{}|{}", k.file, k.kernel, k.launch.known() ? k.launch.str() : "", m.name);
}

// `span.NAME` is of the group that has the longest.
constexpr std::string_view of_span = "span.";
std::string without_span(const std::string &name) {
  return name.starts_with(of_span) ? name.substr(of_span.size()) : name;
}

} // namespace

MarkedMetrics marked_metrics(const std::string &file) {
  MarkedMetrics out;
  for (const CostMark &mark : marks_of(file))
    if (auto metric = cfg::metric(without_span(mark.metric))) {
      out.spans = out.spans || mark.metric.starts_with(of_span);
      if (!cost::index_of(out.metrics, metric->name))
        out.metrics.push_back(std::move(*metric));
    }
  return out;
}

std::vector<std::string> cost_marks_missed(const jobs::BoundReport &report) {
  std::vector<std::string> out;
  std::map<std::string, std::vector<const jobs::BoundedKernel *>> files;
  for (const jobs::BoundedKernel &k : report.kernels)
    files[k.file].push_back(&k);
  for (const auto &[file, kernels] : files) {
    for (const CostMark &mark : marks_of(file)) {
      const auto fail = [&](const std::string &why) {
        out.push_back(fmt::format("{}:{}: error: {}: {}", file, mark.line, mark.text, why));
      };
      const std::string metric = without_span(mark.metric);
      if (!cfg::metric(metric)) {
        fail("no such metric");
        continue;
      }
      const cost::Read low = cost::parse(mark.low), high = cost::parse(mark.high);
      std::string problem = !low.problem.empty() ? low.problem : high.problem;
      const auto where = where_of(mark.condition, problem);
      if (!problem.empty()) {
        fail(problem);
        continue;
      }
      // A mark belongs to the last kernel that begins before it.
      unsigned begin = 0;
      for (const jobs::BoundedKernel *k : kernels)
        if (line_of(*k) <= mark.line)
          begin = std::max(begin, line_of(*k));
      for (const jobs::BoundedKernel *k : kernels) {
        if (line_of(*k) != begin)
          continue;
        if (!k->bounds.refused.empty()) {
          fail(k->bounds.refused);
          continue;
        }
        const cost::Bounds &b = jobs::bounds_of(
            k->bounds, mark.metric.starts_with(of_span) ? k->bounds.longest_span : k->bounds.grid, metric);
        const auto sized = [&](const Expr &e) { return with_sizes(e, *k, report.target.lanes); };
        Where given;
        given.tests = sized(where->tests);
        for (const auto &[name, value] : where->equations)
          given.equations.emplace_back(name, sized(value));
        if (!b.hi) {
          fail("there is no upper bound");
          continue;
        }
        if (const auto wrong = difference(b.lo, sized(*low.expr), given))
          fail(fmt::format("the lower bound: {}", *wrong));
        else if (const auto above = difference(*b.hi, sized(*high.expr), given))
          fail(fmt::format("the upper bound: {}", *above));
      }
    }
  }
  return out;
}

support::Result<CostBaseline> read_cost_baseline(const std::string &path, support::Diagnostics &diags) {
  const auto text = support::read_source(path, diags);
  if (!text)
    return support::failure;
  CostBaseline out;
  try {
    const auto report = nlohmann::json::parse(*text);
    if (report.at("version") != 1 || report.at("command") != "cost")
      throw std::runtime_error("another report");
    for (const auto &k : report.at("kernels"))
      for (const auto &m : k.at("metrics")) {
        const std::string name =
            fmt::format("{}|{}|{}|{}", k.at("file").get<std::string>(), k.at("kernel").get<std::string>(),
                        k.value("launch", ""), m.at("metric").get<std::string>());
        std::optional<Expr> &upper = out.upper[name];
        if (m.at("grid").at("upper").is_null())
          continue;
        cost::Read read = cost::parse(m.at("grid").at("upper").get<std::string>());
        if (!read.expr)
          throw std::runtime_error(read.problem);
        upper = std::move(read.expr);
      }
  } catch (const std::exception &e) {
    diags.error({}, fmt::format("'{}' is no report of `lockstep cost --format json`: {}", path, e.what()));
    return support::failure;
  }
  return out;
}

std::vector<std::string> costlier_than(const jobs::BoundReport &report, const CostBaseline &baseline) {
  std::vector<std::string> out;
  for (const jobs::BoundedKernel &k : report.kernels)
    for (const cfg::Metric &m : report.metrics) {
      const auto before = baseline.upper.find(name_of(k, m));
      if (before == baseline.upper.end() || !before->second)
        continue;
      const auto fail = [&](const std::string &why) {
        out.push_back(fmt::format("{}: error: kernel '{}': {}: {} (--baseline)", k.file, k.kernel, m.name, why));
      };
      if (!k.bounds.refused.empty() || !jobs::bounds_of(k.bounds, k.bounds.grid, m.name).hi) {
        fail("no upper bound, before there was one");
        continue;
      }
      const Expr &now = *jobs::bounds_of(k.bounds, k.bounds.grid, m.name).hi;
      const Expr apart = now - *before->second;
      if (const auto top = cost::most(apart); top && *top <= 0)
        continue;
      Points sequence({now, *before->second}, report.at);
      for (std::size_t i = 0; i < points; ++i) {
        const Values at = sequence.next();
        const cost::Value a = cost::evaluate(now, at), b = cost::evaluate(*before->second, at);
        if (!a.number || !b.number) {
          fail(fmt::format("not comparable {}: {}", at_text(at), a.number ? b.problem : a.problem));
          break;
        }
        if (*a.number > *b.number) {
          fail(fmt::format("{} up to {}, before {}", at_text(at), a.number->get_str(), b.number->get_str()));
          break;
        }
      }
    }
  return out;
}

namespace {

// Which of two bounds is less: by values -1, 0, 1; 2: the bounds do not say.
int order(const cost::Bounds &a, const cost::Bounds &b, const Values &at) {
  const auto number = [&](const std::optional<Expr> &e) {
    return e ? cost::evaluate(*e, at).number : std::optional<cost::Rational>();
  };
  const auto a_lo = number(a.lo), a_hi = number(a.hi), b_lo = number(b.lo), b_hi = number(b.hi);
  if (a_lo && a_hi && b_lo && b_hi && *a_lo == *a_hi && *b_lo == *b_hi && *a_lo == *b_lo)
    return 0;
  if (a_hi && b_lo && *a_hi < *b_lo)
    return -1;
  if (b_hi && a_lo && *b_hi < *a_lo)
    return 1;
  return 2;
}

std::string said(int order) {
  static constexpr std::array<const char *, 4> texts{"the first costs less", "equal", "the second costs less",
                                                     "the bounds do not decide"};
  return texts[static_cast<std::size_t>(order + 1)];
}

constexpr long longest_scan = 4096;

void along(const std::string &name, const cost::AtomRef &atom, const cost::Bounds &a, const cost::Bounds &b,
           const Values &given, jobs::CostComparison &out) {
  long first = is_size(name) ? 1 : 0;
  const long last = first + longest_scan;
  if (atom->lo && *atom->lo > first)
    first = atom->lo->get_si();
  std::optional<int> now;
  long since = first;
  for (long n = first; n <= last + 1; ++n) {
    Values at = given;
    at[name] = n;
    const std::optional<int> here = n <= last ? std::optional(order(a, b, at)) : std::nullopt;
    if (n > first && here != now) {
      out.parts.push_back(
          {since == n - 1 ? fmt::format("{} = {}", name, since) : fmt::format("{} = {}..{}", name, since, n - 1),
           said(*now)});
      since = n;
    }
    now = here;
  }
}

} // namespace

std::vector<jobs::CostComparison> compared(const jobs::BoundReport &report,
                                           const std::vector<jobs::BoundedKernel> &others) {
  std::vector<jobs::CostComparison> out;
  for (std::size_t i = 0; i < std::min(report.kernels.size(), others.size()); ++i) {
    const jobs::BoundedKernel &k = report.kernels[i], &other = others[i];
    for (const cfg::Metric &m : report.metrics) {
      jobs::CostComparison c{
          fmt::format("{}: {}", k.file, k.kernel), fmt::format("{}: {}", other.file, other.kernel), m.name, {}, false};
      const std::string refused = !k.bounds.refused.empty() ? k.bounds.refused : other.bounds.refused;
      if (!refused.empty()) {
        c.parts.push_back({"", "no bounds: " + refused});
        out.push_back(std::move(c));
        continue;
      }
      const cost::Bounds &a = jobs::bounds_of(k.bounds, k.bounds.grid, m.name);
      const cost::Bounds &b = jobs::bounds_of(other.bounds, other.bounds.grid, m.name);
      std::map<std::string, cost::AtomRef> names;
      for (const auto *e : {&a, &b})
        for (const auto *end : {&e->lo, e->hi ? &*e->hi : nullptr})
          if (end != nullptr)
            for (const auto &[name, atom] : cost::symbols_of(*end))
              if (report.at.count(name) == 0)
                names.emplace(name, atom);
      const auto ahead = [](const cost::Bounds &x, const cost::Bounds &y) { // x's upper is never above y's lower
        const auto top = x.hi ? cost::most(*x.hi - y.lo) : std::nullopt;
        return top && *top <= 0;
      };
      c.proved = true;
      if (a.exact() && b.exact() && a.lo == b.lo) {
        c.parts.push_back({"all values", said(0)});
      } else if (names.empty()) {
        c.parts.push_back({"these values", said(order(a, b, report.at))});
      } else if (ahead(a, b) || ahead(b, a)) {
        c.parts.push_back(
            {"all values", ahead(a, b) ? "the first costs at most as much" : "the second costs at most as much"});
      } else if (names.size() == 1) {
        c.proved = false;
        along(names.begin()->first, names.begin()->second, a, b, report.at, c);
      } else {
        c.proved = false;
        std::map<int, std::pair<std::size_t, Values>> seen; // how often, and where first
        std::vector<Expr> all{a.lo, b.lo};
        for (const auto *e : {&a, &b})
          if (e->hi)
            all.push_back(*e->hi);
        Points sequence(all, report.at);
        for (std::size_t n = 0; n < points; ++n) {
          const Values at = sequence.next();
          auto &[times, where] = seen[order(a, b, at)];
          if (times++ == 0)
            where = at;
        }
        for (const auto &[which, at] : seen)
          c.parts.push_back({fmt::format("{} of {} points, as {}", at.first, points, at_text(at.second)), said(which)});
      }
      out.push_back(std::move(c));
    }
  }
  return out;
}

} // namespace lockstep::driver
