// The kernel files below a folder (find_kernels.h).
#include "driver/project/find_kernels.h"
#include "support/printable.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <fnmatch.h>
#include <fstream>

namespace lockstep::driver {

namespace {

namespace fs = std::filesystem;

constexpr std::array kernel_suffixes = {".cl",  ".clcpp", ".ocl", ".opencl",  ".cu",
                                        ".hip", ".ll",    ".bc",  ".hip.cpp", ".kir"};
constexpr std::array other_suffixes = {".cuh", ".cpp", ".cc",  ".cxx", ".c++", ".c",  ".h",
                                       ".hh",  ".hpp", ".hxx", ".inl", ".inc", ".clh"};

template <typename List> bool ends_like(const std::string &name, const List &suffixes) {
  return std::ranges::any_of(suffixes, [&](std::string_view s) { return name.ends_with(s); });
}

bool seems_to_hold_kernels(const fs::path &file) {
  constexpr std::size_t most_read = 1 << 20;
  std::ifstream in(file, std::ios::binary);
  std::string text(most_read, '\0');
  in.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(in.gcount()));
  for (const char *word : {"__global__", "__kernel ", "\nkernel void"})
    if (text.find(word) != std::string::npos)
      return true;
  return false;
}

class Search {
public:
  Search(KernelFiles &found, support::Diagnostics &diags) : found_(found), diags_(diags) {}

  bool folder(const fs::path &path) {
    std::error_code error;
    std::vector<fs::directory_entry> entries;
    for (auto it = fs::directory_iterator(path, error); !error && it != fs::end(it); it.increment(error))
      entries.push_back(*it);
    if (error) {
      diags_.error({},
                   fmt::format("cannot read the folder '{}': {}; nothing is judged, since what is in there would be "
                               "missing",
                               path.string(), error.message()));
      return false;
    }
    return std::ranges::all_of(entries, [&](const fs::directory_entry &e) { return entry(e); });
  }

private:
  bool entry(const fs::directory_entry &e) {
    std::error_code error;
    const std::string name = e.path().filename().string();
    std::string lower = name;
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
    if (e.is_directory(error)) {
      if (name.size() > 1 && name[0] == '.')
        return true;
      if (!e.is_symlink(error))
        return folder(e.path());
      found_.left_out.push_back(fmt::format("'{}': a linked folder is not followed", e.path().string()));
    } else if (ends_like(lower, kernel_suffixes)) {
      found_.files.push_back(e.path().lexically_normal().string());
    } else if (ends_like(lower, other_suffixes) && e.is_regular_file(error) && seems_to_hold_kernels(e.path())) {
      found_.left_out.push_back(fmt::format("'{}': a header or host code that seems to hold kernels; name it to "
                                            "`lockstep verify` to have them judged",
                                            e.path().string()));
    }
    return true;
  }

  KernelFiles &found_;
  support::Diagnostics &diags_;
};

} // namespace

support::Result<KernelFiles> find_kernels(const std::string &folder, support::Diagnostics &diags) {
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    diags.error({},
                fmt::format("'{}' is not a folder: `lockstep suite` takes one, `lockstep verify` takes files", folder));
    return support::failure;
  }
  KernelFiles found;
  if (!Search(found, diags).folder(folder))
    return support::failure;
  if (found.files.empty()) {
    diags.error({}, fmt::format("no kernel file (.cl .cu .hip .ll .bc .kir) below '{}'", folder));
    return support::failure;
  }
  std::ranges::sort(found.files);
  std::ranges::sort(found.left_out);
  return found;
}

bool select_files(KernelFiles &found, const std::string &folder, const SuiteChoice &choice,
                  support::Diagnostics &diags) {
  const std::size_t there = found.files.size();
  const auto fits = [&](const std::string &file) {
    const fs::path path(file);
    return std::ranges::any_of(choice.filter, [&](const std::string &glob) {
      return ::fnmatch(glob.c_str(), path.lexically_relative(fs::path(folder).lexically_normal()).c_str(), 0) == 0 ||
             ::fnmatch(glob.c_str(), path.filename().c_str(), 0) == 0;
    });
  };
  if (!choice.filter.empty())
    std::erase_if(found.files, [&](const std::string &file) { return !fits(file); });
  if (found.files.empty()) {
    diags.error({}, fmt::format("--filter: none of the {} kernel files below '{}' fits", there, folder));
    return false;
  }
  std::size_t number = 0;
  std::erase_if(found.files, [&](const std::string &) { return number++ % choice.parts + 1 != choice.part; });
  return true;
}

void tell_omitted(const std::vector<std::string> &left_out) {
  constexpr std::size_t most_told = 8;
  for (std::size_t i = 0; i < std::min(left_out.size(), most_told); ++i)
    fmt::print(stderr, "lockstep: warning: not looked at: {}\n", support::printable(left_out[i]));
  if (left_out.size() > most_told)
    fmt::print(stderr, "lockstep: warning: not looked at: {} more\n", left_out.size() - most_told);
}

support::Result<std::vector<std::string>> files_of(const Options &o, support::Diagnostics &diags) {
  std::vector<std::string> out;
  for (const std::string &input : o.inputs) {
    std::error_code error;
    if (!std::filesystem::is_directory(input, error)) {
      out.push_back(input);
      continue;
    }
    const auto below = find_kernels(input, diags);
    if (!below)
      return support::failure;
    out.insert(out.end(), below->files.begin(), below->files.end());
    tell_omitted(below->left_out);
  }
  return out;
}

} // namespace lockstep::driver
