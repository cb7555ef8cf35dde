// Macros that differ between the compilations of one file: for the host, for the device, by another compiler. A file is
// read once here, so what asks for one of them may have another meaning elsewhere. Internal to frontend/.
#pragma once

#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace lockstep::frontend {

// What the user's text, its headers included, asks of the preprocessor.
struct AskedMacros {
  std::set<std::string> passes;   // that tell the device's compilation of the file from the host's: __CUDA_ARCH__
  std::set<std::string> language; // that tell CUDA's or HIP's compiler from others: __CUDACC__
  std::set<std::string> machines; // that are of the machine, the system, the compiler or its options: __linux__, NDEBUG
  std::set<std::string> headers;  // names that __has_include asks for, and that are not the program's own
};
// To be added to the preprocessor.
std::unique_ptr<clang::PPCallbacks> asked_macros(const clang::Preprocessor &preprocessor, AskedMacros &asked);
// "the text means the same whether __linux__ is defined or not": for each of `machines`, and of `headers`.
std::vector<std::string> machine_assumptions(const AskedMacros &asked);

// Does the name stand in the text, not as a part of another name?
bool mentions(llvm::StringRef text, llvm::StringRef name);

// Adds those of `names` to `found` that stand in text which is skipped, or in a macro's definition.
std::unique_ptr<clang::PPCallbacks> unread_names(const clang::Preprocessor &preprocessor,
                                                 std::vector<std::string> names, std::set<std::string> &found);

} // namespace lockstep::frontend
