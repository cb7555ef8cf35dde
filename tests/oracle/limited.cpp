// Limits around each thing that is judged (limited.h).
#include "tests/oracle/limited.h"

#include "jobs/process/stack_end.h"
#include "support/process.h"
#include "verify/verdict.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <fmt/format.h>
#include <optional>
#include <stdexcept>
#include <sys/prctl.h>
#include <unistd.h>

namespace lockstep::oracle {

namespace {

using support::Clock;
using Read = support::Process::Read;

// A line that begins so is a message, with its kind as the next character; any other is printed.
constexpr char message_mark = '\x1e';
enum Kind : char { Begin = 'b', Said = 's', Over = 'o', Done = 'd' };
constexpr auto glance = std::chrono::seconds(1);
constexpr auto patience = std::chrono::seconds(5); // for a process that does not end itself at its limit

void message(Kind kind, std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  fmt::print("{}{}{}\n", message_mark, static_cast<char>(kind), text);
  std::fflush(stdout);
}

// The process: things from `first` on.
int judge_in_process(const Things &things, std::uint64_t first, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent)
    return verify::exit_interrupted;
  jobs::tell_of_faults(true);
  jobs::Supervisor &supervisor = things.open();
  supervisor.limit({things.megabytes, verify::exit_undecided,
                    [&](const std::vector<jobs::Supervisor::Unit> &, const std::string &why) {
                      message(Over, why.starts_with("more memory")
                                        ? fmt::format("more memory than {} MB", things.megabytes)
                                        : fmt::format("no end within {} s", things.seconds));
                    }});
  for (std::uint64_t i = first; things.more(i); ++i) {
    message(Begin, std::to_string(i));
    const Limited now(supervisor, things.seconds, things.megabytes);
    try {
      things.judge(i, [](const std::string &what) { message(Said, what); });
    } catch (const support::OutOfBudget &e) {
      message(Over, e.why);
    }
  }
  things.close();
  message(Done, "");
  return 0;
}

// One process, seen from outside.
class Apart {
public:
  explicit Apart(const Things &things) : things_(things) {}

  // The number behind the last thing that it has begun; nothing where it had none to judge.
  std::optional<std::uint64_t> judge(std::uint64_t first) {
    std::fflush(stdout); // what is buffered is this process's
    const pid_t self = ::getpid();
    if (!process_.fork([&] { return judge_in_process(things_, first, self); }))
      throw std::runtime_error(process_.error);
    std::string line;
    while (!done_) {
      const Read read = process_.read_line(line, Clock::now() + glance);
      if (read == Read::Line)
        take(line);
      if (read == Read::End || (read == Read::Late && is_late()))
        break;
    }
    const std::string how = process_.finish(true), said = process_.complaints();
    if (begun_ && !done_ && !over_)
      how == fmt::format("exit status {}", verify::exit_undecided) // stack_end.h
          ? things_.over(*begun_, said)
          : things_.crashed(*begun_, how + (said.empty() ? "" : ": " + said));
    if (!begun_ && !done_)
      throw std::runtime_error("a process ended before it began: " + how + " " + said);
    return begun_ ? std::optional(*begun_ + 1) : std::nullopt;
  }

private:
  void take(const std::string &line) {
    if (line.size() < 2 || line[0] != message_mark) {
      fmt::print("{}\n", line);
      std::fflush(stdout);
      return;
    }
    const std::string text = line.substr(2);
    switch (line[1]) {
    case Begin:
      begun_ = std::stoull(text);
      since_ = Clock::now();
      over_ = false;
      break;
    case Said: things_.said(text); break;
    case Over:
      over_ = true;
      things_.over(*begun_, text);
      break;
    default: done_ = true;
    }
  }

  bool is_late() {
    const auto most =
        std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(things_.seconds)) + patience;
    if (!begun_ || over_ || Clock::now() - since_ < most)
      return false;
    over_ = true;
    things_.over(*begun_, fmt::format("no end within {} s", things_.seconds));
    process_.kill();
    return true;
  }

  const Things &things_;
  support::Process process_;
  std::optional<std::uint64_t> begun_;
  Clock::time_point since_;
  bool done_ = false, over_ = false; // over: this thing has been told
};

} // namespace

Limited::Limited(jobs::Supervisor &supervisor, double seconds, unsigned megabytes)
    : work_(supervisor, {}, Clock::now(), seconds), budget_({.seconds = seconds, .megabytes = megabytes}),
      in_force_(budget_) {}
Limited::~Limited() = default;

std::uint64_t judge_apart(const Things &things) {
  std::uint64_t next = 0;
  while (things.more(next)) {
    const auto behind = Apart(things).judge(next);
    if (!behind)
      break;
    next = *behind;
  }
  return next;
}

} // namespace lockstep::oracle
