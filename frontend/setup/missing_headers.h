// A header that is nowhere to be found counts as an empty one. Internal to frontend/.
#pragma once

#include "support/diagnostic.h"

#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

#include <set>
#include <string>
#include <vector>

namespace lockstep::frontend {

// To be added to the preprocessor. Warns once for each, and lists it among the assumptions.
std::unique_ptr<clang::PPCallbacks> missing_headers(const clang::Preprocessor &preprocessor,
                                                    support::Diagnostics &diags, std::vector<std::string> &assumptions);

} // namespace lockstep::frontend
