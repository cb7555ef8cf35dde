// A child process with pipes: see process.h.
#include "support/process.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern "C" char **environ;

namespace lockstep::support {

namespace {

void close_all(std::initializer_list<int *> fds) {
  for (int *fd : fds) {
    if (*fd >= 0)
      ::close(*fd);
    *fd = -1;
  }
}

// A vanished reader is an error value, not a signal that ends this program.
class NoSigpipe {
public:
  NoSigpipe() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoSigpipe() {
    const timespec now{0, 0};
    if (!sigismember(&before_, SIGPIPE))
      while (sigtimedwait(&pipe_, nullptr, &now) > 0) {}
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

private:
  sigset_t pipe_, before_;
};

// Whether a child ends by itself in so many milliseconds. It stays to be waited for.
bool ended_within(pid_t child, int milliseconds) {
  const int file = static_cast<int>(::syscall(SYS_pidfd_open, child, 0));
  if (file < 0) { // this system has no such thing
    siginfo_t info{};
    for (int i = 0; i < milliseconds && info.si_pid == 0; ++i) {
      ::usleep(1000);
      waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT);
    }
    return info.si_pid != 0;
  }
  pollfd p{file, POLLIN, 0};
  const bool ended = ::poll(&p, 1, milliseconds) > 0;
  ::close(file);
  return ended;
}

// Waits for an event: false when the deadline has passed.
bool ready(int fd, short events, Clock::time_point deadline) {
  while (true) {
    auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    pollfd p{fd, events, 0};
    int n = ::poll(&p, 1, static_cast<int>(std::clamp<long long>(left, 0, 1000000)));
    if (n > 0 || (n < 0 && errno != EINTR))
      return true;
    if (n == 0 && Clock::now() >= deadline)
      return false;
  }
}

int spawn(pid_t &pid, const std::vector<std::string> &argv, int in, int out, int errors) {
  std::vector<char *> words;
  for (const std::string &a : argv)
    words.push_back(const_cast<char *>(a.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (in >= 0)
    posix_spawn_file_actions_adddup2(&actions, in, 0);
  else
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out, 1);
  posix_spawn_file_actions_adddup2(&actions, errors, 2);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, pipe;
  sigemptyset(&none);
  sigemptyset(&pipe);
  sigaddset(&pipe, SIGPIPE);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &pipe);
  int result = posix_spawn(&pid, words[0], &actions, &attributes, words.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return result;
}

std::string how_it_ended(int status) {
  if (WIFEXITED(status))
    return "exit status " + std::to_string(WEXITSTATUS(status));
  if (WIFSIGNALED(status))
    return "signal " + std::to_string(WTERMSIG(status));
  return "unknown status";
}

} // namespace

Process::~Process() { finish(); }

bool Process::open_pipes(Ends &its, bool input) {
  finish();
  buffer_.clear();
  taken_ = 0;
  close_all({&errors_});
  int in[2] = {-1, -1}, out[2] = {-1, -1};
  errors_ = memfd_create("errors", MFD_CLOEXEC);
  if ((input && pipe2(in, O_CLOEXEC) != 0) || pipe2(out, O_CLOEXEC) != 0 || errors_ < 0) {
    error = std::string("no pipe: ") + std::strerror(errno);
    close_all({&in[0], &in[1], &out[0], &out[1]});
    return false;
  }
  if (input)
    fcntl(in[1], F_SETFL, O_NONBLOCK);
  its = {in[0], out[1]};
  to_ = in[1];
  from_ = out[0];
  return true;
}

bool Process::start(const std::vector<std::string> &argv, bool input) {
  Ends its;
  if (!open_pipes(its, input))
    return false;
  pid_t pid = 0;
  int result = spawn(pid, argv, its.in, its.out, errors_);
  close_all({&its.in, &its.out});
  if (result != 0) {
    error = "cannot start " + argv[0] + ": " + std::strerror(result);
    close_all({&to_, &from_});
    return false;
  }
  std::lock_guard lock(mutex_);
  pid_ = pid;
  return true;
}

bool Process::fork(const std::function<int()> &work) {
  Ends its;
  if (!open_pipes(its, true))
    return false;
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::setpgid(0, 0);
    if (::dup2(its.in, 0) < 0 || ::dup2(its.out, 1) < 0 || ::dup2(errors_, 2) < 0)
      ::_exit(1);
    close_all({&its.in, &its.out, &to_, &from_});
    ::_exit(work());
  }
  close_all({&its.in, &its.out});
  if (pid < 0) {
    error = std::string("no process: ") + std::strerror(errno);
    close_all({&to_, &from_});
    return false;
  }
  ::setpgid(pid, pid);
  std::lock_guard lock(mutex_);
  pid_ = pid;
  return true;
}

bool Process::running() const {
  siginfo_t info{};
  return pid_ > 0 && waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         info.si_pid == 0;
}

bool Process::write(std::string_view text, Clock::time_point deadline) {
  NoSigpipe guard;
  while (!text.empty()) {
    ssize_t n = ::write(to_, text.data(), text.size());
    if (n > 0)
      text.remove_prefix(static_cast<std::size_t>(n));
    else if (n < 0 && errno == EAGAIN) {
      if (!ready(to_, POLLOUT, deadline))
        return false;
    } else if (n < 0 && errno != EINTR)
      return false;
  }
  return true;
}

Process::Read Process::read_line(std::string &line, Clock::time_point deadline) {
  line.clear();
  std::size_t searched = taken_;
  while (true) {
    if (auto end = buffer_.find('\n', searched); end != std::string::npos) {
      line.assign(buffer_, taken_, end - taken_);
      taken_ = end + 1;
      if (taken_ == buffer_.size()) {
        buffer_.clear();
        taken_ = 0;
      }
      return Read::Line;
    }
    searched = buffer_.size();
    if (!ready(from_, POLLIN, deadline))
      return Read::Late;
    char piece[1 << 16];
    ssize_t n = ::read(from_, piece, sizeof piece);
    if (n > 0)
      buffer_.append(piece, static_cast<std::size_t>(n));
    else if (n == 0 || errno != EINTR)
      return Read::End;
  }
}

void Process::close_input() { close_all({&to_}); }

void Process::terminate() {
  std::lock_guard lock(mutex_);
  if (pid_ > 0)
    ::kill(pid_, SIGTERM);
}

void Process::kill() {
  std::lock_guard lock(mutex_);
  if (pid_ > 0)
    ::kill(-pid_, SIGKILL);
}

std::string Process::finish(bool patient) {
  close_all({&to_, &from_});
  std::lock_guard lock(mutex_);
  if (pid_ <= 0)
    return "not running";
  int status = 0;
  pid_t got = 0;
  if (patient && ended_within(pid_, 200))
    got = waitpid(pid_, &status, WNOHANG);
  ::kill(-pid_, SIGKILL); // and whatever it has started
  while (got == 0 || (got < 0 && errno == EINTR))
    got = waitpid(pid_, &status, 0);
  pid_ = 0;
  return how_it_ended(status);
}

std::string Process::complaints() {
  if (errors_ < 0)
    return {};
  off_t size = lseek(errors_, 0, SEEK_END);
  std::string text(static_cast<std::size_t>(std::clamp<off_t>(size, 0, 2000)), '\0');
  ssize_t n = pread(errors_, text.data(), text.size(), std::max<off_t>(0, size - 2000));
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r'))
    text.pop_back();
  return text;
}

std::string find_program(const std::string &given, const std::string &name) {
  std::string word = given.empty() ? name : given;
  auto executable = [](const std::string &path) {
    std::error_code error;
    return std::filesystem::is_regular_file(path, error) && ::access(path.c_str(), X_OK) == 0;
  };
  if (word.find('/') != std::string::npos)
    return executable(word) ? word : std::string();
  const char *path = std::getenv("PATH");
  std::string_view rest = path ? path : "";
  while (!rest.empty()) {
    auto colon = rest.find(':');
    std::string directory(rest.substr(0, colon));
    rest = colon == std::string_view::npos ? std::string_view() : rest.substr(colon + 1);
    directory += '/';
    if (std::string candidate = directory + word; executable(candidate))
      return candidate;
  }
  return {};
}

std::string own_directory() {
  std::error_code error;
  auto path = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::string() : path.parent_path().string();
}

} // namespace lockstep::support
