// A stack that does not suffice, and other faults of the processor, are told in one line by the name of what was being
// done: compilers, and walks over expressions, go down as deep as a source is nested.
//
// The line is made when the work begins: behind a fault nothing may be allocated. What has no more stack ends like what
// has no more memory (supervisor.h); any other fault is an internal error. Where another process tells of this one
// (suite_worker.h), its end by the signal is told there, and it is left to it.
#pragma once

#include "support/stage.h"

#include <atomic>
#include <string>

namespace lockstep::jobs {

// From construction to destruction what is said of the thread that has made it.
class StackEnd {
public:
  StackEnd(const std::string &unit, const std::atomic<support::Stage> &stage);
  ~StackEnd();
  StackEnd(const StackEnd &) = delete;
  StackEnd &operator=(const StackEnd &) = delete;

private:
  std::string unit_;
  const StackEnd *outer_;
  const std::atomic<support::Stage> &stage_;
  friend struct Fault;
};

// To be called once a process. `told_by_another`: there is a process that tells how this one has ended.
void tell_of_faults(bool told_by_another);

} // namespace lockstep::jobs
