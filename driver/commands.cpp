// The commands (commands.h).
#include "driver/commands.h"

#include "driver/engines.h"
#include "driver/judge_launch.h"
#include "driver/output.h"
#include "driver/pipeline.h"
#include "driver/stages.h"
#include "driver/suite.h"
#include "driver/texts.h"

#include <chrono>
#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace lockstep::driver {

namespace {

using verify::exit_usage;

int complain(const support::Diagnostics &diags) {
  for (const support::Diagnostic &d : diags.all())
    fmt::print(stderr, "lockstep: {}\n", support::format(d));
  return exit_usage;
}

// Writes the report. An interrupted run has no report: what it would say is not the whole truth.
int deliver(VerifyReport &run, const Options &options, Output &output, const Supervisor &supervisor) {
  if (supervisor.interrupted())
    return verify::exit_interrupted;
  run.schedules = options.schedules;
  TextStyle style{output.is_terminal(), options.quiet, options.time};
  std::string text = options.format == Format::Json      ? json_report(run)
                     : options.command == Command::Suite ? suite_report(run, style)
                                                         : text_report(run, style);
  support::Diagnostics diags;
  if (!output.commit(text, diags))
    return complain(diags);
  return exit_status(run);
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

int run_stages() {
  std::fputs(stages_text().c_str(), stdout);
  return 0;
}

int run_verify(const Options &options) {
  support::Diagnostics diags;
  auto output = Output::open(options.output, diags);
  TextFolder folder(options.dump_dir, diags);
  ReproFolder repro(options.repro_dir, diags);
  if (needs_engine(options))
    engines_present(options.engine, diags);
  std::vector<RecordedLaunch> launches;
  if (!options.launches.empty())
    launches = launches_asked_for(options, diags);
  if (diags.failed())
    return complain(diags);
  const auto start = std::chrono::steady_clock::now();
  Supervisor supervisor;
  VerifyReport run;
  {
    Worker worker(options, supervisor, folder.sink(), &repro);
    const auto complain_once = [&] {
      if (const std::string what = worker.take_complaint(); !what.empty())
        fmt::print(stderr, "lockstep: warning: {}\n", what);
    };
    complain_once();
    for (const std::string &file : options.inputs) {
      if (supervisor.interrupted())
        break;
      for (KernelReport &k : worker.run(file))
        run.kernels.push_back(std::move(k));
      complain_once();
    }
    for (const RecordedLaunch &launch : launches) {
      if (supervisor.interrupted())
        break;
      for (KernelReport &k : judge(worker, options, launch))
        run.kernels.push_back(std::move(k));
      complain_once();
    }
  }
  run.seconds = seconds_since(start);
  for (const support::Diagnostics &problems : {folder.problems(), repro.problems()})
    if (problems.failed())
      return complain(problems);
  return deliver(run, options, *output, supervisor);
}

int run_suite(const Options &options) {
  if (options.worker)
    return run_suite_worker(options);
  support::Diagnostics diags;
  auto output = Output::open(options.output, diags);
  TextFolder folder(options.dump_dir, diags);
  ReproFolder repro(options.repro_dir, diags);
  if (needs_engine(options))
    engines_present(options.engine, diags);
  const auto files = find_kernels(options.inputs.front(), diags);
  if (diags.failed() || !files)
    return complain(diags);
  const auto start = std::chrono::steady_clock::now();
  Supervisor supervisor;
  VerifyReport run;
  run.compared = options.expect;
  FileOutcome all = run_files(*files, options, supervisor, ::isatty(STDERR_FILENO) == 1 && !options.quiet);
  run.kernels = std::move(all.reports);
  run.seconds = seconds_since(start);
  for (const std::string &complaint : all.complaints)
    fmt::print(stderr, "lockstep: warning: {}\n", complaint);
  for (const std::string &problem : all.problems)
    fmt::print(stderr, "lockstep: {}\n", problem);
  if (!all.problems.empty())
    return exit_usage;
  return deliver(run, options, *output, supervisor);
}

int run_dump(const Options &given) {
  Options options = given;
  if (!options.stop_after)
    options.stop_after = options.stage;
  options.free_sizes = true; // a stage's text is of interest before any launch is
  support::Diagnostics diags;
  auto output = Output::open(options.output, diags);
  TextFolder folder(options.dump_dir, diags);
  if (needs_engine(options))
    engines_present(options.engine, diags);
  if (diags.failed())
    return complain(diags);
  Supervisor supervisor;
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
  VerifyReport run;
  run.kernels = Worker(options, supervisor, print).run(options.inputs.front());
  if (supervisor.interrupted())
    return verify::exit_interrupted;
  // What went wrong goes to standard error, the texts to the output.
  const bool failed = exit_status(run) != 0;
  if (failed) {
    const TextStyle style{::isatty(STDERR_FILENO) == 1, true, false};
    std::fputs(text_report(run, style).c_str(), stderr);
  }
  if (options.time)
    for (const KernelReport &k : run.kernels)
      fmt::print(stderr, "{}", stage_times(k.result.stages, ""));
  if (folder.problems().failed())
    return complain(folder.problems());
  if (!output->commit(text, diags))
    return complain(diags);
  return exit_status(run);
}

} // namespace lockstep::driver
