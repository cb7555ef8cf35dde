// The options with which Clang's cc1 is asked for a module. Internal to frontend/.
#pragma once

#include "frontend/frontend.h"

#include <string>
#include <vector>

namespace lockstep::frontend {

struct ClangCommand {
  std::vector<std::string> arguments; // of cc1, the file's name included
  std::string defines;                // the text of lockstep_defines.h (headers.h)
};

// For a source file (neither LlvmIr nor Auto).
ClangCommand clang_command(const std::string &path, Language language, const Options &options);

// What the precompiled header and its users have in common.
std::vector<std::string> cuda_arguments(unsigned pointer_bits, const std::string &standard);

} // namespace lockstep::frontend
