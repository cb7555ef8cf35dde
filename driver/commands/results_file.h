// The results of a suite, written as they come (--results), so that an interrupted run can go on (--resume): a file of
// lines to which only is added, each a message (message.h) and written through to the disk.
//
//   {"lockstep": version, "results": 1, "options": [words]}     the first: what the results hang on
//   {"file", "stamp", "reports": [...], "complaints", "problems"}   of a file whose kernels are all done (wire.h)
//
// Of a file that is there twice the last line counts. A line that was not written whole is the last one, and is cut
// off. A file that has changed since (its size, or the time of its last change) is judged again; what it includes is
// not looked at.
#pragma once

#include "driver/process/suite_worker.h"
#include "support/result.h"

#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace lockstep::driver {

class ResultsFile {
public:
  // An empty path: nothing is kept. Fails if the file holds something and is not to be resumed, holds results of
  // another version or of other options, cannot be read or written, or is another run's at this time.
  static support::Result<ResultsFile> open(const std::string &path, bool resume,
                                           const std::vector<std::string> &options, support::Diagnostics &diags);
  ResultsFile(ResultsFile &&other) noexcept;
  ResultsFile &operator=(ResultsFile &&) = delete;
  ~ResultsFile();

  std::optional<FileOutcome> known(const std::string &file) const; // if the file is as it was then
  std::size_t size() const { return known_.size(); }
  // On any thread. What cannot be written is a problem, told once.
  void add(const std::string &file, const FileOutcome &outcome);
  std::string problem() const { return problem_; }

private:
  struct Known {
    std::string stamp;
    FileOutcome outcome;
  };
  ResultsFile() = default;
  bool read(const std::vector<std::string> &options, support::Diagnostics &diags);

  std::string path_, problem_;
  int file_ = -1;
  std::map<std::string, Known> known_;
  std::mutex mutex_;
};

} // namespace lockstep::driver
