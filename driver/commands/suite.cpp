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
  ~Progress() { hide(); }
  void hide() const {
    if (shown_)
      fmt::print(stderr, "\r\033[K");
  }
  // With what `tell` writes in front of the line.
  template <typename Tell> void done(const std::string &file, const Tell &tell) {
    const std::lock_guard lock(mutex_);
    ++done_;
    tell();
    if (shown_)
      fmt::print(stderr, "\r\033[K[{}/{}] {}", done_, total_,
                 support::printable(file.substr(file.size() - std::min<std::size_t>(file.size(), 60))));
  }

private:
  bool shown_;
  std::size_t total_, done_ = 0;
  std::mutex mutex_;
};

FilesOutcome together(std::vector<std::optional<FileOutcome>> &outcomes) {
  FilesOutcome out;
  for (std::optional<FileOutcome> &o : outcomes) {
    out.unfinished += !o || !o->finished;
    if (!o)
      continue;
    std::move(o->reports.begin(), o->reports.end(), std::back_inserter(out.all.reports));
    for (const auto &[from, to] :
         {std::pair{&o->complaints, &out.all.complaints}, std::pair{&o->problems, &out.all.problems}})
      for (const std::string &text : *from)
        if (std::ranges::find(*to, text) == to->end())
          to->push_back(text);
  }
  return out;
}

} // namespace

FilesOutcome run_files(const std::vector<jobs::FileJob> &files, const Options &options,
                       std::optional<jobs::Supervisor> &supervision, const FileListener &listener) {
  std::vector<std::optional<FileOutcome>> outcomes(files.size());
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < files.size(); ++i)
    if (!listener.known || !(outcomes[i] = listener.known(files[i])))
      left.push_back(i);
  Progress line(listener.progress && files.size() > 1, files.size());
  const auto done = [&](std::size_t file, bool fresh) {
    line.done(files[file].file, [&] {
      if (listener.done)
        listener.done(file, *outcomes[file], fresh, [&] { line.hide(); });
    });
  };
  const std::size_t wanted = support::at_a_time(options.jobs);
  const std::size_t kernels = std::max<std::size_t>(1, wanted / std::max<std::size_t>(1, left.size()));
  const auto first = std::make_shared<WorkerProcess>(options, kernels);
  if (left.size() == 1)
    first->fork();
  jobs::Supervisor &supervisor = supervision.emplace();
  for (std::size_t i = 0; i < files.size(); ++i)
    if (outcomes[i])
      done(i, false);
  support::in_parallel(wanted, left.size(), [&](std::size_t thread, const auto &next) {
    WorkerProcess other(options, kernels);
    WorkerProcess &worker = thread == 0 ? *first : other;
    for (auto i = next(); i && !supervisor.interrupted(); i = next()) {
      const std::size_t file = left[*i];
      FileOutcome outcome = worker.run(files[file], supervisor);
      outcomes[file] = std::move(outcome);
      if (outcomes[file]->finished)
        done(file, true);
    }
  });
  FilesOutcome out = together(outcomes);
  out.all.ending = first;
  return out;
}

} // namespace lockstep::driver
