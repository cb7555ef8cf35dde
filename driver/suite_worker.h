// The workers of a suite, or of any command about several files, are processes of their own: what ends one of them (a
// segmentation fault in Clang, no memory) costs the kernels of one file, never the whole run.
//
// A worker is this very program with the same command line and --worker. It reads two lines for each file, its path and
// how it is compiled or launched (file_job.h, as JSON), and answers
// with lines: "report " and a report (report_wire.h), "complaint " and what is wrong with the result cache, "problem "
// and what is wrong with --dump-dir, "done". It ends with its input, or when the suite ends, however that comes about.
#pragma once

#include "driver/file_job.h"
#include "driver/options.h"
#include "driver/report.h"
#include "driver/supervisor.h"
#include "verify/process.h"

#include <string>
#include <vector>

namespace lockstep::driver {

struct FileOutcome {
  std::vector<KernelReport> reports;
  std::vector<std::string> complaints, problems;
};

class WorkerProcess {
public:
  // `kernels`: of one file, that are judged at a time.
  WorkerProcess(const Options &options, std::size_t kernels, const Supervisor &supervisor)
      : options_(options), kernels_(kernels), supervisor_(supervisor) {}
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess &) = delete;
  WorkerProcess &operator=(const WorkerProcess &) = delete;

  // What the worker says of the file. Where it ends in the middle, what it has said so far stands, and a report with
  // the verdict `error` says how it ended; the next file gets another worker.
  FileOutcome run(const FileJob &job);

private:
  bool start();
  void end();

  const Options &options_;
  std::size_t kernels_;
  const Supervisor &supervisor_;
  verify::Process process_;
};

// The other side: `lockstep suite --worker`, `lockstep verify --worker`.
int run_worker(const Options &options);

} // namespace lockstep::driver
