// See include_dirs.h.
#include "driver/include_dirs.h"

#include <algorithm>
#include <array>
#include <filesystem>

namespace lockstep::driver {

namespace {

namespace fs = std::filesystem;

constexpr std::array names = {"include", "inc", "common", "Common", "common/inc"};

bool below(const fs::path &file, const fs::path &folder) {
  return std::mismatch(folder.begin(), folder.end(), file.begin(), file.end()).first == folder.end();
}

// Without a slash at its end.
fs::path whole(const fs::path &path) {
  std::error_code error;
  fs::path p = fs::absolute(path, error).lexically_normal();
  return p.has_filename() ? p : p.parent_path();
}

fs::path top_of(const fs::path &file, const std::string &folder) {
  std::error_code error;
  if (!folder.empty() && below(file, whole(folder)))
    return whole(folder);
  if (const fs::path here = fs::current_path(error); !error && here.has_relative_path() && below(file, here))
    return here;
  for (fs::path p = file.parent_path(); p.has_relative_path(); p = p.parent_path())
    if (fs::exists(p / ".git", error))
      return p;
  const fs::path above = file.parent_path().parent_path();
  return above.has_relative_path() ? above : file.parent_path();
}

} // namespace

std::vector<std::string> find_include_dirs(const std::string &file, const std::string &folder) {
  const fs::path path = whole(file), top = top_of(path, folder);
  std::vector<std::string> dirs{path.parent_path().string()};
  for (fs::path p = path.parent_path();; p = p.parent_path()) {
    for (const char *name : names) {
      std::error_code error;
      if (fs::is_directory(p / name, error))
        dirs.push_back((p / name).string());
    }
    if (p == top || !p.has_relative_path())
      return dirs;
  }
}

} // namespace lockstep::driver
