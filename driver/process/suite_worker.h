// The workers of `verify` and `suite` are processes of their own: what ends one of them (a segmentation fault in Clang,
// no memory, no time left) costs one kernel of one file, never the whole run.
//
// A worker is this very program: a copy of this process where there is one file and no thread yet, else started with
// the same command line and --worker. It reads and writes messages (message.h). It is asked {"job", "number"}: a file
// and how it is compiled or launched (file_job.h). It answers
//
//   {"begin": unit, "kernel", "launch", "seconds"}   work at the file (unit 0) or at one of its kernels begins
//   {"units": count}                                 kernels and launches that the file has
//   {"report": ...}                                  of a kernel (report/wire.h)
//   {"over": unit, "why", "all"}                     a unit is over a limit, which ends the worker; all: each is
//   {"complaint": text} {"problem": text}            about the result cache; about --dump-dir or --repro
//   {"done": number, "reports": count}               of the job
//
// What was begun and has no report when a worker ends has one then, that says why; units behind it are another worker's
// job. A worker ends with its input; a copy of this process, with its one job; either of them when the run ends,
// however that comes about.
#pragma once

#include "driver/options/options.h"
#include "jobs/input/file_job.h"
#include "jobs/process/supervisor.h"
#include "jobs/report/kernel_report.h"
#include "support/process.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lockstep::driver {

class WorkerProcess;

struct FileOutcome {
  std::vector<jobs::KernelReport> reports;
  std::vector<std::string> complaints, problems;
  bool finished = true;                  // nothing has interrupted the run meanwhile
  std::shared_ptr<WorkerProcess> ending; // a worker that gives its memory back: is waited for at the end of this
};

class WorkerProcess {
public:
  // `kernels`: of one file, that are judged at a time.
  WorkerProcess(const Options &options, std::size_t kernels) : options_(options), kernels_(kernels) {}
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess &) = delete;
  WorkerProcess &operator=(const WorkerProcess &) = delete;

  // As a copy of this process, which has no other thread, for one job. Without this the first job starts one.
  void fork();

  // A report for each kernel and launch of the file, and at least one.
  FileOutcome run(const jobs::FileJob &job, const jobs::Supervisor &supervisor);

private:
  struct Begun {
    std::string kernel;
    support::Origin launch;
    std::optional<support::Clock::time_point> deadline; // of the process, should it not end by itself
  };
  struct Progress { // of a file
    FileOutcome out;
    std::map<std::size_t, Begun> begun; // without a report
    std::vector<std::size_t> done;      // units that have reports
    std::size_t units = 0;              // 0: not known
    std::size_t told = 0;               // reports of this process
    std::string over;                   // why the process ends itself
    bool finished = false;
  };
  bool start();
  void end(bool interrupted);
  void ask(const jobs::FileJob &job, Progress &progress, const jobs::Supervisor &supervisor);
  void take(const nlohmann::json &message, const jobs::FileJob &job, Progress &progress);
  void close_units(const jobs::FileJob &job, verify::Verdict verdict, const std::string &why, Progress &progress);
  static void give_up(std::size_t unit, const jobs::FileJob &job, verify::Verdict verdict, const std::string &why,
                      Progress &progress);

  const Options &options_;
  std::size_t kernels_;
  std::size_t number_ = 0; // of the last job
  support::Process process_;
};

// The other side: `lockstep suite --worker`, `lockstep verify --worker`.
// With `once` it ends when it has done one job; its engines have ended when it says so.
int run_worker(const Options &options, bool once = false);

} // namespace lockstep::driver
