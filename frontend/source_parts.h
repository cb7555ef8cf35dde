// What compiling a source leaves beside its module. Internal to frontend/.
#pragma once

#include "support/diagnostic.h"

#include <string>
#include <vector>

namespace lockstep::frontend {

struct Broken { // a kernel that cannot be judged
  std::string name;
  support::Origin origin;
  support::Diagnostic cause;
};

struct SourceParts {
  std::vector<Broken> broken;
  std::vector<std::string> assumptions; // of every result of the file
};

} // namespace lockstep::frontend
