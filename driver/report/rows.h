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
  struct How {
    bool compared = false;
    bool nothing_last = false; // files without a kernel have no rows here; whether they are told is known at the end
    std::size_t least = 1;     // so many rows make a table; fewer are none
  };
  Rows(const Output &output, const TextStyle &style, How how) : output_(output), style_(style), how_(how) {}

  // On any thread, once for each number from 0 on. `before`: to be called before something is written.
  template <typename Before>
  void done(std::size_t file, const std::vector<jobs::KernelReport> &reports, const Before &before) {
    const std::lock_guard lock(mutex_);
    waiting_[file] = rows_of(reports);
    for (auto it = waiting_.begin(); it != waiting_.end() && it->first == next_; it = waiting_.erase(it), ++next_)
      add(it->second);
    if (is_due()) {
      before();
      write();
    }
  }
  // What was not written since a file in front of it has no results.
  void finish();
  bool any() const { return any_; } // has one been written?

private:
  struct Some {
    std::string text;
    std::size_t count = 0;
  };
  Some rows_of(const std::vector<jobs::KernelReport> &reports) const;
  void add(const Some &rows);
  bool is_due() const { return !next_rows_.empty() && count_ >= how_.least; }
  void write();

  const Output &output_;
  const TextStyle style_;
  const How how_;
  std::mutex mutex_;
  std::map<std::size_t, Some> waiting_; // for the files in front of them
  std::size_t next_ = 0;                // file
  std::string next_rows_;               // not written
  std::size_t count_ = 0;               // written, or in next_rows_
  bool any_ = false;
};

} // namespace lockstep::driver
