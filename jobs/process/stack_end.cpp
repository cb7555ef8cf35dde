// See stack_end.h.
#include "jobs/process/stack_end.h"

#include "support/printable.h"
#include "verify/verdict.h"

#include <csignal>
#include <cstdint>
#include <memory>
#include <pthread.h>
#include <string_view>
#include <unistd.h>

namespace lockstep::jobs {

namespace {

constexpr int faults[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT};
constexpr std::size_t handlers_stack = 1 << 16;
constexpr std::uintptr_t around = 1 << 21; // where a frame that does not fit any more may reach

// What a signal handler can reach.
std::atomic<bool> &told_by_another() {
  static std::atomic<bool> value{false};
  return value;
}

// A stack for the handler, and where the thread's own ends.
class Thread {
public:
  Thread() : stack_(std::make_unique<char[]>(handlers_stack)) {
    stack_t given{};
    given.ss_sp = stack_.get();
    given.ss_size = handlers_stack;
    ::sigaltstack(&given, nullptr);
    pthread_attr_t attributes;
    void *low = nullptr;
    std::size_t size = 0;
    if (::pthread_getattr_np(::pthread_self(), &attributes) != 0)
      return;
    if (::pthread_attr_getstack(&attributes, &low, &size) == 0)
      low_ = reinterpret_cast<std::uintptr_t>(low);
    ::pthread_attr_destroy(&attributes);
  }
  ~Thread() {
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    ::sigaltstack(&none, nullptr);
  }
  Thread(const Thread &) = delete;
  Thread &operator=(const Thread &) = delete;
  bool ends_at(std::uintptr_t address) const { return low_ != 0 && address + around > low_ && address < low_ + around; }

private:
  std::unique_ptr<char[]> stack_;
  std::uintptr_t low_ = 0;
};

void say(std::string_view text) { [[maybe_unused]] const auto n = ::write(STDERR_FILENO, text.data(), text.size()); }

} // namespace

struct Fault {
  static inline thread_local const StackEnd *current = nullptr;
  static inline thread_local const Thread *thread = nullptr;

  static void on_signal(int signal, siginfo_t *info, void *) {
    const bool in_memory = signal == SIGSEGV || signal == SIGBUS;
    const bool deep =
        in_memory && thread != nullptr && thread->ends_at(reinterpret_cast<std::uintptr_t>(info->si_addr));
    if (told_by_another() && !deep) { // once more, without us
      ::signal(signal, SIG_DFL);
      ::raise(signal);
      return;
    }
    if (!told_by_another()) {
      say("lockstep: ");
      if (current != nullptr) {
        say(current->unit_);
        say(": ");
      }
      say(deep ? "unknown: " : "internal error: ");
    }
    say(deep ? "it is nested so deeply that the stack does not suffice (ulimit -s)"
             : "the program has failed, signal ");
    if (!deep) {
      const char digits[] = {static_cast<char>('0' + signal / 10), static_cast<char>('0' + signal % 10)};
      say({signal < 10 ? digits + 1 : digits, signal < 10 ? 1u : 2u});
    }
    if (current != nullptr) {
      say(", stage ");
      say(support::name(current->stage_.load()));
    }
    say("\n");
    ::_exit(deep ? verify::exit_undecided : verify::exit_internal);
  }
};

StackEnd::StackEnd(const std::string &unit, const std::atomic<support::Stage> &stage)
    : unit_(support::printable(unit)), outer_(Fault::current), stage_(stage) {
  static thread_local const Thread own;
  Fault::thread = &own;
  Fault::current = this;
}

StackEnd::~StackEnd() { Fault::current = outer_; }

void tell_of_faults(bool by_another) {
  told_by_another() = by_another;
  for (int signal : faults) {
    struct sigaction before{}, action{};
    ::sigaction(signal, nullptr, &before);
    if ((before.sa_flags & SA_SIGINFO) != 0 || before.sa_handler != SIG_DFL)
      continue; // a sanitizer's
    action.sa_sigaction = Fault::on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    ::sigaction(signal, &action, nullptr);
  }
}

} // namespace lockstep::jobs
