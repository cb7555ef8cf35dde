// The batch runner (suite.h).
#include "driver/commands/suite.h"

#include "support/parallel.h"
#include "support/printable.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <mutex>

namespace lockstep::driver {

namespace {

class Progress {
public:
  Progress(bool shown, std::size_t total) : shown_(shown), total_(total) {}
  ~Progress() {
    if (shown_)
      fmt::print(stderr, "\r\033[K");
  }
  void done(const std::string &file) {
    const std::lock_guard lock(mutex_);
    ++done_;
    if (shown_)
      fmt::print(stderr, "\r\033[K[{}/{}] {}", done_, total_,
                 support::printable(file.substr(file.size() - std::min<std::size_t>(file.size(), 60))));
  }

private:
  bool shown_;
  std::size_t total_, done_ = 0;
  std::mutex mutex_;
};

} // namespace

FileOutcome run_files(const std::vector<jobs::FileJob> &files, const Options &options,
                      std::optional<jobs::Supervisor> &supervision, bool progress) {
  std::vector<FileOutcome> outcomes(files.size());
  Progress line(progress && files.size() > 1, files.size());
  const std::size_t wanted = support::at_a_time(options.jobs);
  const std::size_t kernels = std::max<std::size_t>(1, wanted / std::max<std::size_t>(1, files.size()));
  const auto first = std::make_shared<WorkerProcess>(options, kernels);
  if (files.size() == 1)
    first->fork();
  jobs::Supervisor &supervisor = supervision.emplace();
  support::in_parallel(wanted, files.size(), [&](std::size_t thread, const auto &next) {
    WorkerProcess other(options, kernels);
    WorkerProcess &worker = thread == 0 ? *first : other;
    for (auto i = next(); i && !supervisor.interrupted(); i = next()) {
      outcomes[*i] = worker.run(files[*i], supervisor);
      line.done(files[*i].file);
    }
  });
  FileOutcome all;
  all.ending = first;
  for (FileOutcome &o : outcomes) {
    std::move(o.reports.begin(), o.reports.end(), std::back_inserter(all.reports));
    for (const auto &[from, to] : {std::pair{&o.complaints, &all.complaints}, std::pair{&o.problems, &all.problems}})
      for (const std::string &text : *from)
        if (std::find(to->begin(), to->end(), text) == to->end())
          to->push_back(text);
  }
  return all;
}

} // namespace lockstep::driver
