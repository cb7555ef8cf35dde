// Plots of bounds (plot.h).
#include "driver/cost/plot.h"

#include "cost/formula/expr_text.h"
#include "driver/report/output.h"
#include "driver/run/command.h"
#include "jobs/input/metric_file.h"
#include "support/text_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>

namespace lockstep::driver {

namespace {

constexpr std::int64_t most_points = 10'000, most_simulated = 200;
constexpr double left = 70, right = 700, top = 40, bottom = 370;

std::optional<std::int64_t> whole(std::string_view text) {
  std::int64_t n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(n) : std::nullopt;
}

std::string cell(const std::optional<cost::Rational> &v) { return v ? v->get_str() : ""; }

struct Other { // a curve beside the bounds
  std::string label;
  cost::Expr value;
};
struct Series { // of executions
  std::string label;
  std::vector<std::string> arguments;
};
struct Beside {
  std::vector<Other> curves;
  std::vector<Series> executions;
};

// Arguments where the last of a name counts.
std::vector<std::string> replaced(std::vector<std::string> arguments, const std::string &by) {
  const std::string name = by.substr(0, by.find('=') + 1);
  std::erase_if(arguments, [&](const std::string &a) { return a.starts_with(name); });
  arguments.push_back(by);
  return arguments;
}

support::Result<Beside> beside(const Options &options, support::Diagnostics &diags) {
  Beside out;
  if (options.cost.simulate)
    out.executions.push_back({"simulated", options.run.arguments});
  for (const std::string &text : options.cost.plot_also) {
    const std::size_t sign = text.find('='), colon = text.find(':');
    if (colon < sign && sign != std::string::npos) { // LABEL:NAME=VALUE
      out.executions.push_back({text.substr(0, colon), replaced(options.run.arguments, text.substr(colon + 1))});
      continue;
    }
    const cost::Read read = sign == std::string::npos
                                ? cost::Read{std::nullopt, "LABEL=EXPRESSION or LABEL:NAME=VALUE is expected"}
                                : cost::parse(std::string_view(text).substr(sign + 1));
    if (!read.expr) {
      diags.error({}, fmt::format("--plot-also '{}': {}", text, read.problem));
      return support::failure;
    }
    out.curves.push_back({text.substr(0, sign), *read.expr});
  }
  return out;
}

// 1, 2 or 5 times a power of ten: about five of them make `range`.
double tick_of(double range) {
  const double rough = range / 5, power = std::pow(10, std::floor(std::log10(rough)));
  for (double n : {1.0, 2.0, 5.0})
    if (n * power >= rough)
      return n * power;
  return 10 * power;
}

class Picture {
public:
  explicit Picture(const std::vector<PlotPoint> &points) : points_(points) {
    for (const PlotPoint &p : points) {
      lo_x_ = std::min(lo_x_, double(p.x));
      hi_x_ = std::max(hi_x_, double(p.x));
      auto see = [&](const std::optional<cost::Rational> &v) {
        if (v)
          hi_y_ = std::max(hi_y_, v->get_d());
      };
      see(p.lower);
      see(p.upper);
      for (const auto &v : p.simulated)
        see(v);
      for (const auto &v : p.other)
        see(v);
    }
    if (hi_x_ <= lo_x_)
      hi_x_ = lo_x_ + 1;
  }

  std::string axes(const std::string &name) const {
    std::string out;
    const double dx = tick_of(hi_x_ - lo_x_), dy = tick_of(hi_y_);
    for (double v = std::ceil(lo_x_ / dx) * dx; v <= hi_x_ + dx / 1000; v += dx)
      out += fmt::format("<line x1='{0:.1f}' y1='{1}' x2='{0:.1f}' y2='{2}' stroke='#ddd'/>"
                         "<text x='{0:.1f}' y='{3}' text-anchor='middle'>{4:g}</text>\n",
                         x(v), top, bottom, bottom + 16, v == 0 ? 0 : v);
    for (double v = 0; v <= hi_y_ + dy / 1000; v += dy)
      out += fmt::format("<line x1='{1}' y1='{0:.1f}' x2='{2}' y2='{0:.1f}' stroke='#ddd'/>"
                         "<text x='{3}' y='{4:.1f}' text-anchor='end'>{5:g}</text>\n",
                         y(v), left, right, left - 6, y(v) + 4, v);
    return out +
           fmt::format("<text x='{}' y='{}' text-anchor='middle'>{}</text>\n", (left + right) / 2, bottom + 34, name);
  }

