// A folder for a test's files, which goes when the object does.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

namespace lockstep::test {

class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "lockstep-test-XXXXXX").string();
    if (const char *made = ::mkdtemp(pattern.data()))
      path_ = made;
  }
  ~TemporaryFolder() {
    std::error_code error; // nothing to be done about it
    if (!path_.empty())
      std::filesystem::remove_all(path_, error);
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;
  const std::string &path() const { return path_; }

private:
  std::string path_;
};

} // namespace lockstep::test
