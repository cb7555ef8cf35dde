// Worker processes, seen from the run that has them (suite_worker.h).
#include "driver/process/suite_worker.h"

#include "driver/process/message.h"
#include "driver/report/wire.h"
#include "verify/cache/result_json.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace lockstep::driver {

namespace {

using nlohmann::json;
using support::Clock;
using Read = support::Process::Read;
constexpr auto answer_glance = std::chrono::milliseconds(100); // between two looks whether the run was interrupted
constexpr auto worker_patience = std::chrono::seconds(4);      // for a worker that has been told to end
constexpr auto grace = std::chrono::milliseconds(250);         // beyond a worker's own, should it not end itself

std::optional<Clock::time_point> deadline_in(double seconds) {
  if (seconds <= 0)
    return std::nullopt;
  return Clock::now() + std::chrono::milliseconds(static_cast<std::int64_t>(std::min(seconds, 1e9) * 1000)) +
         jobs::Supervisor::Work::grace + grace;
}

} // namespace

WorkerProcess::~WorkerProcess() { end(false); }

void WorkerProcess::end(bool interrupted) {
  if (!process_.running())
    return;
  process_.close_input();
  if (interrupted)
    process_.terminate();
  std::string line;
  const auto deadline = Clock::now() + worker_patience;
  while (process_.read_line(line, deadline) == Read::Line) {}
  process_.finish(true);
}

bool WorkerProcess::start() {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  std::vector<std::string> argv{self.string(), options_.command_line.front(), "--worker"};
  argv.insert(argv.end(), options_.command_line.begin() + 1, options_.command_line.end());
  argv.push_back(fmt::format("--jobs={}", kernels_));
  if (!options_.clang_words.empty()) {
    argv.emplace_back("--");
    argv.insert(argv.end(), options_.clang_words.begin(), options_.clang_words.end());
  }
  return process_.start(argv, true);
}

void WorkerProcess::fork() {
  Options options = options_;
  options.jobs = static_cast<unsigned>(kernels_);
  process_.fork([&] { return run_worker(options, true); });
}

void WorkerProcess::give_up(std::size_t unit, const jobs::FileJob &job, verify::Verdict verdict, const std::string &why,
                            Progress &progress) {
  jobs::KernelReport report;
  report.file = job.file;
  report.unit = unit;
  report.entry = job.entry;
  if (const auto begun = progress.begun.find(unit); begun != progress.begun.end()) {
    report.kernel = begun->second.kernel;
    report.launch = begun->second.launch;
  }
  if (job.launch) {
    report.kernel = job.launch->kernel;
    report.launch = job.launch->origin;
  }
  report.result.verdict = verdict;
  report.result.reason = why;
  progress.out.reports.push_back(std::move(report));
  progress.begun.erase(unit);
  if (unit != 0)
    progress.done.push_back(unit);
}

void WorkerProcess::take(const json &message, const jobs::FileJob &job, Progress &progress) {
  const auto holds = [&](const char *key) { return message.contains(key); };
  if (holds("begin")) {
    Begun begun{message.at("kernel"), verify::JsonForm().origin(message.at("launch")),
                deadline_in(message.at("seconds"))};
    progress.begun[message.at("begin")] = std::move(begun);
  } else if (holds("units")) {
    progress.units = message.at("units");
    progress.begun.erase(0); // the file has been read
  } else if (holds("report")) {
    jobs::KernelReport report = report_from_wire(message.at("report"));
    progress.begun.erase(report.unit);
    if (report.unit != 0)
      progress.done.push_back(report.unit);
    progress.out.reports.push_back(std::move(report));
    ++progress.told;
  } else if (holds("over")) {
    progress.over = message.at("why");
    if (message.at("all").get<bool>()) {
      const auto begun = progress.begun;
      for (const auto &[unit, of] : begun)
        give_up(unit, job, verify::Verdict::Unknown, progress.over, progress);
    } else {
      give_up(message.at("over"), job, verify::Verdict::Unknown, progress.over, progress);
    }
  } else if (holds("complaint")) {
    progress.out.complaints.push_back(message.at("complaint"));
  } else if (holds("problem")) {
    progress.out.problems.push_back(message.at("problem"));
  } else if (holds("done")) {
    if (message.at("done") != number_ || message.at("reports") != progress.told || !progress.begun.empty())
      throw std::runtime_error("it has answered another question");
    progress.finished = true;
  } else {
    throw std::runtime_error("'" + message.dump(-1, ' ', true) + "'");
  }
}

