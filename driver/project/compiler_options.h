// The options of compilers that matter here, by Clang's, hipcc's and nvcc's spelling (source_flags.h reads them).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace lockstep::driver {

enum class Means { // to us
  Define,
  Undefine,
  Include,
  SystemInclude, // behind our own headers, too
  QuoteInclude,
  File, // -include, -imacros
  Standard,
  Language,
  Architecture,
  Generate, // nvcc's -gencode arch=...,code=...
  Host,     // words for the host compiler, with commas between
  Response,
  Toolkit,
  Machine,
  Plain, // the next word is an option as well
  Nothing
};

// How the value is written: "-D X", "-DX", "-std=X".
inline constexpr unsigned apart = 1, joined = 2, equals = 4;

struct CompilerOption {
  std::string_view flag;
  unsigned forms;
  Means means;
};

struct OptionMatch {
  const CompilerOption *row = nullptr;
  std::optional<std::string> value; // empty: the next word
};

// The option with the longest flag that fits.
OptionMatch match_option(const std::string &word);

} // namespace lockstep::driver
