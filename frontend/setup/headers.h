// The file system that Clang sees: the real one, with the embedded headers laid over it. Internal to frontend/.
#pragma once

#include "llvm/Support/VirtualFileSystem.h"

#include <string>
#include <string_view>

namespace lockstep::frontend {

// Two virtual directories; nothing real is expected there.
inline constexpr std::string_view own_header_dir = "/__lockstep__/own";
inline constexpr std::string_view clang_header_dir = "/__lockstep__/clang";

inline constexpr std::string_view precompiled_path = "/__lockstep__/cuda.pch";

// `defines`: the text of lockstep_defines.h, the program's macros. They come after our own headers, so that a -DN=64
// says nothing to them.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> file_system_with_headers(const std::string &defines);

} // namespace lockstep::frontend
