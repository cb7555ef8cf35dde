// The pipeline: a file's text to its kernels' verdicts, stage by stage (support/stages.def), every stage through the
// one wrapper (support/stage.h).
//
// A worker owns an engine, started before anything else so that it warms up while Clang parses (with a result cache:
// unless the cache has seen the very file), and more of them where it judges several of a file's kernels at a time:
// the file is compiled once. A failed invariant or any other exception inside one kernel's pipeline is that kernel's
// verdict `error`; the run goes on.
#pragma once

#include "frontend/frontend.h"
#include "jobs/counts/task.h"
#include "jobs/input/file_job.h"
#include "jobs/input/options.h"
#include "jobs/pipeline/file_run.h"
#include "verify/cache/result_cache.h"

#include <memory>
#include <string>
#include <vector>

namespace lockstep::jobs {

bool needs_engine(const Options &options); // false: a run that judges stops before

class LazyEngine;
struct CountedKernel; // jobs/counts/kernel_costs.h
struct BoundedKernel;

// A kernel's violations, with all that is needed to show them elsewhere.
struct Violations {
  const std::string &file, &text;
  const cfg::Kernel &kernel;
  const std::vector<frontend::Parameter> &parameters; // empty: not known (.kir, LLVM IR)
  const KernelOptions &options;
  std::string variant; // for names of files: see FileRun
  const cfg::Launch &launch;
  const std::vector<verify::Finding> &findings;
};

// Who wants to know how far a file is. Calls come from whatever thread, of `counted` and `bounded` one at a time.
struct Listener {
  std::function<void(const KernelReport &)> report = {};                        // each, as soon as it is there
  std::function<void(std::size_t count)> units = {};                            // kernels and launches, once known
  std::function<void(const Supervisor::Unit &unit, double seconds)> begin = {}; // and may take so long; 0: no limit
  std::function<void(const Violations &)> violations = {};
  std::function<void(CountedKernel &&)> counted = {}; // if the task is to count
  std::function<void(BoundedKernel &&)> bounded = {}; // if it is to bound
};

class Worker {
public:
  // Starts the engine unless the task, or where the options stop, has no need of it.
  Worker(const Options &options, Supervisor &supervisor, Task task = Verdicts{}, TextSink sink = {});
  ~Worker();
  Worker(const Worker &) = delete;
  Worker &operator=(const Worker &) = delete;

  // One report per kernel; a single one without a kernel's name if the file has none to offer. Where kernels are
  // counted or bounded, of those only that could not be.
  std::vector<KernelReport> run(const FileJob &job, const Listener &listener = {});

  // What is wrong with the result cache: one line, once.
  std::string take_complaint();

private:
  std::string source_key(const FileJob &job, const std::string &text) const;
  void prepare(const FileJob &job, support::Stage entry, FileRun &run, std::string &text, cfg::Launch &launch,
               support::Diagnostics &diags);

  const Options &options_;
  Supervisor &supervisor_;
  Task task_;
  TextSink sink_;
  std::vector<std::unique_ptr<LazyEngine>> engines_; // one for each kernel that is judged at the same time
  std::unique_ptr<verify::ResultCache> cache_;       // null: none
};

} // namespace lockstep::jobs
