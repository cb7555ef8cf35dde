// A suite's workers are processes of their own: what ends one of them (a segmentation fault in Clang, no memory) costs
// the kernels of one file, never the suite.
//
// A worker is this very program with the suite's command line and --worker. It reads a file's path a line and answers
// with lines: "report " and a report (report_wire.h), "complaint " and what is wrong with the result cache, "problem "
// and what is wrong with --dump-dir, "done". It ends with its input, or when the suite ends, however that comes about.
#pragma once

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
  WorkerProcess(const Options &options, const Supervisor &supervisor) : options_(options), supervisor_(supervisor) {}
  ~WorkerProcess();
  WorkerProcess(const WorkerProcess &) = delete;
  WorkerProcess &operator=(const WorkerProcess &) = delete;

  // What the worker says of the file. Where it ends in the middle, what it has said so far stands, and a report with
  // the verdict `error` says how it ended; the next file gets another worker.
  FileOutcome run(const std::string &file);

private:
  bool start();
  void end();

  const Options &options_;
  const Supervisor &supervisor_;
  verify::Process process_;
};

// The other side: `lockstep suite --worker`.
int run_suite_worker(const Options &options);

} // namespace lockstep::driver
