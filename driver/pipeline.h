// The pipeline: a file's text to its kernels' verdicts, stage by stage (stages.def), every stage through the one
// wrapper (support/stage.h).
//
// A worker owns an engine, started before anything else so that it warms up while Clang parses. A failed invariant or
// any other exception inside one kernel's pipeline is that kernel's verdict `error`; the run goes on.
#pragma once

#include "driver/options.h"
#include "driver/report.h"
#include "driver/repro.h"
#include "driver/supervisor.h"
#include "driver/texts.h"

#include <memory>
#include <string>
#include <vector>

namespace lockstep::driver {

bool needs_engine(const Options &options); // false: the run stops before

class Worker {
public:
  // Starts the engine unless the options stop before the stage that needs it.
  // `repro`: where violations are written to, if anywhere.
  Worker(const Options &options, Supervisor &supervisor, TextSink sink = {}, ReproFolder *repro = nullptr);
  ~Worker();
  Worker(const Worker &) = delete;
  Worker &operator=(const Worker &) = delete;

  // One report per kernel; a single one without a kernel's name if the file has none to offer.
  std::vector<KernelReport> run(const std::string &file);

private:
  const Options &options_;
  Supervisor &supervisor_;
  TextSink sink_;
  ReproFolder *repro_;
  std::unique_ptr<verify::Engine> engine_;
};

} // namespace lockstep::driver
