// Ctrl-C and time-outs: one thread that interrupts engines when a signal arrives or a deadline passes, so that no run
// outlives its limit and no engine process outlives the run.
//
// On the first SIGINT or SIGTERM every watched engine is interrupted, again and again until its watch ends, and the
// commands wind up by themselves (interrupted()). A second signal, or three seconds without an end (Clang cannot be
// interrupted), ends the process at once.
#pragma once

#include "verify/engine.h"

#include <chrono>
#include <memory>

namespace lockstep::driver {

class Supervisor {
public:
  Supervisor(); // at most one at a time: signals belong to the process
  ~Supervisor();
  Supervisor(const Supervisor &) = delete;
  Supervisor &operator=(const Supervisor &) = delete;

  bool interrupted() const;

  // From construction to destruction the engine is interrupted when its time is over.
  class Watch {
  public:
    Watch(Supervisor &supervisor, verify::Engine &engine, double seconds); // 0: no limit
    ~Watch();
    Watch(const Watch &) = delete;
    Watch &operator=(const Watch &) = delete;
    bool timed_out() const;

  private:
    Supervisor &supervisor_;
    verify::Engine &engine_;
    bool limited_;
    std::chrono::steady_clock::time_point deadline_;
    friend class Supervisor;
  };

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace lockstep::driver
