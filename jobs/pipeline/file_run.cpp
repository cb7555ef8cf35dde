// One file on its way through the pipeline (file_run.h).
#include "jobs/pipeline/file_run.h"

#include "support/budget.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <numeric>
#include <utility>

namespace lockstep::jobs {

using support::Stage;

namespace {

using Clock = std::chrono::steady_clock;
using support::Severity;

// The verdict that diagnostics alone give: unsupported, or an error of the input.
void refuse(const support::Diagnostics &diags, verify::Result &result) {
  const bool mistake = diags.has(Severity::Error);
  const Severity worst = mistake ? Severity::Error : Severity::Unsupported;
  const auto &all = diags.all();
  const auto first = std::ranges::find_if(all, [&](const auto &d) { return d.severity == worst; });
  result = {};
  result.verdict = mistake ? verify::Verdict::Error : verify::Verdict::Unsupported;
  result.bad_input = mistake;
  result.reason = first->message.substr(0, first->message.find('\n'));
  if (first->origin.known())
    result.reason = first->origin.str() + ": " + result.reason;
}

// Where the budget ended, and the stage that used most of it, where that is another.
std::string given_up(const support::Stages &stages, const support::OutOfBudget &over) {
  if (!stages.running())
    return over.why;
  const std::vector<support::StageTime> &times = stages.times();
  const auto longest =
      std::ranges::max_element(times, [](const auto &a, const auto &b) { return a.seconds < b.seconds; });
  const double before = std::accumulate(times.begin(), times.end(), 0.0,
                                        [](double sum, const support::StageTime &t) { return sum + t.seconds; });
  if (over.time && longest != times.end() && longest->stage != *stages.running() && 2 * before > over.time)
    return fmt::format("{}: {:.1f} s in stage '{}', the last in '{}'", over.why, longest->seconds,
                       support::name(longest->stage), support::name(*stages.running()));
  return fmt::format("stage '{}': {}", support::name(*stages.running()), over.why);
}

} // namespace

Stage entry_stage(const std::string &file, std::optional<Stage> from) {
  static constexpr std::array<std::pair<std::string_view, Stage>, 4> by_suffix = {
      {{".kir", Stage::BuildKernel}, {".pred", Stage::Predicate}, {".lks", Stage::Vectorise}, {".bpl", Stage::Emit}}};
  if (from)
    return *from;
  const std::string suffix = std::filesystem::path(file).extension().string();
  for (const auto &[s, stage] : by_suffix)
    if (suffix == s)
      return stage;
  return Stage::Compile;
}

FileRun FileRun::part() {
  FileRun part(file, options, sink);
  part.header = header;
  part.texts = texts;
  part.recorded = recorded;
  part.counts = counts;
  part.overloaded = overloaded;
  part.entry = entry;
  part.pending_ = std::exchange(pending_, {});
  part.pending_times_ = std::exchange(pending_times_, {});
  return part;
}

void FileRun::take(FileRun &part) { std::move(part.reports.begin(), part.reports.end(), std::back_inserter(reports)); }

std::string FileRun::variant(const std::string &kernel) const {
  if (recorded)
    return fmt::format("{}.launch{}", kernel, recorded->number);
  return entry == 0 ? kernel : fmt::format("{}.entry{}", kernel, entry);
}

bool FileRun::guarded(const std::string &kernel, bool adds_report, const Step &step, const support::Origin &launch) {
  const auto start = Clock::now();
  KernelReport report;
  report.file = file;
  report.kernel = kernel;
  report.entry = entry;
  report.unit = unit;
  report.launch = launch;
  if (const Expectation *e = header.expectation(kernel, launch.known() ? launch.place().line : 0))
    report.expectation = *e;

  support::Diagnostics diags;
  const auto give_text = [&](Stage stage, const std::string &text) { sink(file, variant(kernel), stage, text); };
  support::Stages stages(sink ? support::Stages::Sink(give_text) : support::Stages::Sink(), options.stop_after);
  if (work != nullptr)
    stages.watch([this](Stage stage) { work->enter(stage); });
  bool broken = false;
  // Engines are interrupted at the limit itself: what they have answered may still be concluded from. Who asks is ended
  // before the supervisor ends the process.
  support::Budget budget({.seconds = options.kernel.timeout,
                          .gone = options.kernel.timeout - time_left(),
                          .grace = 0.3,
                          .megabytes = options.memory_limit(),
                          .own = Supervisor::own_memory / 2});
  const support::Budget::InForce in_force(budget);
  try {
    step(stages, diags, report.result);
  } catch (const support::Stopped &) {
    report.stopped = true;
  } catch (const support::OutOfBudget &e) {
    report.result = {};
    report.result.verdict = verify::Verdict::Unknown;
    report.result.reason = (counts && !stages.running() ? "counting costs: " : "") + given_up(stages, e);
    broken = true;
  } catch (const std::exception &e) { // a failed invariant, or no memory: ours, not the user's
    report.result = {};
    report.result.verdict = verify::Verdict::Error;
    report.result.reason = e.what();
    broken = true;
  }
  if (!broken && diags.failed()) {
    refuse(diags, report.result);
    broken = true;
  }
  for (const support::StageTime &t : stages.times())
    pending_times_[t.stage] += t.seconds;
  for (const support::Diagnostic &d : diags.all())
    pending_.add(d);
  if (!adds_report && !broken && !report.stopped)
    return true;

  report.nothing = nothing;
  report.result.stages.merge(pending_times_);
  report.result.seconds = 0;
  for (const auto &[stage, seconds] : report.result.stages)
    report.result.seconds += seconds;
  report.result.seconds = std::max(report.result.seconds, std::chrono::duration<double>(Clock::now() - start).count());
  report.diagnostics = pending_.all();
  keep_lines(*texts, report);
  pending_ = {};
  pending_times_.clear();
  reports.push_back(std::move(report));
  if (on_report)
    on_report(reports.back());
  return !broken && !reports.back().stopped;
}

} // namespace lockstep::jobs
