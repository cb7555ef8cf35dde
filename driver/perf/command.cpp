// `lockstep perf`: counts what the memory accesses of kernels cost a warp (cost/requests/), and reports it.
#include "driver/commands.h"

#include "driver/perf/check.h"
#include "driver/process/in_process.h"
#include "driver/project/find_kernels.h"
#include "driver/proofs/claims.h"
#include "driver/report/stage_texts.h"
#include "jobs/input/request_options.h"
#include "support/nearest.h"
#include "support/printable.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <set>

namespace lockstep::driver {

namespace {

// Has some kernel an array of each name that --base-align gives?
bool names_are_known(const coalescing::Options &how, const std::vector<jobs::CountedKernel> &kernels,
                     support::Diagnostics &diags) {
  std::set<std::string> arrays; // by the names that they show
  for (const jobs::CountedKernel &k : kernels)
    for (const cfg::Array &a : k.normal.arrays)
      if (a.space != cfg::Space::Private)
        arrays.insert(cfg::shown_name(a));
  for (const auto &[name, align] : how.align_by_name)
    if (arrays.count(name) == 0) {
      const std::vector<std::string> there(arrays.begin(), arrays.end());
      const std::string near = support::nearest(name, there);
      diags.error({}, fmt::format("--base-align {}=...: no kernel has an array of that name{}", name,
                                  !near.empty()   ? fmt::format(", did you mean '{}'?", near)
                                  : there.empty() ? ""
                                                  : fmt::format(": there are {}", fmt::join(there, ", "))));
      return false;
    }
  return true;
}

jobs::CountRequest asked_for(const coalescing::Options &how, const Options &options) {
  const PerfChoice &choice = options.perf;
  jobs::CountRequest out{.options = how};
  if (!choice.paper.empty())
    out.paper = choice.paper == "relative" ? coalescing::paper::Mode::Relative : coalescing::paper::Mode::Letter;
  out.shapes = choice.shapes;
  out.claims = !options.engine.proof_dir.empty();
  out.witness = choice.witness;
  out.aliases = true;
  return out;
}

void check(jobs::CountReport &report, const PerfLimits &limits, const PerfBaseline *baseline) {
  for (std::vector<std::string> some : {marks_missed(report), beyond_limits(report, limits),
                                        baseline ? worse_than(report, *baseline) : std::vector<std::string>{}})
    std::move(some.begin(), some.end(), std::back_inserter(report.failures));
}

} // namespace

int run_perf(const Options &options) {
  support::Diagnostics diags;
  auto output = Output::open(options.output, diags);
  const auto how = jobs::request_options(options, diags);
  TextFolder folder(options.dump_dir, diags);
  const auto limits = perf_limits(options.perf.fail_on, diags);
  const bool compares = !options.perf.baseline.empty();
  const auto baseline = !compares ? support::Result<PerfBaseline>(PerfBaseline{})
                        : how     ? read_baseline(options.perf.baseline, how->target, diags)
                                  : support::failure;
  const auto files = how && output && limits && baseline ? files_of(options, diags) : support::failure;
  if (!files || diags.failed())
    return complain(diags);
  jobs::Supervisor supervisor;
  limit_this_process(supervisor, options);
  const jobs::CountRequest asked = asked_for(*how, options);
  auto found =
      over_files<jobs::CountedKernel>(*files, options, supervisor, [&](const std::string &file, const Options &single) {
        return jobs::count_file(file, single, asked, supervisor, folder.sink());
      });
  if (supervisor.interrupted())
    return verify::exit_interrupted;
  if (folder.problems().failed())
    return complain(folder.problems());
  // Nobody has said that each file of a folder holds a kernel, or one of the name that is asked for.
  if (!found.kernels.empty() && *files != options.inputs)
    std::erase_if(found.refused, [](const jobs::KernelReport &k) { return k.nothing; });
  jobs::CountReport report{.target = how->target, .base_align = how->base_align, .paper = asked.paper.has_value()};
  report.kernels = std::move(found.kernels);
  report.refused = std::move(found.refused);
  if (report.refused.empty() && !names_are_known(*how, report.kernels, diags)) // a refused kernel may have it
    return complain(diags);
  if (!options.engine.proof_dir.empty() && !prove_claims(report, options, supervisor, diags))
    return complain(diags);
  if (supervisor.interrupted())
    return verify::exit_interrupted;
  tell_refused(report.refused);
  for (const jobs::CountedKernel &k : report.kernels)
    if (options.time)
      tell_times(k.file + ": " + k.kernel, k.stages);
  check(report, *limits, compares ? &*baseline : nullptr);
  const int status = cost_status(report.failures, report.refused);
  const TextStyle style{output->is_terminal(), options.quiet, options.time};
  return deliver_costs(*output,
                       options.format == Format::Json
                           ? jobs::count_json(report, status)
                           : support::printable_text(perf_text(report, style, options.perf.all)),
                       report.failures, status);
}

} // namespace lockstep::driver
