// A suite's workers (suite_worker.h).
#include "driver/suite_worker.h"

#include "driver/commands.h"
#include "driver/pipeline.h"
#include "driver/report_wire.h"
#include "driver/texts.h"

#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <set>

#include <csignal>
#include <sys/prctl.h>
#include <unistd.h>

namespace lockstep::driver {

namespace {

using verify::Clock;
using Read = verify::Process::Read;
constexpr auto glance = std::chrono::milliseconds(100); // between two looks whether the suite was interrupted
constexpr auto patience = std::chrono::seconds(4);      // for a worker that has been told to end

bool take_prefix(std::string &line, const std::string &prefix) {
  if (line.compare(0, prefix.size(), prefix) != 0)
    return false;
  line.erase(0, prefix.size());
  return true;
}

std::string how_it_is_compiled(FileJob job) {
  job.file.clear(); // whose bytes need not be text
  return nlohmann::json(job).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

KernelReport broken(const FileJob &job, const std::string &why) {
  KernelReport report;
  report.file = job.file;
  if (job.launch) {
    report.kernel = job.launch->kernel;
    report.launch = job.launch->origin;
  }
  report.result.verdict = verify::Verdict::Error;
  report.result.reason = why;
  return report;
}

} // namespace

WorkerProcess::~WorkerProcess() { end(); }

void WorkerProcess::end() {
  if (!process_.running())
    return;
  process_.close_input();
  if (supervisor_.interrupted())
    process_.terminate();
  std::string line;
  const auto deadline = Clock::now() + patience;
  while (process_.read_line(line, deadline) == Read::Line) {}
  process_.finish(true);
}

bool WorkerProcess::start() {
  std::error_code error;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
  std::vector<std::string> argv{self.string(), options_.words.front(), "--worker"};
  argv.insert(argv.end(), options_.words.begin() + 1, options_.words.end());
  argv.push_back(fmt::format("--jobs={}", kernels_));
  if (!options_.clang_words.empty()) {
    argv.emplace_back("--");
    argv.insert(argv.end(), options_.clang_words.begin(), options_.clang_words.end());
  }
  return process_.start(argv, true);
}

FileOutcome WorkerProcess::run(const FileJob &job) {
  const std::string &file = job.file;
  FileOutcome out;
  if (!process_.running() && !start()) {
    out.reports.push_back(broken(job, "no worker process: " + process_.error));
    return out;
  }
  std::string line, why;
  bool asked = process_.write(file + "\n" + how_it_is_compiled(job) + "\n", Clock::now() + patience);
  while (asked && !supervisor_.interrupted()) {
    const Read read = process_.read_line(line, Clock::now() + glance);
    if (read == Read::Late)
      continue;
    if (read == Read::End)
      break;
    try {
      if (line == "done")
        return out;
      if (take_prefix(line, "report "))
        out.reports.push_back(report_from_wire(line));
      else if (take_prefix(line, "complaint "))
        out.complaints.push_back(line);
      else if (take_prefix(line, "problem "))
        out.problems.push_back(line);
      else
        throw std::runtime_error("'" + line + "'");
    } catch (const std::exception &e) {
      why = std::string("its answer cannot be read: ") + e.what();
      break;
    }
  }
  if (supervisor_.interrupted()) {
    end();
    return out;
  }
  const std::string how = process_.finish(true);
  const std::string said = process_.complaints();
  const std::size_t last = said.rfind('\n');
  out.reports.push_back(
      broken(job, fmt::format("the worker process ended unexpectedly ({}){}", why.empty() ? how : why,
                              said.empty() ? "" : ": " + said.substr(last == std::string::npos ? 0 : last + 1))));
  return out;
}

int run_worker(const Options &options) {
  const pid_t parent = ::getppid();
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent)
    return verify::exit_interrupted;
  support::Diagnostics diags;
  TextFolder folder(options.dump_dir, diags);
  ReproFolder repro(options.repro_dir, diags);
  Supervisor supervisor;
  Worker worker(options, supervisor, folder.sink(), &repro);
  std::set<std::string> problems;
  const auto say = [](const std::string &line) { std::cout << line << '\n' << std::flush; };
  std::string file, build;
  while (!supervisor.interrupted() && std::getline(std::cin, file) && std::getline(std::cin, build)) {
    FileJob job = nlohmann::json::parse(build);
    job.file = file;
    worker.run(job, [&](const KernelReport &k) { say("report " + to_wire(k)); });
    if (const std::string what = worker.take_complaint(); !what.empty())
      say("complaint " + what);
    for (const support::Diagnostics &all : {folder.problems(), repro.problems()})
      for (const support::Diagnostic &d : all.all())
        if (const std::string text = support::format(d); problems.insert(text).second)
          say("problem " + text);
    if (!supervisor.interrupted())
      say("done");
  }
  return verify::exit_verified;
}

} // namespace lockstep::driver
