// The rows of a table as the files are done, in the files' order, so that whoever waits sees them.
#pragma once

#include "driver/report/output.h"
#include "driver/report/text.h"

#include <map>
#include <mutex>
#include <vector>

namespace lockstep::driver {

class Rows {
public:
  // `nothing_last`: files without a kernel have no rows here; whether they are told is known at the end.
  Rows(const Output &output, const TextStyle &style, bool compared, bool nothing_last)
      : output_(output), style_(style), compared_(compared), nothing_last_(nothing_last) {}

  // On any thread, once for each number from 0 on. `before`: to be called before something is written.
  template <typename Before>
  void done(std::size_t file, const std::vector<jobs::KernelReport> &reports, const Before &before) {
    const std::lock_guard lock(mutex_);
    waiting_[file] = rows_of(reports);
    for (auto it = waiting_.begin(); it != waiting_.end() && it->first == next_; it = waiting_.erase(it), ++next_)
      if (!it->second.empty()) {
        before();
        write(it->second);
      }
  }
  // What was not written since a file in front of it has no results.
  void finish();
  bool any() const { return any_; } // has one been written?

private:
  std::string rows_of(const std::vector<jobs::KernelReport> &reports) const;
  void write(const std::string &rows);

  const Output &output_;
  const TextStyle style_;
  const bool compared_, nothing_last_;
  std::mutex mutex_;
  std::map<std::size_t, std::string> waiting_; // for the files in front of them
  std::size_t next_ = 0;
  bool any_ = false;
};

} // namespace lockstep::driver
