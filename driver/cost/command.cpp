// `lockstep cost`: bounds what kernels cost, and reports it.
#include "driver/commands.h"

#include "cfg/ir/text/shown_name.h"
#include "cost/formula/expr_text.h"
#include "driver/cost/check.h"
#include "driver/cost/plot.h"
#include "driver/cost/report.h"
#include "driver/process/in_process.h"
#include "driver/project/find_kernels.h"
#include "driver/proofs/certificates.h"
#include "jobs/input/metric_file.h"
#include "jobs/input/request_options.h"
#include "support/printable.h"

#include <cstdio>
#include <fmt/format.h>
#include <set>

namespace lockstep::driver {

namespace {

struct CostLimit {
  std::string text;
  cfg::Metric metric;
  bool span = false; // of a group
  cost::Expr most;
};

support::Result<cost::Metrics> metrics_of(const std::vector<std::string> &names, support::Diagnostics &diags) {
  cost::Metrics out;
  for (const std::string &name : names) {
    auto m = jobs::read_metric(name, diags);
    if (!m)
      return support::failure;
    if (const auto other = cost::index_of(out, m->name); other && !(out[*other] == *m)) {
      diags.error({}, fmt::format("--metric {}: there is another metric with the name '{}'", name, m->name));
      return support::failure;
    }
    out.push_back(std::move(*m));
  }
  return out;
}

// Each metric once.
void add(cost::Metrics &to, const cost::Metrics &some) {
  for (const cfg::Metric &m : some)
    if (!cost::index_of(to, m.name))
      to.push_back(m);
}

support::Result<std::map<std::string, cost::Integer>> values_of(const std::vector<std::string> &texts,
                                                                support::Diagnostics &diags) {
  std::map<std::string, cost::Integer> out;
  for (const std::string &text : texts) {
    const std::size_t sign = text.find('=');
    cost::Integer n;
    if (sign == std::string::npos || sign == 0 || n.set_str(text.substr(sign + 1), 10) != 0) {
      diags.error({}, fmt::format("--at {}: NAME=NUMBER is expected", text));
      return support::failure;
    }
    out[text.substr(0, sign)] = n;
  }
  return out;
}

support::Result<std::vector<CostLimit>> limits_of(const std::vector<std::string> &texts, const cost::Metrics &metrics,
                                                  support::Diagnostics &diags) {
  std::vector<CostLimit> out;
  for (const std::string &text : texts) {
    const std::size_t sign = text.find('>');
    std::string name = text.substr(0, sign);
    name.erase(name.find_last_not_of(' ') + 1);
    const bool span = name.starts_with("span.");
    name = name.substr(span ? 5 : 0);
    const auto given = cost::index_of(metrics, name);
    const auto m = given ? std::optional(metrics[*given]) : cfg::metric(name);
    if (sign == std::string::npos || !m) {
      diags.error(
          {}, fmt::format("--fail-on '{}': METRIC > EXPRESSION is expected, with a metric's name or span.NAME", text));
      return support::failure;
    }
    const cost::Read read = cost::parse(std::string_view(text).substr(sign + 1));
    if (!read.expr) {
      diags.error({}, fmt::format("--fail-on '{}': {}", text, read.problem));
      return support::failure;
    }
    out.push_back({text, *m, span, *read.expr});
  }
  return out;
}

// A limit is kept only where the bound is never above it, for the values of --at or for all.
std::vector<std::string> beyond(const jobs::BoundReport &report, const std::vector<CostLimit> &limits) {
  std::vector<std::string> out;
  for (const jobs::BoundedKernel &k : report.kernels)
    for (const CostLimit &l : limits) {
      const auto fail = [&](const std::string &why) {
        out.push_back(fmt::format("{}: error: kernel '{}': {}: {}", k.file, k.kernel, l.text, why));
      };
      if (!k.bounds.refused.empty()) {
        fail(k.bounds.refused);
        continue;
      }
      const cost::Bounds &b = jobs::bounds_of(k.bounds, l.span ? k.bounds.longest_span : k.bounds.grid, l.metric.name);
      if (!b.hi) {
        fail("there is no upper bound");
        continue;
      }
      const cost::Expr apart = *b.hi - l.most;
      const cost::Value v = cost::evaluate(apart, report.at);
      if (v.number) {
        if (*v.number > 0)
          fail(fmt::format("up to {}", cost::evaluate(*b.hi, report.at).number->get_str()));
        continue;
      }
      if (const auto top = cost::most(apart); !top || *top > 0)
        fail(fmt::format("not decided without values ({}): give them with --at", v.problem));
    }
  return out;
}

jobs::Answers<jobs::BoundedKernel> bounded(const Options &options, const std::vector<std::string> &files,
                                           const jobs::BoundRequest &asked, jobs::Supervisor &supervisor) {
  return over_files<jobs::BoundedKernel>(files, options, supervisor, [&](const std::string &file, const Options &one) {
    std::optional<jobs::Supervisor::Work> reading;
    reading.emplace(supervisor, jobs::Supervisor::Unit{.file = file}, std::chrono::steady_clock::now(),
                    options.kernel.timeout);
    const MarkedMetrics marked = marked_metrics(file);
    reading.reset();
    jobs::BoundRequest all = asked;
    add(all.metrics, marked.metrics);
    all.spans = all.spans || marked.spans;
    return jobs::bound_file(file, one, all, supervisor);
  });
}

// Names that --at and --plot give values to and that mean nothing in any of the kernels.
std::vector<std::string> unknown_names(const std::vector<const jobs::BoundedKernel *> &kernels, const Options &options,
                                       const std::map<std::string, cost::Integer> &at) {
  std::set<std::string> known{"warp"};
  for (const char *what : {"warp", "group", "groups", "local"})
    for (const char axis : {'x', 'y', 'z'})
      known.insert(fmt::format("{}.{}", what, axis));
  for (const jobs::BoundedKernel *k : kernels) {
    for (const cfg::Var &v : k->normal.vars)
      if (v.param)
        known.insert(cfg::shown_name(v));
    for (const cost::MetricBounds *all : {&k->bounds.grid, &k->bounds.warp})
      for (const cost::Bounds &b : *all)
        for (const cost::Expr &e : {b.lo, b.hi.value_or(0)})
          for (const auto &[name, atom] : cost::symbols_of(e))
            known.insert(name);
  }
  std::vector<std::string> out;
  for (const auto &[name, value] : at)
    if (known.count(name) == 0)
      out.push_back("--at " + name);
  const std::string drawn = options.cost.plot.substr(0, options.cost.plot.find('='));
  if (!drawn.empty() && known.count(drawn) == 0)
    out.push_back("--plot " + drawn);
  return out;
}

// Values of --at that a parameter's type does not hold.
void check_values(const std::vector<const jobs::BoundedKernel *> &kernels,
                  const std::map<std::string, cost::Integer> &at, support::Diagnostics &diags) {
  std::set<std::string> told;
  for (const jobs::BoundedKernel *k : kernels)
    for (const cfg::Var &v : k->normal.vars) {
      const auto given = at.find(cfg::shown_name(v));
      if (!v.param || !v.type.is_int() || given == at.end())
        continue;
      const cost::AtomRef all = cost::parameter_symbol(v, k->without_sign.count(v.name) != 0).single_atom();
      if ((given->second < *all->lo || given->second > *all->hi) && told.insert(given->first).second)
        diags.error(v.origin, fmt::format("--at {}={}: the parameter holds {} to {}", given->first,
                                          given->second.get_str(), all->lo->get_str(), all->hi->get_str()));
    }
}

bool check_given(const jobs::BoundReport &report, const std::vector<jobs::BoundedKernel> &others,
                 const Options &options, support::Diagnostics &diags) {
  std::vector<const jobs::BoundedKernel *> all;
  for (const std::vector<jobs::BoundedKernel> *some : {&report.kernels, &others})
    for (const jobs::BoundedKernel &k : *some)
      all.push_back(&k);
  if (!all.empty())
    for (const std::string &name : unknown_names(all, options, report.at))
      diags.error({}, fmt::format("{}: no kernel has a parameter of this name, and it is none of groups.x, local.x, "
                                  "group.x, warp.x and their like",
                                  name));
  check_values(all, report.at, diags);
  return !diags.failed();
}

// --plot. False: it could not be done.
bool plot(const jobs::BoundReport &report, const Options &options, support::Diagnostics &diags) {
  const auto written = write_plots(report, options, diags);
  if (!written)
    return false;
  for (const std::string &file : *written)
    fmt::print(stderr, "lockstep: wrote {}\n", support::printable(file));
  for (const support::Diagnostic &d : diags.all())
    if (d.severity == support::Severity::Warning)
      fmt::print(stderr, "warning: {}\n", support::printable(d.message));
  return true;
}

} // namespace

int run_cost(const Options &options) {
  support::Diagnostics diags;
  auto output = Output::open(options.output, diags);
  const auto how = jobs::request_options(options, diags);
  const std::vector<std::string> given = jobs::metric_names(options.cost.metrics);
  const auto metrics = metrics_of(given, diags);
  const auto values = values_of(options.cost.at, diags);
  const auto limits = metrics ? limits_of(options.cost.fail_on, *metrics, diags) : support::failure;
  const auto baseline = options.cost.baseline.empty() ? support::Result<CostBaseline>(CostBaseline{})
                                                      : read_cost_baseline(options.cost.baseline, diags);
  const auto files =
      output && how && metrics && values && limits && baseline ? files_of(options, diags) : support::failure;
  if (!files)
    return complain(diags);
  jobs::BoundReport report{.target = how->target,
                           .base_align = how->base_align,
                           .metrics = *metrics,
                           .given = given,
                           .per = options.cost.per,
                           .spans = options.cost.span || options.cost.slots > 0,
                           .slots = options.cost.slots,
                           .at = *values};
  jobs::Supervisor supervisor;
  limit_this_process(supervisor, options);
  jobs::BoundRequest asked{.options = *how, .spans = report.spans, .certify = !options.engine.proof_dir.empty()};
  add(asked.metrics, *metrics);
  for (const CostLimit &l : *limits) {
    add(asked.metrics, {l.metric});
    asked.spans = asked.spans || l.span;
  }
  jobs::Answers<jobs::BoundedKernel> found = bounded(options, *files, asked, supervisor), others;
  if (!options.cost.compare.empty())
    others = bounded(options, {options.cost.compare}, asked, supervisor);
  if (supervisor.interrupted())
    return verify::exit_interrupted;
  report.kernels = std::move(found.kernels);
  report.refused = std::move(found.refused);
  report.refused.insert(report.refused.end(), others.refused.begin(), others.refused.end());
  if (!check_given(report, others.kernels, options, diags))
    return complain(diags);
  if (asked.certify && !keep_certificates(report, options, supervisor, diags))
    return complain(diags);
  if (supervisor.interrupted())
    return verify::exit_interrupted;
  const jobs::Supervisor::Work comparing(supervisor, {.file = files->front()}, std::chrono::steady_clock::now(),
                                         options.kernel.timeout);
  report.compared = compared(report, others.kernels);
  tell_refused(report.refused);
  for (const jobs::BoundedKernel &k : report.kernels)
    if (options.time)
      tell_times(k.file + ": " + k.kernel, k.stages);
  for (std::vector<std::string> some :
       {cost_marks_missed(report), beyond(report, *limits), costlier_than(report, *baseline)})
    std::move(some.begin(), some.end(), std::back_inserter(report.failures));
  if (!options.cost.plot.empty() && !plot(report, options, diags))
    return complain(diags);
  const int status = cost_status(report.failures, report.refused);
  return deliver_costs(*output,
                       options.format == Format::Json ? jobs::bound_json(report, status)
                                                      : support::printable_text(cost_text(report)),
                       report.failures, status);
}

} // namespace lockstep::driver
