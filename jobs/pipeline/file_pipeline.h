// One file through the stages, to its kernels' verdicts: what a worker (pipeline.h) runs once it has read the file.
#pragma once

#include "jobs/pipeline/engines.h"
#include "jobs/pipeline/file_run.h"
#include "jobs/pipeline/pipeline.h"

#include <chrono>
#include <mutex>

namespace lockstep::jobs {

// What the pipelines of one file's kernels have in common.
struct Shared {
  const std::string &text; // of the file
  Supervisor &supervisor;
  const std::vector<std::unique_ptr<LazyEngine>> &engines; // as many as kernels are judged at a time
  verify::ResultCache *cache;                              // null: none
  const Task &task;
  const Listener &listener;
  const std::vector<std::size_t> &skip;          // units that have their reports
  std::chrono::steady_clock::time_point started; // when the file was
  std::optional<Supervisor::Work> &reading;      // the work at the file, until its kernels are known
  std::mutex module = {}; // a module is read by one thread at a time: types and constants are made on the way
};

// Text in the form of the stage `entry`.
void run_file(support::Stage entry, FileRun &run, const cfg::Launch &launch, Shared &shared);

} // namespace lockstep::jobs
