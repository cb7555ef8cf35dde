// The headers embedded into the library at build time (embed_headers.cmake): our own ("own/...") and the few of
// Clang's resource directory that device code uses ("clang/...").
#pragma once

#include <span>
#include <string_view>

namespace lockstep::frontend {

struct EmbeddedHeader {
  std::string_view path; // "own/lockstep_builtins.h", "clang/stddef.h"
  std::string_view text; // a terminating 0 follows
};
std::span<const EmbeddedHeader> embedded_headers();

// lockstep_cuda_all.h as a precompiled header, for the options that cuda_arguments (arguments.h) gives for 64
// bits and C++17. Empty if this build has none.
std::string_view precompiled_cuda_headers();

} // namespace lockstep::frontend
