// See text_file.h.
#include "support/text_file.h"

#include <cctype>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <sstream>
#include <sys/stat.h>

namespace lockstep::support {

namespace {
std::string why() { return std::strerror(errno); }
} // namespace

Result<std::string> read_source(const std::string &path, Diagnostics &diags) {
  struct stat s{};
  if (::stat(path.c_str(), &s) != 0) {
    diags.error({}, fmt::format("cannot read '{}': {}", path, why()));
    return failure;
  }
  if (S_ISDIR(s.st_mode)) {
    diags.error({}, fmt::format("'{}' is a directory: name its files, or use `lockstep suite {}`", path, path));
    return failure;
  }
  if (!S_ISREG(s.st_mode)) { // Clang reads the file a second time
    diags.error({}, fmt::format("'{}' is not a regular file: write the kernel into one", path));
    return failure;
  }
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (!in || (s.st_size > 0 && !(text << in.rdbuf()))) {
    diags.error({}, fmt::format("cannot read '{}': {}", path, why()));
    return failure;
  }
  if (text.str().empty()) {
    diags.error({}, fmt::format("'{}' is empty", path));
    return failure;
  }
  return text.str();
}

bool write_file(const std::string &path, std::string_view text, Diagnostics &diags) {
  std::ofstream out(path, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  if (!out)
    diags.error({}, fmt::format("cannot write '{}': {}", path, why()));
  return static_cast<bool>(out);
}

std::string as_file_name(std::string name) {
  for (char &c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.' && c != '_' && c != '-')
      c = '_';
  return name;
}

} // namespace lockstep::support
