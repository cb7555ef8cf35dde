// GPUVerify's command line (docs/gpuverify.md): its options, and what of them Lockstep is asked.
#pragma once

#include "jobs/input/options.h"

#include <cstdint>
#include <limits>
#include <string>
#include <variant>
#include <vector>

namespace lockstep::gpuverify {

// Exit statuses, as GPUVerify numbers them.
enum Status : std::uint8_t {
  Success = 0,
  CommandLineError = 1,
  ClangError = 2,     // the file does not compile
  BugleError = 4,     // it has something that is not supported
  VcgenError = 5,     // its annotations do not make sense
  NotAllVerified = 6, // a violation, or no answer
  Timeout = 7,
  Interrupted = 8,
  ConfigurationError = 9, // an engine is missing
  InternalError = 12
};

struct Request {
  jobs::Options options;
  std::string file;
  bool cuda = false;      // threads and blocks in messages, not work items and groups
  bool find_bugs = false; // only what an execution shows counts
  bool silent = false, verbose = false, time = false, infer_info = false, debug = false, display_loops = false;
  std::string csv_label; // --time-as-csv; empty: not asked for
  std::size_t error_limit = std::numeric_limits<std::size_t>::max();
  std::size_t dimensions = 1;
  std::vector<std::string> without_meaning; // options that were given and have none here
};

struct Early { // a text, and nothing to verify
  std::string text;
  Status status;
};

// `words`: the command line without the program's name. Long options may be abbreviated.
std::variant<Request, Early> read_command_line(const std::vector<std::string> &words);

} // namespace lockstep::gpuverify