// Units that were begun, when their process has ended.
void WorkerProcess::close_units(const jobs::FileJob &job, verify::Verdict verdict, const std::string &why,
                                Progress &progress) {
  const auto begun = progress.begun;
  for (const auto &[unit, of] : begun)
    give_up(unit, job, verdict, why, progress);
}

void WorkerProcess::ask(const jobs::FileJob &job, Progress &progress, const jobs::Supervisor &supervisor) {
  if (!process_.running() && !start()) {
    give_up(0, job, verify::Verdict::Error, "no worker process: " + process_.error, progress);
    return;
  }
  std::string line, why;
  progress.told = 0;
  progress.over.clear();
  progress.begun = {{0, {"", {}, deadline_in(options_.kernel.timeout)}}};
  const bool asked = process_.write(to_message({{"job", job}, {"number", ++number_}}), Clock::now() + worker_patience);
  while (asked && !supervisor.interrupted() && !progress.finished) {
    const Read read = process_.read_line(line, Clock::now() + answer_glance);
    if (read == Read::End)
      break;
    if (read == Read::Late) {
      const auto late = std::ranges::find_if(
          progress.begun, [](const auto &b) { return b.second.deadline && Clock::now() >= *b.second.deadline; });
      if (late == progress.begun.end())
        continue;
      process_.kill();
      progress.over = fmt::format("no answer within {} s (--timeout)", options_.kernel.timeout);
      give_up(late->first, job, verify::Verdict::Unknown, progress.over, progress);
      break;
    }
    try {
      take(from_message(line), job, progress);
    } catch (const std::exception &e) {
      why = std::string("its answer cannot be read: ") + e.what();
      break;
    }
  }
  if (progress.finished)
    return;
  if (supervisor.interrupted())
    return end(true);
  const std::string how = process_.finish(true);
  if (!progress.over.empty())
    return;
  const std::string said = process_.complaints();
  const std::size_t last = said.rfind('\n');
  const std::string last_line = said.substr(last == std::string::npos ? 0 : last + 1);
  const bool nested = why.empty() && how == fmt::format("exit status {}", verify::exit_undecided); // stack_end.h
  if (nested)
    why = last_line;
  else
    why = fmt::format("the worker process ended unexpectedly ({}){}", why.empty() ? how : why,
                      said.empty() ? "" : ": " + last_line);
  const verify::Verdict verdict = nested ? verify::Verdict::Unknown : verify::Verdict::Error;
  if (progress.begun.empty())
    give_up(0, job, verdict, why, progress);
  close_units(job, verdict, why, progress);
}

// Each process that ends early has at least one more unit reported, so the loop has an end.
FileOutcome WorkerProcess::run(const jobs::FileJob &job, const jobs::Supervisor &supervisor) {
  Progress progress;
  jobs::FileJob rest = job;
  while (true) {
    const std::size_t before = progress.done.size();
    ask(rest, progress, supervisor);
    if (progress.finished || supervisor.interrupted() || progress.done.size() == before ||
        progress.done.size() >= progress.units)
      break;
    rest.skip = progress.done;
  }
  if (progress.finished && progress.done.size() < progress.units && !supervisor.interrupted())
    give_up(0, job, verify::Verdict::Error,
            fmt::format("only {} of {} kernels have a verdict", progress.done.size(), progress.units), progress);
  if (progress.out.reports.empty() && !supervisor.interrupted())
    give_up(0, job, verify::Verdict::Error, "the worker process has said nothing of this file", progress);
  progress.out.finished = progress.finished || !supervisor.interrupted();
  std::ranges::stable_sort(progress.out.reports,
                           [](const jobs::KernelReport &a, const jobs::KernelReport &b) { return a.unit < b.unit; });
  return std::move(progress.out);
}

} // namespace lockstep::driver
