// `lockstep record` (commands.h).
//
// The program runs in the foreground, with its own input and output, in this process's group: a terminal's signals
// reach it as they always do, those sent to this process alone are handed on.
#include "driver/commands.h"

#include "driver/report/output.h"
#include "launch/manifest.h"
#include "support/printable.h"
#include "support/process.h"
#include "verify/verdict.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace lockstep::driver {

namespace {

namespace fs = std::filesystem;

int complain(const std::string &what) {
  fmt::print(stderr, "lockstep: error: {}\n", support::printable(what));
  return verify::exit_usage;
}

// A folder of its own, gone with the object.
class Folder {
public:
  Folder() {
    std::error_code error;
    std::string name = (fs::temp_directory_path(error) / "lockstep-record-XXXXXX").string();
    if (!error && ::mkdtemp(name.data()) != nullptr)
      path_ = name;
  }
  ~Folder() {
    std::error_code error;
    if (!path_.empty())
      fs::remove_all(path_, error);
  }
  Folder(const Folder &) = delete;
  Folder &operator=(const Folder &) = delete;
  const std::string &path() const { return path_; }

private:
  std::string path_;
};

// The program's environment: this one's, with the layer in front of those that it has.
std::vector<std::string> environment(const std::string &layer, const std::string &folder) {
  std::vector<std::string> out;
  std::string layers = "OPENCL_LAYERS=" + layer;
  for (char **e = environ; *e != nullptr; ++e) {
    const std::string_view entry = *e;
    if (entry.starts_with("OPENCL_LAYERS=")) {
      if (entry.size() > 14)
        layers += ":" + std::string(entry.substr(14));
    } else if (!entry.starts_with("LOCKSTEP_RECORD=")) {
      out.emplace_back(entry);
    }
  }
  out.push_back(layers);
  out.push_back("LOCKSTEP_RECORD=" + folder);
  return out;
}

std::vector<char *> pointers(const std::vector<std::string> &texts) {
  std::vector<char *> out;
  for (const std::string &t : texts)
    out.push_back(const_cast<char *>(t.c_str()));
  out.push_back(nullptr);
  return out;
}

// Its end, as waitpid says it; nothing with `why` if it did not start.
std::optional<int> run_program(const std::vector<std::string> &command, const std::vector<std::string> &environment,
                               std::string &why) {
  constexpr std::array handed_on = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  sigset_t ours, before;
  ::sigemptyset(&ours);
  ::sigaddset(&ours, SIGCHLD);
  for (const int s : handed_on)
    ::sigaddset(&ours, s);
  ::sigprocmask(SIG_BLOCK, &ours, &before);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setsigmask(&attributes, &before);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  pid_t child = 0;
  const int error = ::posix_spawnp(&child, command[0].c_str(), nullptr, &attributes, pointers(command).data(),
                                   pointers(environment).data());
  ::posix_spawnattr_destroy(&attributes);
  int status = 0;
  bool ended = error != 0;
  while (!ended) {
    siginfo_t info{};
    if (::sigwaitinfo(&ours, &info) > 0 && info.si_signo != SIGCHLD && info.si_code != SI_KERNEL)
      ::kill(child, info.si_signo);
    const pid_t done = ::waitpid(child, &status, WNOHANG);
    ended = done == child || (done < 0 && errno != EINTR);
  }
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  if (error == 0)
    return status;
  why = std::strerror(error);
  return std::nullopt;
}

std::string ending(int status) {
  return WIFSIGNALED(status)
             ? fmt::format("was ended by signal {} ({})", WTERMSIG(status), ::strsignal(WTERMSIG(status)))
             : fmt::format("ended with exit status {}", WEXITSTATUS(status));
}

bool write_sources(const launch::Recording &recording, const fs::path &beside) {
  for (const auto &[name, text] : recording.sources) {
    support::Diagnostics diags;
    auto out = Output::open((beside / name).string(), diags);
    if (!out || !out->commit(text, diags)) {
      complain(diags.all().front().message);
      return false;
    }
  }
  return true;
}

} // namespace

int run_record(const Options &options) {
  const std::string layer = support::own_directory() + "/liblockstep_record.so";
  if (std::error_code error; !fs::exists(layer, error))
    return complain(
        fmt::format("the OpenCL layer '{}' is not there: build Lockstep with the package opencl-headers", layer));
  if (layer.find(':') != std::string::npos)
    return complain(fmt::format("the path '{}' of the OpenCL layer has a colon, which parts names there", layer));
  const std::string path = options.output.empty() ? "launches.json" : options.output;
  support::Diagnostics diags;
  auto output = Output::open(path, diags);
  if (!output)
    return complain(diags.all().front().message);
  const Folder folder;
  if (folder.path().empty())
    return complain(fmt::format("no folder for the journal can be made in the folder for temporary files: {}",
                                std::strerror(errno)));
  const std::vector<std::string> &command = options.inputs;
  std::string why;
  const auto status = run_program(command, environment(layer, folder.path()), why);
  if (!status)
    return complain(fmt::format("the program '{}' cannot be started: {}", command[0], why));
  const launch::Recording recording = launch::read_journals(folder.path(), path, command);
  const bool good = WIFEXITED(*status) && WEXITSTATUS(*status) == 0;
  const std::string end = good ? "" : " (it " + ending(*status) + ")";
  if (!recording.layer_loaded)
    return complain(fmt::format("'{}' never used OpenCL through a loader that knows OPENCL_LAYERS (ocl-icd from 2.3.0 "
                                "on, or Khronos'){}",
                                command[0], end));
  if (recording.distinct == 0)
    return complain(fmt::format("'{}' made no OpenCL launch{}", command[0], end));
  if (!write_sources(recording, fs::path(path).parent_path()))
    return verify::exit_usage;
  if (!output->commit(recording.text, diags))
    return complain(diags.all().front().message);
  for (const std::string &lost : recording.lost)
    fmt::print(stderr, "lockstep: warning: the list is not complete: {}\n", support::printable(lost));
  if (!good)
    fmt::print(stderr, "lockstep: warning: '{}' {}; its launches until then are noted\n",
               support::printable(command[0]), ending(*status));
  fmt::print(stderr, "lockstep: {} launches, {} of them different, in '{}': lockstep verify --launches {}\n",
             recording.launches, recording.distinct, support::printable(path), support::printable(path));
  return WIFSIGNALED(*status) ? 128 + WTERMSIG(*status) : WEXITSTATUS(*status);
}

} // namespace lockstep::driver
