// Results as they come: see results_file.h.
#include "driver/commands/results_file.h"

#include "driver/process/message.h"
#include "driver/report/output.h"
#include "driver/report/wire.h"
#include "jobs/input/options.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace lockstep::driver {

namespace {

using nlohmann::json;

constexpr int form = 1; // of the lines

// What tells that a file has changed; empty: it is not there.
std::string stamp_of(const std::string &file) {
  struct stat s{};
  if (::stat(file.c_str(), &s) != 0)
    return "";
  return fmt::format("{} {}.{:09}", s.st_size, s.st_mtim.tv_sec, s.st_mtim.tv_nsec);
}

json head(const std::vector<std::string> &options) {
  return {{"lockstep", jobs::version()}, {"results", form}, {"options", options}};
}

bool write_through(int file, std::string_view text) {
  return write_all(file, text) && (::fsync(file) == 0 || errno == EINVAL); // a pipe has no disk
}

std::optional<std::string> contents(int file) {
  std::string out;
  char bytes[1 << 16];
  for (ssize_t n = 0; (n = ::read(file, bytes, sizeof bytes)) != 0;) {
    if (n < 0 && errno != EINTR)
      return std::nullopt;
    out.append(bytes, n < 0 ? 0 : static_cast<std::size_t>(n));
  }
  return out;
}

} // namespace

ResultsFile::ResultsFile(ResultsFile &&other) noexcept
    : path_(std::move(other.path_)), problem_(std::move(other.problem_)), file_(std::exchange(other.file_, -1)),
      known_(std::move(other.known_)) {}

ResultsFile::~ResultsFile() {
  if (file_ >= 0)
    ::close(file_);
}

support::Result<ResultsFile> ResultsFile::open(const std::string &path, bool resume,
                                               const std::vector<std::string> &options, support::Diagnostics &diags) {
  ResultsFile out;
  out.path_ = path;
  if (path.empty())
    return out;
  const auto fail = [&](const std::string &why) {
    diags.error({}, fmt::format("--results: '{}' {}", path, why));
    return support::failure;
  };
  out.file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (out.file_ < 0)
    return fail(std::string("cannot be written: ") + std::strerror(errno));
  if (::flock(out.file_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return fail("is written by another run");
  struct stat s{};
  if (::fstat(out.file_, &s) == 0 && s.st_size != 0) {
    if (!resume)
      return fail("is there already: --resume goes on with what it holds, another name begins anew");
    if (!out.read(options, diags))
      return support::failure;
  } else if (!write_through(out.file_, to_message(head(options)))) {
    return fail(std::string("cannot be written: ") + std::strerror(errno));
  }
  return out;
}

bool ResultsFile::read(const std::vector<std::string> &options, support::Diagnostics &diags) {
  const auto fail = [&](const std::string &why) {
    diags.error({}, fmt::format("--resume: '{}' {}", path_, why));
    return false;
  };
  const auto text = contents(file_);
  if (!text)
    return fail(std::string("cannot be read: ") + std::strerror(errno));
  std::size_t from = 0, number = 0;
  for (std::size_t end = 0; (end = text->find('\n', from)) != std::string::npos; from = end + 1) {
    ++number;
    try {
      const json j = from_message(text->substr(from, end - from));
      if (number == 1) {
        if (!j.contains("results"))
          return fail("holds no results of a suite");
        if (j != head(options))
          return fail("holds results of another version or of other options: give the same ones, or another file");
        continue;
      }
      Known known{j.at("stamp"), {}};
      for (const json &report : j.at("reports"))
        known.outcome.reports.push_back(report_from_wire(report));
      known.outcome.complaints = j.at("complaints").get<std::vector<std::string>>();
      known.outcome.problems = j.at("problems").get<std::vector<std::string>>();
      known_.insert_or_assign(j.at("file"), std::move(known));
    } catch (const std::exception &) {
      return fail(number == 1 ? "holds no results of a suite"
                              : fmt::format("is damaged: line {} holds no result", number));
    }
  }
  if (number == 0) // not even the first line was written whole
    return (::ftruncate(file_, 0) == 0 && write_through(file_, to_message(head(options)))) || fail("cannot be written");
  if (from != text->size() && ::ftruncate(file_, static_cast<off_t>(from)) != 0)
    return fail(std::string("cannot be written: ") + std::strerror(errno));
  return true;
}

std::optional<FileOutcome> ResultsFile::known(const std::string &file) const {
  const auto it = known_.find(file);
  if (it == known_.end() || it->second.stamp.empty() || it->second.stamp != stamp_of(file))
    return std::nullopt;
  return it->second.outcome;
}

void ResultsFile::add(const std::string &file, const FileOutcome &outcome) {
  if (file_ < 0)
    return;
  json reports = json::array();
  for (const jobs::KernelReport &k : outcome.reports)
    reports.push_back(to_wire(k));
  const std::string line = to_message({{"file", file},
                                       {"stamp", stamp_of(file)},
                                       {"reports", reports},
                                       {"complaints", outcome.complaints},
                                       {"problems", outcome.problems}});
  const std::lock_guard lock(mutex_);
  if (problem_.empty() && !write_through(file_, line))
    problem_ = fmt::format("--results: '{}' cannot be written: {}; it lacks results", path_, std::strerror(errno));
}

} // namespace lockstep::driver
