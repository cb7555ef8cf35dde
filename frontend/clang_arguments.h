// The options with which Clang's cc1 is asked for a module. Internal to frontend/.
#pragma once

#include "frontend/frontend.h"

#include <string>
#include <vector>

namespace lockstep::frontend {

// For a source file (not LlvmIr, not Auto). Contains the file name.
std::vector<std::string> clang_arguments(const std::string &path, Language language, const Options &options);

} // namespace lockstep::frontend
