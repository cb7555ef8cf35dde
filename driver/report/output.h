// Where a report goes: standard output, or a file that appears whole or not at all (a temporary file beside it is
// written and renamed at the end). Tried before any work, so that an unwritable place is told at once.
#pragma once

#include "support/result.h"

#include <string>
#include <string_view>

namespace lockstep::driver {

class Output {
public:
  // An empty path means standard output.
  static support::Result<Output> open(const std::string &path, support::Diagnostics &diags);
  Output(Output &&other) noexcept;
  Output &operator=(Output &&) = delete;
  ~Output(); // removes the temporary file if nothing was committed

  // To standard output at once, ahead of what is committed; false, and nothing: it goes to a file, or cannot be
  // written.
  bool write_now(std::string_view text) const;
  bool commit(std::string_view text, support::Diagnostics &diags); // once
  bool is_terminal() const;

private:
  Output() = default;
  int create(); // the temporary file; negative: it cannot be

  std::string path_, temporary_;
  int file_ = -1; // -1: it is created at the end
};

// All of the text; false, and errno says why: it cannot be written.
bool write_all(int file, std::string_view text);

// Tells them on standard error; the exit status of bad usage.
int complain(const support::Diagnostics &diags);

} // namespace lockstep::driver