  template <typename Of> std::string curve(const char *color, const char *dashes, const Of &of) const {
    std::string out, line;
    const auto finish = [&] {
      if (!line.empty())
        out +=
            fmt::format("<polyline fill='none' stroke='{}' stroke-width='1.6'{} points='{}'/>\n", color, dashes, line);
      line.clear();
    };
    for (const PlotPoint &p : points_)
      if (const std::optional<cost::Rational> &v = of(p))
        line += fmt::format("{:.1f},{:.1f} ", x(double(p.x)), y(v->get_d()));
      else
        finish();
    finish();
    return out;
  }
  std::string dots(std::size_t series, const char *color) const {
    std::string out;
    for (const PlotPoint &p : points_)
      if (p.simulated.size() > series && p.simulated[series])
        out += fmt::format("<circle cx='{:.1f}' cy='{:.1f}' r='2.6' fill='{}'/>\n", x(double(p.x)),
                           y(p.simulated[series]->get_d()), color);
    return out;
  }

private:
  double x(double v) const { return left + (v - lo_x_) / (hi_x_ - lo_x_) * (right - left); }
  double y(double v) const { return bottom - v / hi_y_ * (bottom - top); }
  const std::vector<PlotPoint> &points_;
  double lo_x_ = 1e300, hi_x_ = -1e300, hi_y_ = 1;
};

std::string escaped(const std::string &text) {
  std::string out;
  for (char c : text)
    out += c == '<' ? "&lt;" : c == '>' ? "&gt;" : c == '&' ? "&amp;" : c == '\'' ? "&apos;" : std::string(1, c);
  return out;
}

// What an execution at these values costs; empty: it cannot be run to its end, and `why` says why, if it is empty.
std::optional<cost::Rational> simulated(const Options &options, const jobs::BoundedKernel &kernel,
                                        const std::string &metric, const std::map<std::string, cost::Integer> &values,
                                        const std::vector<std::string> &arguments, std::string &why) {
  Options run = options;
  run.run.arguments = arguments;
  run.inputs = run.beside = {kernel.file};
  run.kernel.kernel = {kernel.kernel};
  run.run.observe = "cost";
  run.run.metrics = {metric};
  run.run.target = options.device.target;
  std::array<std::string, 3> groups{"1", "1", "1"};
  bool sized = false;
  for (const auto &[name, n] : values) {
    if (name.starts_with("groups.") && name.size() == 8 && name[7] >= 'x' && name[7] <= 'z') {
      groups[static_cast<std::size_t>(name[7] - 'x')] = n.get_str();
      sized = true;
    } else {
      run.run.arguments = replaced(run.run.arguments, name + "=" + n.get_str());
    }
  }
  if (sized)
    run.kernel.sizes.num_groups = fmt::format("[{},{},{}]", groups[0], groups[1], groups[2]);
  support::Diagnostics said;
  const auto costs = simulated_costs(run, said);
  if (!costs || costs->metrics.empty()) {
    if (why.empty())
      why = said.all().empty() ? "something goes wrong (`lockstep run` shows it)" : said.all().front().message;
    return std::nullopt;
  }
  const MetricCost &m = costs->metrics[0];
  cost::Rational out(std::to_string(m.total) + "/" + std::to_string(m.metric.denominator));
  out.canonicalize();
  return out;
}

} // namespace

support::Result<PlotRange> plot_range(const std::string &text, support::Diagnostics &diags) {
  PlotRange out;
  const std::size_t sign = text.find('='), first = text.find(':', sign), second = text.find(':', first + 1);
  if (sign != std::string::npos && sign > 0 && first != std::string::npos) {
    out.name = text.substr(0, sign);
    const auto lo = whole(std::string_view(text).substr(sign + 1, first - sign - 1));
    const auto hi =
        whole(std::string_view(text).substr(first + 1, second == std::string::npos ? second : second - first - 1));
    const auto step = second == std::string::npos ? std::optional<std::int64_t>(1) : whole(text.substr(second + 1));
    if (lo && hi && step && *step > 0 && *lo <= *hi && (*hi - *lo) / *step < most_points) {
      out.lo = *lo;
      out.hi = *hi;
      out.step = *step;
      return out;
    }
  }
  diags.error(
      {}, fmt::format("--plot {}: write NAME=LOW:HIGH or NAME=LOW:HIGH:STEP, of at most {} points", text, most_points));
  return support::failure;
}

std::string plot_csv(const PlotLabels &labels, const std::vector<PlotPoint> &points) {
  std::string out = labels.name + ",lower,upper";
  for (const auto *names : {&labels.simulated, &labels.others})
    for (const std::string &o : *names)
      out += "," + o;
  out += "\n";
  for (const PlotPoint &p : points) {
    out += fmt::format("{},{},{}", p.x, cell(p.lower), cell(p.upper));
    for (std::size_t i = 0; i < labels.simulated.size(); ++i)
      out += "," + (i < p.simulated.size() ? cell(p.simulated[i]) : "");
    for (const auto &v : p.other)
      out += "," + cell(v);
    out += "\n";
  }
  return out;
}

std::string plot_svg(const PlotLabels &labels, const std::vector<PlotPoint> &points) {
  static constexpr std::array colors{"#2a7f3f", "#8a4fbf", "#b8860b", "#c0392b"};
  static constexpr std::array dots{"#222", "#3aa655", "#a0522d", "#777"};
  const Picture picture(points);
  std::string out = "<svg xmlns='http://www.w3.org/2000/svg' width='720' height='420' font-family='sans-serif' "
                    "font-size='12'>\n<rect width='720' height='420' fill='white'/>\n";
  out += fmt::format("<text x='{}' y='22' font-size='14'>{}</text>\n", left, escaped(labels.title));
  out += picture.axes(escaped(labels.name));
  double at = left + 10;
  const auto legend = [&](const std::string &label, const std::string &mark) {
    out += fmt::format("<g transform='translate({:.0f},{:.0f})'>{}<text x='24' y='4'>{}</text></g>\n", at, top + 12,
                       mark, escaped(label));
    at += 44 + 7.0 * double(label.size());
  };
  const auto stroke = [](const char *color, const char *dashes) {
    return fmt::format("<line x1='0' y1='0' x2='18' y2='0' stroke='{}' stroke-width='1.6'{}/>", color, dashes);
  };
  constexpr const char *dashed = " stroke-dasharray='6 3'";
  for (std::size_t i = 0; i < labels.others.size(); ++i) {
    const char *color = colors[i % colors.size()];
    out += picture.curve(color, "", [&](const PlotPoint &p) { return p.other[i]; });
    legend(labels.others[i], stroke(color, ""));
  }
  out += picture.curve("#d95f02", "", [](const PlotPoint &p) { return p.upper; });
  legend("upper", stroke("#d95f02", ""));
  out += picture.curve("#1f5fbf", dashed, [](const PlotPoint &p) { return p.lower; });
  legend("lower", stroke("#1f5fbf", dashed));
  for (std::size_t i = 0; i < labels.simulated.size(); ++i) {
    const char *color = dots[i % dots.size()];
    out += picture.dots(i, color);
    legend(labels.simulated[i], fmt::format("<circle cx='9' cy='0' r='2.6' fill='{}'/>", color));
  }
  return out + "</svg>\n";
}

support::Result<std::vector<std::string>> write_plots(const jobs::BoundReport &report, const Options &options,
                                                      support::Diagnostics &diags) {
  const auto range = plot_range(options.cost.plot, diags);
  const auto others = beside(options, diags);
  if (!range || !others)
    return support::failure;
  PlotLabels labels{"", range->name, {}, {}};
  for (const Series &e : others->executions)
    labels.simulated.push_back(e.label);
  for (const Other &o : others->curves)
    labels.others.push_back(o.label);
  std::vector<std::string> written;
  const std::int64_t count = (range->hi - range->lo) / range->step + 1;
  const std::int64_t every = std::max<std::int64_t>(1, (count + most_simulated - 1) / most_simulated);
  for (const jobs::BoundedKernel &k : report.kernels) {
    if (!k.bounds.refused.empty())
      continue;
    for (std::size_t m = 0; m < report.metrics.size(); ++m) {
      const std::string &name = report.metrics[m].name;
      const cost::Bounds &b = jobs::bounds_of(k.bounds, k.bounds.grid, name);
      std::vector<PlotPoint> points;
      std::string why; // the first execution that is missing
      for (std::int64_t i = 0; i < count; ++i) {
        auto values = report.at;
        PlotPoint p{.x = range->lo + i * range->step};
        values[range->name] = cost::Integer(std::to_string(p.x));
        p.lower = cost::evaluate(b.lo, values).number;
        if (b.hi)
          p.upper = cost::evaluate(*b.hi, values).number;
        for (const Other &o : others->curves)
          p.other.push_back(cost::evaluate(o.value, values).number);
        for (const Series &e : others->executions)
          if (i % every == 0)
            p.simulated.push_back(simulated(options, k, report.given[m], values, e.arguments, why));
        points.push_back(std::move(p));
      }
      if (!why.empty())
        diags.warning({}, fmt::format("--plot: not all executions come to their end: {}", why));
      const std::filesystem::path stem =
          std::filesystem::path(options.cost.plot_to.empty() ? "." : options.cost.plot_to) / (k.kernel + "." + name);
      labels.title = fmt::format("{} of {}", name, k.kernel);
      if (!write_file(stem.string() + ".svg", plot_svg(labels, points), diags) ||
          !write_file(stem.string() + ".csv", plot_csv(labels, points), diags))
        return support::failure;
      written.push_back(stem.string() + ".svg");
      written.push_back(stem.string() + ".csv");
    }
  }
  return written;
}

} // namespace lockstep::driver
