// Ctrl-C, time-outs and the limit of memory: one thread that interrupts engines when a signal arrives or a deadline
// passes, so that no run outlives its limit and no engine process outlives the run.
//
// What an engine's interruption does not end (a file that is included and never ends, a macro that grows for ever), and
// what takes more memory than it may, is told, by the name of what was being done, and ends the process.
//
// On the first SIGINT or SIGTERM every watched engine is interrupted, again and again until its watch ends, and the
// commands wind up by themselves (interrupted()). A second signal, or three seconds without an end (Clang cannot be
// interrupted), ends the process at once.
#pragma once

#include "jobs/process/stack_end.h"
#include "support/stage.h"
#include "verify/engines/engine.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace lockstep::jobs {

class Supervisor {
public:
  // Taken: at most one such at a time, since signals belong to the process. Left: to a program that uses Lockstep as a
  // library.
  enum class Signals : std::uint8_t { Taken, Left };
  explicit Supervisor(Signals signals = Signals::Taken);
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

  // A file, or one of its kernels, while it is worked at.
  struct Unit {
    std::string file, kernel; // without a kernel: all of the file
    support::Origin launch;
    std::size_t number = 0; // of the file's kernels and launches, from 1; 0: the file
  };
  // What has to be told about units whose work ends here, before the process ends with this status.
  using Tell = std::function<void(const std::vector<Unit> &units, const std::string &why)>;
  struct Limits {
    unsigned megabytes = 0; // that the process may take, beside `own_memory`; 0: no limit
    int exit_status = 0;
    Tell tell;
  };
  static constexpr unsigned own_memory = 400; // megabytes: the program itself, and a compiler that has read a file
  void limit(Limits limits);

  class Work {
  public:
    // `seconds` from `start` on (0: no limit), and `grace` for what is not finished at once.
    static constexpr std::chrono::milliseconds grace{1200};
    Work(Supervisor &supervisor, Unit unit, std::chrono::steady_clock::time_point start, double seconds);
    ~Work();
    Work(const Work &) = delete;
    Work &operator=(const Work &) = delete;
    void enter(support::Stage stage) { stage_ = stage; }
    double left() const; // seconds without the grace, at least 0.001; 0: no limit

  private:
    std::string doing() const;
    Supervisor &supervisor_;
    Unit unit_;
    double seconds_;
    std::chrono::steady_clock::time_point deadline_;
    std::atomic<support::Stage> stage_;
    StackEnd stack_;
    friend class Supervisor;
  };

private:
  struct State;
  std::unique_ptr<State> state_;
};

} // namespace lockstep::jobs
