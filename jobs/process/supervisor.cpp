// Ctrl-C, time-outs and the limit of memory (supervisor.h).
#include "jobs/process/supervisor.h"

#include "support/invariant.h"
#include "verify/verdict.h"

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <mutex>
#include <poll.h>
#include <set>
#include <thread>
#include <unistd.h>

namespace lockstep::jobs {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto signal_patience = std::chrono::seconds(3); // after a signal, for a step that cannot be interrupted
constexpr auto repeat = std::chrono::milliseconds(50);    // between two interruptions of the same engine
constexpr int memory_glance = 20; // milliseconds between two looks at the memory: too few for a few hundred megabytes

// A signal handler can reach nothing but static storage: the write end of the supervisor's pipe, -1 if there
// is none.
std::atomic<int> &signal_pipe() {
  static std::atomic<int> end{-1};
  return end;
}
extern "C" void on_signal(int) {
  const int saved = errno;
  const char byte = 's';
  [[maybe_unused]] const auto n = ::write(signal_pipe().load(), &byte, 1);
  errno = saved;
}

void say(const char *text) { [[maybe_unused]] const auto n = ::write(STDERR_FILENO, text, std::strlen(text)); }

} // namespace

namespace {

// Of this process; 0 where the system does not say.
std::size_t resident_megabytes() {
  char text[128];
  const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return 0;
  const ssize_t n = ::read(file, text, sizeof text - 1);
  ::close(file);
  unsigned long long all = 0, resident = 0;
  text[std::max<ssize_t>(n, 0)] = '\0';
  if (std::sscanf(text, "%llu %llu", &all, &resident) != 2)
    return 0;
  return static_cast<std::size_t>(resident) * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) >> 20;
}

Clock::time_point after(Clock::time_point start, double seconds) {
  return start + std::chrono::milliseconds(static_cast<std::int64_t>(std::min(seconds, 1e9) * 1000));
}

} // namespace

struct Supervisor::State {
  int pipe[2] = {-1, -1};
  bool takes_signals = false;
  std::mutex mutex; // guards watches, works, limits
  std::set<Watch *> watches;
  std::set<Work *> works;
  std::optional<Limits> limits;
  std::atomic<bool> interrupted{false};
  std::atomic<bool> closing{false};
  struct sigaction old_int{}, old_term{};
  std::thread thread;

  void wake() {
    const char byte = 'w';
    [[maybe_unused]] const auto n = ::write(pipe[1], &byte, 1);
  }

  // Interrupts what is over its time; the time until the next deadline in milliseconds, -1 for none.
  int interrupt_due() {
    const std::lock_guard lock(mutex);
    const auto now = Clock::now();
    auto next = Clock::time_point::max();
    for (Watch *w : watches) {
      if (interrupted || (w->limited_ && now >= w->deadline_)) {
        w->engine_.interrupt();
        next = std::min(next, now + repeat);
      } else if (w->limited_) {
        next = std::min(next, w->deadline_);
      }
    }
    if (next == Clock::time_point::max())
      return -1;
    return 1 + static_cast<int>(std::chrono::duration_cast<std::chrono::milliseconds>(next - now).count());
  }

  // The time until the next look in milliseconds, -1 for none. Does not return where a limit has been passed.
  int look_at_limits() {
    const std::lock_guard lock(mutex);
    if (!limits || works.empty())
      return -1;
    const auto now = Clock::now();
    for (const Work *w : works)
      if (w->seconds_ > 0 && now >= w->deadline_ + Work::grace)
        give_up({w->unit_}, fmt::format("no answer within {} s (--timeout), {}", w->seconds_, w->doing()));
    if (limits->megabytes != 0 && resident_megabytes() > limits->megabytes + own_memory) {
      std::vector<Unit> all;
      std::string doing;
      for (const Work *w : works) {
        all.push_back(w->unit_);
        doing = w->doing();
      }
      give_up(all, fmt::format("more memory than {} MB (--memory), {}", limits->megabytes, doing));
    }
    return memory_glance;
  }

  [[noreturn]] void give_up(const std::vector<Unit> &units, const std::string &why) {
    for (Watch *w : watches)
      w->engine_.interrupt();
    limits->tell(units, why);
    ::_exit(limits->exit_status);
  }

