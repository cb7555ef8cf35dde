// See include_dirs.h.
#include "jobs/input/include_dirs.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

namespace lockstep::jobs {

namespace {

namespace fs = std::filesystem;

constexpr std::array names = {"include", "inc", "common", "Common", "common/inc"};

constexpr int most_above = 3; // folders that are searched where nothing says where a project begins

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
  for (fs::path p = file.parent_path(); p.has_relative_path(); p = p.parent_path())
    if (fs::exists(p / ".git", error))
      return p;
  fs::path top = file.parent_path();
  for (int above = 0; above < most_above && top.parent_path().has_relative_path(); ++above)
    top = top.parent_path();
  return top;
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

std::vector<std::string> find_other_files(const std::string &file, const std::vector<std::string> &named) {
  constexpr std::array suffixes = {".cu", ".hip", ".cpp", ".cc",  ".cxx", ".c++", ".C",   ".c",
                                   ".mm", ".h",   ".hh",  ".hpp", ".hxx", ".cuh", ".inl", ".ipp"};
  const fs::path self = whole(file);
  const auto is_source = [&](const fs::path &p) {
    return std::ranges::find(suffixes, p.extension()) != suffixes.end();
  };
  std::vector<std::string> out;
  std::set<fs::path> met{self};
  std::error_code error;
  const fs::path folder = fs::path(file).parent_path();
  for (const auto &entry : fs::directory_iterator(folder.empty() ? "." : folder, error))
    if (is_source(entry.path()) && entry.is_regular_file(error) && met.insert(whole(entry.path())).second)
      out.push_back(folder.empty() ? entry.path().filename().string() : entry.path().string());
  for (const std::string &other : named)
    if (is_source(other) && fs::is_regular_file(other, error) && met.insert(whole(other)).second)
      out.push_back(other);
  std::ranges::sort(out);
  return out;
}

} // namespace lockstep::jobs
