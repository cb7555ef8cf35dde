// The functions of include/lockstep/lockstep.h: each a worker of the pipeline (driver/pipeline/pipeline.h) that is
// asked for verdicts, for counts or for bounds.
#include "include/lockstep/lockstep.h"

#include "cfg/ir/shown_name.h"
#include "driver/cost/report.h"
#include "driver/options/engines.h"
#include "driver/options/metric_file.h"
#include "driver/perf/inputs.h"
#include "driver/perf/report.h"
#include "driver/pipeline/pipeline.h"
#include "library/values.h"

namespace lockstep {

namespace {

using driver::KernelCost;
using Signals = driver::Supervisor::Signals;

Range range_of(coalescing::Interval i) { return {i.lo, i.hi}; }

KernelCount count_of(const KernelCost &k) {
  KernelCount out{k.kernel, {}};
  for (const coalescing::AccessCost &a : k.accesses)
    out.accesses.push_back({library::place_of(a.origin), k.array_name(a), std::string(coalescing::name(a.kind)),
                            std::string(coalescing::name(a.pattern)), a.precision == coalescing::Precision::Exact,
                            range_of(a.sectors), range_of(a.lines), range_of(a.wavefronts), range_of(a.degree),
                            k.of_group(a)});
  return out;
}

KernelBound bound_of(const KernelCost &k) {
  const cost::KernelBounds &b = *k.bounds;
  KernelBound out{k.kernel, b.refused, {}, {b.assumptions.begin(), b.assumptions.end()}};
  for (std::size_t m = 0; b.refused.empty() && m < b.metrics.size(); ++m) {
    const cost::Bounds &of = b.grid[m];
    out.metrics.push_back(
        {b.metrics[m].name, of.lo.str(), of.hi ? std::optional<std::string>(of.hi->str()) : std::nullopt});
  }
  return out;
}

} // namespace

Verification verify_file(const std::string &file, const std::vector<std::string> &arguments,
                         const std::string &boogie_host) {
  auto options = library::options_of(driver::Command::Verify, file, arguments);
  if (const auto *problem = std::get_if<std::string>(&options))
    return {*problem, {}, {}};
  auto &o = std::get<driver::Options>(options);
  o.engine.host = boogie_host;
  support::Diagnostics diags;
  if (driver::needs_engine(o) && !driver::engines_present(o.engine, diags))
    return {library::problems_of(diags), {}, {}};
  driver::Supervisor supervisor(Signals::Left);
  driver::VerifyReport report;
  report.kernels = driver::Worker(o, supervisor).run({file});
  report.schedules = o.schedules;
  return {{}, library::verdicts_of(report.kernels), driver::json_report(report)};
}

Counts count_file(const std::string &file, const std::vector<std::string> &arguments) {
  const auto options = library::options_of(driver::Command::Perf, file, arguments);
  if (const auto *problem = std::get_if<std::string>(&options))
    return {*problem, {}, {}, {}};
  const auto &o = std::get<driver::Options>(options);
  support::Diagnostics diags;
  const auto how = driver::request_options(o, diags);
  if (!how)
    return {library::problems_of(diags), {}, {}, {}};
  driver::PerfReport report{.target = how->target, .base_align = how->base_align, .all = true};
  driver::Supervisor supervisor(Signals::Left);
  driver::Worker worker(o, supervisor);
  worker.count({.options = *how, .take = [&](KernelCost k) { report.kernels.push_back(std::move(k)); }});
  report.refused = worker.run({file});
  Counts out;
  for (const KernelCost &k : report.kernels)
    out.kernels.push_back(count_of(k));
  out.refused = library::verdicts_of(report.refused);
  out.json = driver::perf_json(report, 0);
  return out;
}

Bounds bound_file(const std::string &file, const std::vector<std::string> &arguments) {
  const auto options = library::options_of(driver::Command::Cost, file, arguments);
  if (const auto *problem = std::get_if<std::string>(&options))
    return {*problem, {}, {}, {}};
  const auto &o = std::get<driver::Options>(options);
  support::Diagnostics diags;
  const auto how = driver::request_options(o, diags);
  std::vector<std::string> names = o.cost.metrics;
  if (names.empty())
    names = {"sectors", "conflicts", "divwarps", "steps"};
  cost::Metrics metrics;
  for (const std::string &metric : names)
    if (auto m = driver::read_metric(metric, diags))
      metrics.push_back(std::move(*m));
  if (!how || metrics.size() != names.size())
    return {library::problems_of(diags), {}, {}, {}};
  driver::CostReport report{.target = how->target, .base_align = how->base_align, .metrics = metrics, .given = names};
  report.per = o.cost.per;
  driver::Supervisor supervisor(Signals::Left);
  driver::Worker worker(o, supervisor);
  worker.count({.options = *how, .bounds = true, .metrics = metrics, .take = [&](KernelCost k) {
                  report.kernels.push_back(std::move(k));
                }});
  report.refused = worker.run({file});
  Bounds out;
  for (const KernelCost &k : report.kernels)
    out.kernels.push_back(bound_of(k));
  out.refused = library::verdicts_of(report.refused);
  out.json = driver::cost_json(report, 0);
  return out;
}

std::string_view version() { return driver::version(); }

} // namespace lockstep
