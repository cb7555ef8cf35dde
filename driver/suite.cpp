// The batch runner (suite.h).
#include "driver/suite.h"

#include "driver/parallel.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fmt/format.h>
#include <mutex>

namespace lockstep::driver {

namespace {

namespace fs = std::filesystem;

constexpr std::array suffixes = {".cl", ".cu", ".hip", ".ll", ".bc", ".kir"};

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
                 file.substr(file.size() - std::min<std::size_t>(file.size(), 60)));
  }

private:
  bool shown_;
  std::size_t total_, done_ = 0;
  std::mutex mutex_;
};

} // namespace

support::Result<std::vector<std::string>> find_kernels(const std::string &folder, support::Diagnostics &diags) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    diags.error({},
                fmt::format("'{}' is not a folder: `lockstep suite` takes one, `lockstep verify` takes files", folder));
    return support::failure;
  }
  std::vector<std::string> files;
  const auto options = fs::directory_options::skip_permission_denied;
  for (auto it = fs::recursive_directory_iterator(folder, options, error); it != fs::end(it); it.increment(error)) {
    if (error)
      break;
    const std::string name = it->path().filename().string();
    if (it->is_directory(error)) {
      if (name.size() > 1 && name[0] == '.')
        it.disable_recursion_pending();
    } else if (std::find(suffixes.begin(), suffixes.end(), it->path().extension()) != suffixes.end()) {
      files.push_back(it->path().lexically_normal().string());
    }
  }
  if (error) {
    diags.error({}, fmt::format("cannot read the folder '{}': {}", folder, error.message()));
    return support::failure;
  }
  if (files.empty()) {
    diags.error({}, fmt::format("no kernel file (.cl .cu .hip .ll .bc .kir) below '{}'", folder));
    return support::failure;
  }
  std::sort(files.begin(), files.end());
  return files;
}

FileOutcome run_files(const std::vector<FileJob> &files, const Options &options, Supervisor &supervisor,
                      bool progress) {
  std::vector<FileOutcome> outcomes(files.size());
  Progress line(progress, files.size());
  const std::size_t wanted = at_a_time(options.jobs);
  const std::size_t kernels = std::max<std::size_t>(1, wanted / std::max<std::size_t>(1, files.size()));
  in_parallel(wanted, files.size(), [&](std::size_t, const auto &next) {
    WorkerProcess worker(options, kernels, supervisor);
    for (auto i = next(); i && !supervisor.interrupted(); i = next()) {
      outcomes[*i] = worker.run(files[*i]);
      line.done(files[*i].file);
    }
  });
  FileOutcome all;
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
