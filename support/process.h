// A child process with pipes: started in its own process group, so that it and whatever it started can be killed
// together; every read has a deadline. Nothing it holds is inherited by other children.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace lockstep::support {

using Clock = std::chrono::steady_clock;

class Process {
public:
  Process() = default;
  ~Process();
  Process(const Process &) = delete;
  Process &operator=(const Process &) = delete;

  // Starts argv[0] (a path). With `input` its standard input is a pipe, otherwise empty. False with `error` set when
  // it cannot be started.
  bool start(const std::vector<std::string> &argv, bool input);
  // Starts a copy of this process that does `work` and ends with what it returns, with standard input and output as
  // pipes. To be called while there is no other thread.
  bool fork(const std::function<int()> &work);
  bool running() const; // false also when it has ended by itself

  // False when nobody reads any more, or the deadline has passed.
  bool write(std::string_view text, Clock::time_point deadline);
  enum class Read { Line, End, Late };
  Read read_line(std::string &line, Clock::time_point deadline);

  void close_input(); // the process reads the end of its standard input
  void terminate();   // SIGTERM to the process itself, which may then wind up
  void kill();        // the whole process group, from any thread
  // Closes the pipes, kills what is left, waits; says how it ended: "exit status 1". With `patient` a process that is
  // about to end by itself gets a moment to do so.
  std::string finish(bool patient = false);
  std::string complaints(); // the end of what it wrote to standard error
  std::string error;

private:
  struct Ends {
    int in = -1, out = -1;
  };
  bool open_pipes(Ends &its, bool input);
  std::mutex mutex_; // guards pid_ against kill() from other threads
  pid_t pid_ = 0;
  int to_ = -1, from_ = -1, errors_ = -1;
  std::string buffer_;
  std::size_t taken_ = 0; // of buffer_
};

// The path of an executable: `given` when not empty, else `name` on PATH; empty when there is none.
std::string find_program(const std::string &given, const std::string &name);

// The directory of this very program; empty when unknown.
std::string own_directory();

} // namespace lockstep::support
