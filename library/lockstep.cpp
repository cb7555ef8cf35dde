// The functions of include/lockstep/lockstep.h: each a worker of the pipeline (jobs/pipeline/pipeline.h) that is
// asked for verdicts, for counts or for bounds.
#include "include/lockstep/lockstep.h"

#include "jobs/input/metric_file.h"
#include "jobs/input/request_options.h"
#include "jobs/jobs.h"
#include "jobs/pipeline/engines.h"
#include "jobs/pipeline/pipeline.h"
#include "jobs/report/bound_report.h"
#include "jobs/report/count_report.h"
#include "library/values.h"

namespace lockstep {

namespace {

using Signals = jobs::Supervisor::Signals;

Range range_of(coalescing::Interval i) { return {i.lo, i.hi}; }

KernelCount count_of(const jobs::CountedKernel &k) {
  KernelCount out{k.kernel, {}};
  for (const coalescing::AccessCost &a : k.accesses)
    out.accesses.push_back({library::place_of(a.origin), k.array_name(a), std::string(coalescing::name(a.kind)),
                            std::string(coalescing::name(a.pattern)), a.precision == coalescing::Precision::Exact,
                            range_of(a.sectors), range_of(a.lines), range_of(a.wavefronts), range_of(a.degree),
                            k.of_group(a)});
  return out;
}

KernelBound bound_of(const jobs::BoundedKernel &k) {
  const cost::KernelBounds &b = k.bounds;
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
  auto read = library::arguments_of("verify", file, arguments);
  if (const auto *problem = std::get_if<std::string>(&read))
    return {*problem, {}, {}};
  auto &[options, metrics, per, schedules] = std::get<library::Arguments>(read);
  options.engine.host = boogie_host;
  support::Diagnostics diags;
  if (jobs::needs_engine(options) && !jobs::engines_present(options.engine, diags))
    return {library::problems_of(diags), {}, {}};
  jobs::Supervisor supervisor(Signals::Left);
  jobs::VerifyReport report;
  report.kernels = jobs::verify_file(file, options, supervisor);
  report.schedules = schedules;
  return {{}, library::verdicts_of(report.kernels), jobs::json_report(report)};
}

Counts count_file(const std::string &file, const std::vector<std::string> &arguments) {
  const auto read = library::arguments_of("perf", file, arguments);
  if (const auto *problem = std::get_if<std::string>(&read))
    return {*problem, {}, {}, {}};
  const jobs::Options &options = std::get<library::Arguments>(read).options;
  support::Diagnostics diags;
  const auto how = jobs::request_options(options, diags);
  if (!how)
    return {library::problems_of(diags), {}, {}, {}};
  jobs::Supervisor supervisor(Signals::Left);
  jobs::CountReport report{.target = how->target, .base_align = how->base_align};
  auto answers = jobs::count_file(file, options, {.options = *how, .aliases = true}, supervisor);
  report.kernels = std::move(answers.kernels);
  report.refused = std::move(answers.refused);
  Counts out;
  for (const jobs::CountedKernel &k : report.kernels)
    out.kernels.push_back(count_of(k));
  out.refused = library::verdicts_of(report.refused);
  out.json = jobs::count_json(report, 0);
  return out;
}

Bounds bound_file(const std::string &file, const std::vector<std::string> &arguments) {
  const auto read = library::arguments_of("cost", file, arguments);
  if (const auto *problem = std::get_if<std::string>(&read))
    return {*problem, {}, {}, {}};
  const auto &given = std::get<library::Arguments>(read);
  support::Diagnostics diags;
  const auto how = jobs::request_options(given.options, diags);
  const std::vector<std::string> names = jobs::metric_names(given.metrics);
  cost::Metrics metrics;
  for (const std::string &metric : names)
    if (auto m = jobs::read_metric(metric, diags))
      metrics.push_back(std::move(*m));
  if (!how || metrics.size() != names.size())
    return {library::problems_of(diags), {}, {}, {}};
  jobs::Supervisor supervisor(Signals::Left);
  jobs::BoundReport report{
      .target = how->target, .base_align = how->base_align, .metrics = metrics, .given = names, .per = given.per};
  auto answers = jobs::bound_file(file, given.options, {.options = *how, .metrics = metrics}, supervisor);
  report.kernels = std::move(answers.kernels);
  report.refused = std::move(answers.refused);
  Bounds out;
  for (const jobs::BoundedKernel &k : report.kernels)
    out.kernels.push_back(bound_of(k));
  out.refused = library::verdicts_of(report.refused);
  out.json = jobs::bound_json(report, 0);
  return out;
}

std::string_view version() { return jobs::version(); }

} // namespace lockstep