  void loop() {
    Clock::time_point last_moment = Clock::time_point::max();
    while (!closing) {
      int wait = interrupt_due();
      if (const int next = look_at_limits(); next >= 0)
        wait = wait < 0 ? next : std::min(wait, next);
      if (interrupted)
        wait = wait < 0 ? 200 : std::min(wait, 200);
      pollfd p{pipe[0], POLLIN, 0};
      if (::poll(&p, 1, wait) > 0) {
        char bytes[64];
        const ssize_t n = ::read(pipe[0], bytes, sizeof bytes);
        for (ssize_t i = 0; i < n; ++i) {
          if (bytes[i] != 's')
            continue;
          if (interrupted.exchange(true))
            last_moment = Clock::now();
          else
            last_moment = Clock::now() + signal_patience;
        }
        if (n > 0 && std::memchr(bytes, 's', static_cast<std::size_t>(n)) != nullptr)
          say("lockstep: interrupted\n");
      }
      if (Clock::now() >= last_moment && !closing) {
        interrupt_due(); // ends the engines' processes
        ::_exit(verify::exit_interrupted);
      }
    }
  }
};

Supervisor::Supervisor(Signals signals) : state_(std::make_unique<State>()) {
  LOCKSTEP_INVARIANT(::pipe2(state_->pipe, O_CLOEXEC | O_NONBLOCK) == 0, "a process may have two more files");
  state_->takes_signals = signals == Signals::Taken;
  if (state_->takes_signals) {
    LOCKSTEP_INVARIANT(signal_pipe().exchange(state_->pipe[1]) == -1, "one supervisor takes the signals");
    struct sigaction action{};
    action.sa_handler = on_signal;
    action.sa_flags = SA_RESTART;
    ::sigaction(SIGINT, &action, &state_->old_int);
    ::sigaction(SIGTERM, &action, &state_->old_term);
  }
  state_->thread = std::thread([this] { state_->loop(); });
}

Supervisor::~Supervisor() {
  if (state_->takes_signals) {
    ::sigaction(SIGINT, &state_->old_int, nullptr);
    ::sigaction(SIGTERM, &state_->old_term, nullptr);
    signal_pipe() = -1;
  }
  state_->closing = true;
  state_->wake();
  state_->thread.join();
  ::close(state_->pipe[0]);
  ::close(state_->pipe[1]);
}

bool Supervisor::interrupted() const { return state_->interrupted; }

Supervisor::Watch::Watch(Supervisor &supervisor, verify::Engine &engine, double seconds)
    : supervisor_(supervisor), engine_(engine), limited_(seconds > 0), deadline_(after(Clock::now(), seconds)) {
  {
    const std::lock_guard lock(supervisor_.state_->mutex);
    supervisor_.state_->watches.insert(this);
  }
  supervisor_.state_->wake();
}

Supervisor::Watch::~Watch() {
  const std::lock_guard lock(supervisor_.state_->mutex);
  supervisor_.state_->watches.erase(this);
}

bool Supervisor::Watch::timed_out() const { return limited_ && Clock::now() >= deadline_; }

void Supervisor::limit(Limits limits) {
  {
    const std::lock_guard lock(state_->mutex);
    state_->limits = std::move(limits);
  }
  state_->wake();
}

Supervisor::Work::Work(Supervisor &supervisor, Unit unit, Clock::time_point start, double seconds)
    : supervisor_(supervisor), unit_(std::move(unit)), seconds_(seconds), deadline_(after(start, seconds)),
      stage_(support::Stage::Compile),
      stack_(unit_.kernel.empty() ? unit_.file : unit_.file + ": " + unit_.kernel, stage_) {
  {
    const std::lock_guard lock(supervisor_.state_->mutex);
    supervisor_.state_->works.insert(this);
  }
  supervisor_.state_->wake();
}

Supervisor::Work::~Work() {
  const std::lock_guard lock(supervisor_.state_->mutex);
  supervisor_.state_->works.erase(this);
}

double Supervisor::Work::left() const {
  if (seconds_ <= 0)
    return 0;
  return std::max(0.001, std::chrono::duration<double>(deadline_ - Clock::now()).count());
}

std::string Supervisor::Work::doing() const {
  return fmt::format("stage {}{}", support::name(stage_.load()),
                     unit_.kernel.empty() ? "" : " of '" + unit_.kernel + "'");
}

} // namespace lockstep::jobs
