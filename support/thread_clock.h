// The processor time that the calling thread has used, in seconds: for limits that shall mean the same on a machine
// that is busy.
#pragma once

#include <ctime>

namespace lockstep::support {

inline double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

} // namespace lockstep::support
