// The pipeline: a file's text to its kernels' verdicts, stage by stage (support/stages.def), every stage through the
// one wrapper (support/stage.h).
//
// A worker owns an engine, started before anything else so that it warms up while Clang parses (with a result cache:
// unless the cache has seen the very file), and more of them where it judges several of a file's kernels at a time:
// the file is compiled once. A failed invariant or any other exception inside one kernel's pipeline is that kernel's
// verdict `error`; the run goes on.
#pragma once

#include "driver/options/options.h"
#include "driver/pipeline/file_job.h"
#include "driver/pipeline/kernel_costs.h"
#include "driver/pipeline/stage_texts.h"
#include "driver/process/supervisor.h"
#include "driver/report/report.h"
#include "driver/repro/repro.h"
#include "verify/cache/result_cache.h"

#include <memory>
#include <string>
#include <vector>

namespace lockstep::driver {

bool needs_engine(const Options &options); // false: the run stops before

class LazyEngine;

// Who wants to know how far a file is.
struct Listener {
  std::function<void(const KernelReport &)> report = {}; // each, as soon as it is there; from whatever thread
  std::function<void(std::size_t count)> units = {};     // kernels and launches, once known
  std::function<void(const Supervisor::Unit &unit, double seconds)> begin = {}; // and may take so long; 0: no limit
};

class Worker {
public:
  // Starts the engine unless the options stop before the stage that needs it.
  // `repro`: where violations are written to, if anywhere.
  Worker(const Options &options, Supervisor &supervisor, TextSink sink = {}, ReproFolder *repro = nullptr);
  ~Worker();
  Worker(const Worker &) = delete;
  Worker &operator=(const Worker &) = delete;

  // Instead of judging kernels, counts what their accesses cost, or bounds what they cost.
  void count(CostRequest request) { cost_ = std::move(request); }

  // One report per kernel; a single one without a kernel's name if the file has none to offer. Where kernels are
  // counted, of those only that could not be.
  std::vector<KernelReport> run(const FileJob &job, const Listener &listener = {});

  // What is wrong with the result cache: one line, once.
  std::string take_complaint();

private:
  std::string source_key(const FileJob &job, const std::string &text) const;

  const Options &options_;
  Supervisor &supervisor_;
  TextSink sink_;
  ReproFolder *repro_;                               // where violations are written to; null: nowhere
  std::vector<std::unique_ptr<LazyEngine>> engines_; // one for each kernel that is judged at the same time
  std::unique_ptr<verify::ResultCache> cache_;       // null: none
  std::optional<CostRequest> cost_;
};

} // namespace lockstep::driver
