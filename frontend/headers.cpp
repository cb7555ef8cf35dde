// See headers.h. A header of ours named "a+b.h" is served as "a/b.h", so that include/ stays flat; the names under
// which others include it are in `aliases`.
#include "frontend/headers.h"

#include "frontend/embedded.h"

#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>
#include <string>

namespace lockstep::frontend {

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> file_system_with_headers() {
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const EmbeddedHeader &h : embedded_headers()) {
    std::string path = "/__lockstep__/" + std::string(h.path);
    std::replace(path.begin(), path.end(), '+', '/');
    memory->addFile(path, 0, llvm::MemoryBuffer::getMemBuffer(h.text, path));
  }
  auto overlay = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::vfs::getRealFileSystem());
  overlay->pushOverlay(memory);
  return overlay;
}

} // namespace lockstep::frontend
