// See command.h.
#include "driver/perf/command.h"

#include "driver/perf/check.h"
#include "driver/perf/inputs.h"
#include "driver/perf/proofs.h"
#include "driver/pipeline/parallel.h"
#include "driver/pipeline/pipeline.h"
#include "driver/pipeline/stage_texts.h"
#include "driver/process/limit_process.h"
#include "driver/report/output.h"
#include "support/printable.h"

#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace lockstep::driver {

namespace {

// What is beyond a limit is told, wherever the report could not be written to.
int told_anyway(const std::vector<std::string> &failures, const support::Diagnostics &diags) {
  const int usage = complain(diags);
  for (const std::string &f : failures)
    fmt::print(stderr, "{}\n", support::printable(f));
  return failures.empty() ? usage : verify::exit_violation;
}

struct FileCosts {
  std::vector<KernelCost> kernels;
  std::vector<KernelReport> refused;
};

std::optional<coalescing::paper::Mode> paper_mode(const std::string &asked) {
  if (asked.empty())
    return std::nullopt;
  return asked == "relative" ? coalescing::paper::Mode::Relative : coalescing::paper::Mode::Letter;
}

FileCosts costs_of(const std::string &file, const coalescing::Options &how, const PerfChoice &choice, bool claims,
                   Worker &worker) {
  FileCosts out;
  worker.count({.options = how,
                .paper = paper_mode(choice.paper),
                .shapes = choice.shapes,
                .claims = claims,
                .witness = choice.witness,
                .take = [&](KernelCost k) { out.kernels.push_back(std::move(k)); }});
  out.refused = worker.run({file});
  return out;
}

} // namespace

int run_perf(const Options &options) {
  support::Diagnostics diags;
  auto output = Output::open(options.output, diags);
  const auto how = request_options(options, diags);
  TextFolder folder(options.dump_dir, diags);
  const auto limits = perf_limits(options.perf.fail_on, diags);
  const auto baseline = options.perf.baseline.empty() ? support::Result<PerfBaseline>(PerfBaseline{})
                        : how                         ? read_baseline(options.perf.baseline, how->target, diags)
                                                      : support::failure;
  const auto files = how && output && limits && baseline ? files_of(options, diags) : support::failure;
  if (!files || diags.failed())
    return complain(diags);
  PerfReport report{.target = how->target,
                    .base_align = how->base_align,
                    .all = options.perf.all,
                    .paper = !options.perf.paper.empty(),
                    .kernels = {},
                    .refused = {}};
  Supervisor supervisor;
  limit_this_process(supervisor, options);
  std::vector<FileCosts> found(files->size());
  Options one = options;
  one.jobs = 1; // the kernels of a file in their order
  in_parallel(at_a_time(options.jobs), files->size(), [&](std::size_t, const auto &next) {
    Worker worker(one, supervisor, folder.sink());
    for (auto i = next(); i && !supervisor.interrupted(); i = next())
      found[*i] = costs_of((*files)[*i], *how, options.perf, !options.engine.proof_dir.empty(), worker);
  });
  if (supervisor.interrupted())
    return verify::exit_interrupted;
  if (folder.problems().failed())
    return complain(folder.problems());
  VerifyReport refused;
  for (FileCosts &f : found) {
    std::move(f.kernels.begin(), f.kernels.end(), std::back_inserter(report.kernels));
    std::move(f.refused.begin(), f.refused.end(), std::back_inserter(refused.kernels));
  }
  // Nobody has said that each file of a folder holds a kernel, or one of the name that is asked for.
  if (!report.kernels.empty() && *files != options.inputs)
    std::erase_if(refused.kernels, [](const KernelReport &k) { return k.nothing; });
  report.refused = refused.kernels;
  std::set<std::string> arrays;
  for (const KernelCost &k : report.kernels)
    for (const cfg::Array &a : k.normal.arrays)
      if (a.space != cfg::Space::Private)
        arrays.insert(cfg::shown_name(a));
  if (report.refused.empty() && !names_are_known(*how, arrays, diags)) // a refused kernel may have it
    return complain(diags);
  if (!options.engine.proof_dir.empty() && !prove_claims(report, options, supervisor, diags))
    return complain(diags);
  if (supervisor.interrupted())
    return verify::exit_interrupted;
  const TextStyle style{output->is_terminal(), options.quiet, options.time};
  if (!report.refused.empty())
    std::fputs(text_report(refused, {::isatty(STDERR_FILENO) == 1, true, false}).c_str(), stderr);
  if (options.time)
    std::fputs(support::printable_text(times_text(report.kernels)).c_str(), stderr);
  for (std::vector<std::string> some :
       {marks_missed(report), beyond_limits(report, *limits),
        options.perf.baseline.empty() ? std::vector<std::string>{} : worse_than(report, *baseline)})
    std::move(some.begin(), some.end(), std::back_inserter(report.failures));
  const int status = !report.failures.empty() ? verify::exit_violation
                     : report.refused.empty() ? 0
                                              : exit_status(refused);
  if (!output->commit(options.format == Format::Json ? perf_json(report, status)
                                                     : support::printable_text(perf_text(report, style)),
                      diags))
    return told_anyway(report.failures, diags);
  return status;
}

} // namespace lockstep::driver
