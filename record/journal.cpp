// The layer's journal (journal.h).
#include "record/journal.h"

#include <cstdlib>

#include <fcntl.h>
#include <unistd.h>

namespace lockstep::record {

using nlohmann::ordered_json;

namespace {

bool write_all(int file, const std::string &text) {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t n = ::write(file, text.data() + done, text.size() - done);
    if (n < 0 && errno != EINTR)
      return false;
    done += n < 0 ? 0 : static_cast<std::size_t>(n);
  }
  return true;
}

bool is_power_of_two(unsigned long n) { return (n & (n - 1)) == 0; }

} // namespace

Journal::Journal() {
  if (const char *folder = std::getenv("LOCKSTEP_RECORD"))
    folder_ = folder;
  start();
}

void Journal::start() {
  process_ = ::getpid();
  if (folder_.empty())
    return;
  const std::string path = folder_ + "/" + std::to_string(process_) + ".jsonl";
  file_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  line({{"loaded", true}});
}

void Journal::follow_fork() {
  if (process_ == ::getpid())
    return;
  if (file_ >= 0)
    ::close(file_);
  file_ = -1;
  ids_.clear();
  launches_.clear();
  sources_.clear();
  start();
}

void Journal::line(const ordered_json &value) {
  // Names and options are the program's; bytes that are no text are replaced.
  if (file_ >= 0)
    write_all(file_, value.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n");
}

std::size_t Journal::launch(const ordered_json &entry) {
  follow_fork();
  std::string text = entry.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
  const auto [at, fresh] = ids_.emplace(text, launches_.size());
  if (fresh) {
    launches_.push_back({std::move(text)});
    line({{"launch", entry}, {"id", at->second}});
  }
  return at->second;
}

void Journal::failed(std::size_t id) {
  if (id < launches_.size() && launches_[id].count == 0)
    line({{"failed", id}});
}

void Journal::made(std::size_t id) {
  if (id >= launches_.size())
    return;
  Launch &l = launches_[id];
  if (is_power_of_two(++l.count)) {
    l.told = l.count;
    line({{"count", l.count}, {"id", id}});
  }
}

void Journal::lost(const std::string &why) { line({{"lost", why}}); }

void Journal::finish() {
  if (process_ != ::getpid())
    return;
  for (std::size_t id = 0; id < launches_.size(); ++id) {
    Launch &l = launches_[id];
    if (l.told != l.count)
      line({{"count", l.count}, {"id", id}});
    l.told = l.count;
  }
}

std::string Journal::source_file(const std::string &text) {
  follow_fork();
  if (const auto known = sources_.find(text); known != sources_.end())
    return known->second;
  const std::string name = std::to_string(process_) + "." + std::to_string(sources_.size() + 1) + ".cl";
  const int file = ::open((folder_ + "/" + name).c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  const bool good = file >= 0 && write_all(file, text);
  if (file >= 0)
    ::close(file);
  if (!good)
    line({{"lost", "the source of a program could not be written"}});
  return sources_.emplace(text, name).first->second;
}

} // namespace lockstep::record
