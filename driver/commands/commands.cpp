// The commands (commands.h).
#include "driver/commands.h"

#include "driver/commands/results_file.h"
#include "driver/commands/suite.h"
#include "driver/process/in_process.h"
#include "driver/project/compile_commands.h"
#include "driver/project/find_kernels.h"
#include "driver/report/output.h"
#include "driver/report/rows.h"
#include "driver/report/stage_texts.h"
#include "driver/report/text.h"
#include "driver/report/verdict_baseline.h"
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
  const bool violated = std::ranges::any_of(
      run.kernels, [](const jobs::KernelReport &k) { return verify::is_violation(k.result.verdict); });
  return violated ? verify::exit_violation : exit_usage;
}

std::string report_text(const jobs::VerifyReport &run, const Options &options, const TextStyle &style, bool rows) {
  switch (options.format) {
  case Format::Json: return jobs::json_report(run);
  case Format::Junit: return jobs::junit_report(run);
  case Format::Sarif: return jobs::sarif_report(run);
  case Format::Csv: return jobs::csv_report(run);
  case Format::Text: break;
  }
  if (rows) // are written already
    return table_rest(run, style);
  return options.command == Command::Suite || run.kernels.size() > 1 ? table_report(run, style)
                                                                     : text_report(run, style);
}

// What has changed since an earlier run, below the table, or beside a report that others read; the exit status.
int compare(const VerdictBaseline &baseline, const jobs::VerifyReport &run, const Options &options, std::string &text) {
  const bool whole = run.unfinished == 0 && options.suite.filter.empty() && options.suite.parts == 1;
  const Changes changes = changes_since(baseline, run, whole);
  std::string lines;
  for (const std::string &line : changes.lines)
    lines += line + "\n";
  if (options.format == Format::Text)
    text += "\n" + lines;
  else
    std::fputs(lines.c_str(), stderr);
  return changes.broken == 0 ? verify::exit_verified : verify::exit_violation;
}

// Writes the report. An interrupted run has none, since what it would say is not the whole truth; but what people have
// begun to read goes on with what was found.
int deliver(jobs::VerifyReport &run, const Options &options, Output &output, const jobs::Supervisor &supervisor,
            const TextStyle &style, bool rows, const VerdictBaseline *baseline) {
  if (supervisor.interrupted() && !rows)
    return verify::exit_interrupted;
  run.schedules = options.schedules;
  support::Diagnostics diags;
  std::string text = report_text(run, options, style, rows);
  if (options.format == Format::Csv && output.is_terminal())
    text = support::printable_text(text);
  const int status = baseline != nullptr ? compare(*baseline, run, options, text) : jobs::exit_status(run);
  if (!output.commit(text, diags)) {
    complain(diags);
    return told_anyway(run);
  }
  return supervisor.interrupted() ? verify::exit_interrupted : status;
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
  if (!found || !select_files(*found, options.inputs.front(), options.suite, diags))
    return support::failure;
  left_out = std::move(found->left_out);
  return jobs_for(found->files);
}

// Nobody has said that each file of a project holds a kernel, or each file a kernel of the name that is asked for. If
// none does, each of them says so.
bool may_hold_nothing(const Options &options) {
  return (options.command == Command::Suite && !options.expect) || !options.compile_commands.empty();
}
void pass_over(const Options &options, jobs::VerifyReport &run) {
  const auto nothing = [](const jobs::KernelReport &k) { return k.nothing; };
  const bool by_name = !options.kernel.kernel.empty() && run.kernels.size() > 1;
  if ((may_hold_nothing(options) || by_name) && !std::ranges::all_of(run.kernels, nothing))
    run.passed_over = std::erase_if(run.kernels, nothing);
}

// The words that results of an earlier run hang on.
std::vector<std::string> words_of_results(const Options &options) {
  std::vector<std::string> out;
  for (const std::string &word : options.words) // where proofs are kept changes no result
    if (!word.starts_with("--cache") && !word.starts_with("--no-cache"))
      out.push_back(word);
  if (options.expect)
    out.emplace_back("--expect");
  out.emplace_back("--");
  out.insert(out.end(), options.clang_words.begin(), options.clang_words.end());
  return out;
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
  const bool compares = !options.suite.baseline.empty();
  const auto baseline = compares ? read_verdict_baseline(options.suite.baseline, diags)
                                 : support::Result<VerdictBaseline>(VerdictBaseline{});
  const auto jobs = diags.failed() ? support::failure : find_jobs(options, run.left_out, diags);
  if (!jobs || !baseline)
    return complain(diags);
  auto results = ResultsFile::open(options.suite.results, options.suite.resume, words_of_results(options), diags);
  if (!results)
    return complain(diags);
  for (const support::Diagnostic &d : diags.all())
    fmt::print(stderr, "lockstep: warning: {}\n", printable(d.message));
  const auto start = std::chrono::steady_clock::now();
  std::optional<jobs::Supervisor> supervisor;
  run.compared = options.expect;
  const TextStyle style{output->is_terminal(), options.quiet, options.time};
  Rows rows(*output, style,
            {.compared = options.expect,
             .nothing_last = may_hold_nothing(options) || !options.kernel.kernel.empty(),
             .least = options.command == Command::Suite ? 1U : 2U}); // one kernel of `verify` has no table
  const bool as_they_come = options.format == Format::Text && !options.quiet;
  FileListener listener;
  listener.progress = ::isatty(STDERR_FILENO) == 1 && !options.quiet;
  listener.known = [&](const jobs::FileJob &job) { return results->known(job.file); };
  listener.done = [&](std::size_t file, const FileOutcome &outcome, bool fresh, const std::function<void()> &hide) {
    if (fresh)
      results->add((*jobs)[file].file, outcome);
    if (as_they_come)
      rows.done(file, outcome.reports, hide);
  };
  FilesOutcome outcome = run_files(*jobs, options, supervisor, listener);
  rows.finish();
  FileOutcome &all = outcome.all;
  if (!results->problem().empty())
    all.problems.push_back(results->problem());
  run.unfinished = outcome.unfinished;
  run.kernels = std::move(all.reports);
  pass_over(options, run);
  run.seconds = seconds_since(start);
  tell_omitted(run.left_out);
  for (const std::string &complaint : all.complaints)
    fmt::print(stderr, "lockstep: warning: {}\n", printable(complaint));
  for (const std::string &problem : all.problems)
    fmt::print(stderr, "lockstep: {}\n", printable(problem));
  const int status = deliver(run, options, *output, *supervisor, style, rows.any(), compares ? &*baseline : nullptr);
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
