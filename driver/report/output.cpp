// Writing reports (output.h).
#include "driver/report/output.h"

#include "support/printable.h"
#include "verify/verdict.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace lockstep::driver {

namespace {

bool is_special(const std::string &path) { // a device or a pipe: written in place
  struct stat s{};
  return ::stat(path.c_str(), &s) == 0 && !S_ISREG(s.st_mode) && !S_ISDIR(s.st_mode);
}

std::string why() { return std::strerror(errno); }

} // namespace

bool write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(file, text.data(), text.size());
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      return false;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

support::Result<Output> Output::open(const std::string &path, support::Diagnostics &diags) {
  Output out;
  out.path_ = path;
  if (path.empty()) {
    out.file_ = STDOUT_FILENO;
    return out;
  }
  struct stat s{};
  if (::stat(path.c_str(), &s) == 0 && S_ISDIR(s.st_mode)) {
    diags.error({}, fmt::format("cannot write the report to '{}': it is a directory", path));
    return support::failure;
  }
  out.file_ = is_special(path) ? ::open(path.c_str(), O_WRONLY | O_CLOEXEC) : out.create();
  if (out.file_ < 0) {
    diags.error({}, fmt::format("cannot write the report to '{}': {}", path, why()));
    return support::failure;
  }
  if (!out.temporary_.empty()) { // it can be written: whatever ends this process, nothing is left before `commit`
    ::close(std::exchange(out.file_, -1));
    ::unlink(std::exchange(out.temporary_, {}).c_str());
  }
  return out;
}

int Output::create() {
  const std::string name = fmt::format("{}.{}.tmp", path_, ::getpid());
  const int file = ::open(name.c_str(), O_WRONLY | O_CLOEXEC | O_CREAT | O_TRUNC, 0666);
  if (file >= 0)
    temporary_ = name;
  return file;
}

Output::Output(Output &&other) noexcept
    : path_(std::move(other.path_)), temporary_(std::exchange(other.temporary_, {})),
      file_(std::exchange(other.file_, -1)) {}

Output::~Output() {
  if (file_ > STDERR_FILENO)
    ::close(file_);
  if (!temporary_.empty())
    ::unlink(temporary_.c_str());
}

bool Output::write_now(std::string_view text) const { return path_.empty() && write_all(file_, text); }

bool Output::commit(std::string_view text, support::Diagnostics &diags) {
  if (file_ < 0)
    file_ = create();
  bool good = file_ >= 0 && write_all(file_, text);
  if (good && file_ > STDERR_FILENO)
    good = ::close(std::exchange(file_, -1)) == 0;
  if (good && !temporary_.empty())
    good = ::rename(temporary_.c_str(), path_.c_str()) == 0;
  if (!good) {
    diags.error({}, fmt::format("cannot write the report to {}: {}",
                                path_.empty() ? "standard output" : "'" + path_ + "'", why()));
    return false;
  }
  temporary_.clear();
  return true;
}

bool Output::is_terminal() const { return file_ >= 0 && ::isatty(file_) == 1; }

int complain(const support::Diagnostics &diags) {
  for (const support::Diagnostic &d : diags.all())
    fmt::print(stderr, "lockstep: {}\n", support::printable_lines(support::format(d)));
  return verify::exit_usage;
}

} // namespace lockstep::driver
