// Where the user's text asks something of OpenMP or OpenACC: `#pragma omp parallel`. The file is read here as if it did
// not, but the compiler that makes the program of it may listen. Internal to frontend/.
#pragma once

#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

#include <memory>
#include <vector>

namespace lockstep::frontend {

using PragmaPlaces = std::vector<clang::SourceLocation>; // in the order of the text, macros expanded

// To be added to the preprocessor.
std::unique_ptr<clang::PPCallbacks> foreign_pragmas(const clang::Preprocessor &preprocessor, PragmaPlaces &places);

} // namespace lockstep::frontend
