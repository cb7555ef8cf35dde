// One file that is to be verified, and what a project's build says of how it is compiled, or one recorded launch.
#pragma once

#include "launch/launch_list.h"

#include <nlohmann/json.hpp>

#include <memory>
#include <string>
#include <vector>

namespace lockstep::jobs {

struct SourceFlags {
  std::string language; // by -x: "cuda", "hip", "cl", or another one, which is not ours; empty: by the suffix
  std::string standard;
  std::vector<std::string> defines;      // NAME, NAME=VALUE; each name once
  std::vector<std::string> undefines;    // names
  std::vector<std::string> include_dirs; // -I
  std::vector<std::string> clang_options;
  unsigned pointer_bits = 64;
  std::vector<std::string> assumptions; // what had to be chosen
  std::string problem;                  // one line: why they cannot be taken; empty: they can
  bool operator==(const SourceFlags &) const = default;
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SourceFlags, language, standard, defines, undefines, include_dirs, clang_options,
                                   pointer_bits, assumptions, problem)

struct FileJob {
  std::string file;
  SourceFlags flags = {};
  unsigned entry = 0; // of the compilation database, from 1, where that compiles the file in several ways
  std::shared_ptr<const launch::RecordedLaunch> launch = {}; // what is judged of it; null: all
  std::vector<std::size_t> skip = {};                        // its kernels and launches that have been judged, from 1
};
void to_json(nlohmann::json &j, const FileJob &job);
void from_json(const nlohmann::json &j, FileJob &job);

} // namespace lockstep::jobs
