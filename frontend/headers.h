// The file system that Clang sees: the real one, with the embedded headers laid over it. Internal to frontend/.
#pragma once

#include "llvm/Support/VirtualFileSystem.h"

#include <string_view>

namespace lockstep::frontend {

// Two virtual directories; nothing real is expected there.
inline constexpr std::string_view own_header_dir = "/__lockstep__/own";
inline constexpr std::string_view clang_header_dir = "/__lockstep__/clang";

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> file_system_with_headers();

} // namespace lockstep::frontend
