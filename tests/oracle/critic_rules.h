// Rules of tests/soundness/table, and the must-verify kernels from which the critic starts. Internal to critic.cpp.
#pragma once

#include "tests/oracle/commands.h"

#include <filesystem>
#include <string>
#include <vector>

namespace lockstep::oracle {

struct CriticRule {
  std::string id;
  std::string name; // of the must-fail kernel that the table names
  bool of_front_end = false;
  std::vector<std::string> files;  // of must-verify kernels
  std::vector<std::string> family; // of others whose names begin alike
  std::vector<std::string> folder; // of others in their folder
};
std::vector<CriticRule> rules_of(const CriticOptions &o);

std::string read_text(const std::filesystem::path &path);

} // namespace lockstep::oracle
