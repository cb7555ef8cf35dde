// A worker process, seen from within (suite_worker.h).
#include "driver/process/suite_worker.h"

#include "driver/process/message.h"
#include "driver/report/stage_texts.h"
#include "driver/report/wire.h"
#include "driver/repro/repro.h"
#include "jobs/pipeline/pipeline.h"
#include "verify/cache/result_json.h"

#include <atomic>
#include <csignal>
#include <mutex>
#include <optional>
#include <set>

#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

namespace lockstep::driver {

namespace {

using nlohmann::json;

// The two ends of the conversation, out of the way: what reads standard input (a file that is included) or writes to
// standard output meets nothing of it.
struct Ends {
  int questions = -1, answers = -1;
};
Ends move_ends() {
  const Ends ends{::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3), ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)};
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  ::dup2(nothing, STDIN_FILENO);
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
  ::close(nothing);
  return ends;
}

// Its messages, from whatever thread.
class Voice {
public:
  explicit Voice(int to) : to_(to) {}
  void say(json message) {
    const std::string line = to_message(std::move(message));
    const std::lock_guard lock(mutex_);
    for (std::string_view rest = line; !rest.empty();) {
      const ssize_t n = ::write(to_, rest.data(), rest.size());
      if (n < 0 && errno != EINTR)
        ::_exit(verify::exit_internal); // nobody listens
      rest.remove_prefix(n < 0 ? 0 : static_cast<std::size_t>(n));
    }
  }

private:
  int to_;
  std::mutex mutex_;
};

// The next line; false at the end.
bool next_line(int from, std::string &rest, std::string &line) {
  std::size_t end = 0;
  while ((end = rest.find('\n')) == std::string::npos) {
    char bytes[1 << 14];
    const ssize_t n = ::read(from, bytes, sizeof bytes);
    if (n == 0 || (n < 0 && errno != EINTR))
      return false;
    rest.append(bytes, n < 0 ? 0 : static_cast<std::size_t>(n));
  }
  line = rest.substr(0, end);
  rest.erase(0, end + 1);
  return true;
}

} // namespace

int run_worker(const Options &options, bool once) {
  const pid_t parent = ::getppid();
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent)
    return verify::exit_interrupted;
  const Ends ends = move_ends();
  Voice voice(ends.answers);
  support::Diagnostics diags;
  TextFolder folder(options.dump_dir, diags);
  ReproFolder repro(options.repro_dir, diags);
  jobs::Supervisor supervisor;
  jobs::tell_of_faults(true);
  supervisor.limit({options.memory_limit(), verify::exit_undecided,
                    [&](const std::vector<jobs::Supervisor::Unit> &units, const std::string &why) {
                      voice.say({{"over", units.front().number}, {"why", why}, {"all", units.size() > 1}});
                    }});
  std::optional<jobs::Worker> worker(std::in_place, options, supervisor, jobs::Verdicts{}, folder.sink());
  std::set<std::string> problems;
  std::string rest, line;
  while (worker && !supervisor.interrupted() && next_line(ends.questions, rest, line)) {
    const json question = from_message(line);
    const jobs::FileJob job = question.at("job");
    std::atomic<std::size_t> reports = 0;
    jobs::Listener listener{.report =
                                [&](const jobs::KernelReport &k) {
                                  if (supervisor.interrupted()) // a verdict of half the work
                                    return;
                                  voice.say({{"report", to_wire(k)}});
                                  ++reports;
                                },
                            .units = [&](std::size_t count) { voice.say({{"units", count}}); },
                            .begin =
                                [&](const jobs::Supervisor::Unit &unit, double seconds) {
                                  voice.say({{"begin", unit.number},
                                             {"kernel", unit.kernel},
                                             {"launch", verify::JsonForm().put(unit.launch)},
                                             {"seconds", seconds}});
                                }};
    if (repro.wanted())
      listener.violations = [&](const jobs::Violations &v) { repro.write(v); };
    worker->run(job, listener);
    if (const std::string what = worker->take_complaint(); !what.empty())
      voice.say({{"complaint", what}});
    for (const support::Diagnostics &all : {folder.problems(), repro.problems()})
      for (const support::Diagnostic &d : all.all())
        if (const std::string text = support::format(d); problems.insert(text).second)
          voice.say({{"problem", text}});
    if (once)
      worker.reset();
    if (!supervisor.interrupted())
      voice.say({{"done", question.at("number")}, {"reports", reports.load()}});
  }
  return verify::exit_verified;
}

} // namespace lockstep::driver
