// The commands (commands.h).
#include "driver/commands.h"

#include "driver/commands/suite.h"
#include "driver/process/in_process.h"
#include "driver/project/compile_commands.h"
#include "driver/project/find_kernels.h"
#include "driver/report/output.h"
#include "driver/report/stage_texts.h"
#include "driver/report/text.h"
#include "driver/repro/repro.h"
#include "jobs/counts/kernel_costs.h"
#include "jobs/input/request_options.h"
#include "jobs/pipeline/engines.h"
#include "jobs/pipeline/pipeline.h"
#include "jobs/report/kernel_report.h"
#include "support/printable.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fmt/format.h>
#include <optional>
#include <unistd.h>

namespace lockstep::driver {

namespace {

using verify::exit_usage;

using support::printable;

// What is wrong with the kernels is told, and the exit status says it, wherever the report could not be written to.
int told_anyway(const jobs::VerifyReport &run) {
  std::fputs(text_report(run, {::isatty(STDERR_FILENO) == 1, true, false}).c_str(), stderr);
  const bool violated = std::any_of(run.kernels.begin(), run.kernels.end(),
                                    [](const jobs::KernelReport &k) { return verify::is_violation(k.result.verdict); });
  return violated ? verify::exit_violation : exit_usage;
}

// Writes the report. An interrupted run has no report: what it would say is not the whole truth.
int deliver(jobs::VerifyReport &run, const Options &options, Output &output, const jobs::Supervisor &supervisor) {
  if (supervisor.interrupted())
    return verify::exit_interrupted;
  run.schedules = options.schedules;
  TextStyle style{output.is_terminal(), options.quiet, options.time};
  std::string text = options.format == Format::Json                                ? jobs::json_report(run)
                     : options.command == Command::Suite || run.kernels.size() > 1 ? table_report(run, style)
                                                                                   : text_report(run, style);
  support::Diagnostics diags;
  if (!output.commit(text, diags)) {
    complain(diags);
    return told_anyway(run);
  }
  return jobs::exit_status(run);
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

int run_stages() {
  std::fputs(stages_text().c_str(), stdout);
  return 0;
}

namespace {

std::vector<jobs::FileJob> jobs_for(const std::vector<std::string> &files) {
  std::vector<jobs::FileJob> jobs;
  for (const std::string &file : files)
    jobs.push_back({file});
  return jobs;
}

// Those of the kernel asked for, else all.
support::Result<std::vector<jobs::FileJob>> launch_jobs(const Options &options, support::Diagnostics &diags) {
  auto launches = launch::read_launches(options.launches, diags);
  if (!launches)
    return support::failure;
  std::vector<jobs::FileJob> jobs;
  for (launch::RecordedLaunch &l : *launches) {
    if (!options.kernel.kernel.empty() && l.kernel != options.kernel.kernel)
      continue;
    jobs::FileJob job{l.file.empty() ? options.launches : l.file};
    job.launch = std::make_shared<const launch::RecordedLaunch>(std::move(l));
    jobs.push_back(std::move(job));
  }
  if (!jobs.empty())
    return jobs;
  diags.error({}, fmt::format("'{}' has no launch of a kernel '{}'", options.launches, options.kernel.kernel));
  return support::failure;
}

support::Result<std::vector<jobs::FileJob>> find_jobs(const Options &options, std::vector<std::string> &left_out,
                                                      support::Diagnostics &diags) {
  if (!options.launches.empty())
    return launch_jobs(options, diags);
  if (options.command == Command::Verify)
    return options.compile_commands.empty() ? jobs_for(options.inputs)
                                            : read_compile_commands(options.compile_commands, options.inputs, diags);
  auto found = find_kernels(options.inputs.front(), diags);
  if (!found)
    return support::failure;
  left_out = std::move(found->left_out);
  return jobs_for(found->files);
}

// Nobody has said that each file of a project holds a kernel, or each file a kernel of the name that is asked for. If
// none does, each of them says so.
void pass_over(const Options &options, jobs::VerifyReport &run) {
  const auto nothing = [](const jobs::KernelReport &k) { return k.nothing; };
  const bool found = (options.command == Command::Suite && !options.expect) || !options.compile_commands.empty();
  const bool by_name = !options.kernel.kernel.empty() && run.kernels.size() > 1;
  if ((found || by_name) && !std::all_of(run.kernels.begin(), run.kernels.end(), nothing))
    run.passed_over = std::erase_if(run.kernels, nothing);
}

} // namespace

// Of files that are named, of a project's, of those below a folder.
int run_verify(const Options &options) {
  if (options.worker)
    return run_worker(options);
  support::Diagnostics diags;
  auto output = Output::open(options.output, diags);
  TextFolder folder(options.dump_dir, diags);
  ReproFolder repro(options.repro_dir, diags);
  if (jobs::needs_engine(options))
    jobs::engines_present(options.engine, diags);
  jobs::VerifyReport run;
  const auto jobs = diags.failed() ? support::failure : find_jobs(options, run.left_out, diags);
  if (!jobs)
    return complain(diags);
  for (const support::Diagnostic &d : diags.all())
    fmt::print(stderr, "lockstep: warning: {}\n", printable(d.message));
  const auto start = std::chrono::steady_clock::now();
  std::optional<jobs::Supervisor> supervisor;
  run.compared = options.expect;
  const bool progress = ::isatty(STDERR_FILENO) == 1 && !options.quiet;
  FileOutcome all = run_files(*jobs, options, supervisor, progress);
  run.kernels = std::move(all.reports);
  pass_over(options, run);
  run.seconds = seconds_since(start);
  tell_omitted(run.left_out);
  for (const std::string &complaint : all.complaints)
    fmt::print(stderr, "lockstep: warning: {}\n", printable(complaint));
  for (const std::string &problem : all.problems)
    fmt::print(stderr, "lockstep: {}\n", printable(problem));
  const int status = deliver(run, options, *output, *supervisor);
  if (!all.problems.empty() && status != verify::exit_violation)
    return verify::worse_exit_status(status, exit_usage);
  return status;
}

int run_dump(const Options &given) {
  Options options = given;
  if (!options.stop_after)
    options.stop_after = options.stage;
  options.free_sizes = true; // a stage's text is of interest before any launch is
  support::Diagnostics diags;
  auto output = Output::open(options.output, diags);
  TextFolder folder(options.dump_dir, diags);
  if (jobs::needs_engine(options))
    jobs::engines_present(options.engine, diags);
  if (diags.failed())
    return complain(diags);
  jobs::Supervisor supervisor;
  limit_this_process(supervisor, options);
  std::string text;
  const auto print = [&](const std::string &file, const std::string &kernel, support::Stage stage,
                         const std::string &stage_text) {
    if (folder.sink())
      folder.sink()(file, kernel, stage, stage_text);
    if (options.stage && stage != options.stage)
      return;
    if (!options.stage)
      text += fmt::format("==== {}{}{}\n", support::name(stage), kernel.empty() ? "" : " of ", kernel);
    text += stage_text;
    if (!text.empty() && text.back() != '\n')
      text += '\n';
  };
  jobs::VerifyReport run;
  jobs::Task task;
  if (options.stage && support::only_counts(*options.stage)) {
    const auto how = jobs::request_options(options, diags);
    if (!how)
      return complain(diags);
    task = jobs::CountRequest{.options = *how};
    if (options.stage == support::Stage::Bound)
      task = jobs::BoundRequest{.options = *how, .metrics = cost::all_metrics()};
  }
  const jobs::Listener ignored{.counted = [](jobs::CountedKernel &&) {}, .bounded = [](jobs::BoundedKernel &&) {}};
  run.kernels = jobs::Worker(options, supervisor, task, print).run({options.inputs.front()}, ignored);
  if (supervisor.interrupted())
    return verify::exit_interrupted;
  // What went wrong goes to standard error, the texts to the output.
  const bool failed = jobs::exit_status(run) != 0;
  if (failed) {
    const TextStyle style{::isatty(STDERR_FILENO) == 1, true, false};
    std::fputs(text_report(run, style).c_str(), stderr);
  }
  if (options.time)
    for (const jobs::KernelReport &k : run.kernels)
      fmt::print(stderr, "{}", stage_times(k.result.stages, ""));
  if (folder.problems().failed())
    return complain(folder.problems());
  if (!output->commit(output->is_terminal() ? support::printable_text(text) : text, diags))
    return complain(diags);
  return jobs::exit_status(run);
}

} // namespace lockstep::driver
