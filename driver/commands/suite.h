// The batch runner: many kernel files, every one below a folder for example, in parallel, in worker processes
// (suite_worker.h).
#pragma once

#include "driver/options/options.h"
#include "driver/process/suite_worker.h"
#include "jobs/process/supervisor.h"

#include <functional>
#include <optional>
#include <vector>

namespace lockstep::driver {

struct FileListener {
  bool progress = false; // a line on standard error that says how far it is
  // What is known of a file already, which is then not judged.
  std::function<std::optional<FileOutcome>(const jobs::FileJob &)> known;
  // Of a file that is finished, known or judged now; on any thread, each number once. `hide` hides the line.
  std::function<void(std::size_t file, const FileOutcome &outcome, bool fresh, const std::function<void()> &hide)> done;
};

struct FilesOutcome {
  FileOutcome all; // the reports in the order of the files
  std::size_t unfinished = 0;
};

// Where there are fewer files than may run at a time, each worker judges several kernels at a time. To be called while
// there is no other thread; `supervisor` then is there.
FilesOutcome run_files(const std::vector<jobs::FileJob> &files, const Options &options,
                       std::optional<jobs::Supervisor> &supervisor, const FileListener &listener);

} // namespace lockstep::driver
