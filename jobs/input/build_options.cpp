// Build options (build_options.h).
#include "jobs/input/build_options.h"

#include <array>
#include <cctype>
#include <filesystem>
#include <fmt/format.h>

namespace lockstep::jobs {

namespace {

// Words between blanks; quotation marks keep blanks, a backslash the next character.
std::vector<std::string> words_of(const std::string &text) {
  std::vector<std::string> out;
  std::string word;
  char quote = 0;
  bool some = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == 0 && std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (some)
        out.push_back(std::exchange(word, {}));
      some = false;
      continue;
    }
    some = true;
    if (c == quote)
      quote = 0;
    else if (quote == 0 && (c == '"' || c == '\''))
      quote = c;
    else if (c == '\\' && quote != '\'' && i + 1 < text.size())
      word += text[++i];
    else
      word += c;
  }
  if (some)
    out.push_back(word);
  return out;
}

// What Clang knows by the same name, for it may change macros, types or the meaning of operations.
constexpr std::array to_clang = {
    "-cl-single-precision-constant",
    "-cl-denorms-are-zero",
    "-cl-fp32-correctly-rounded-divide-sqrt",
    "-cl-mad-enable",
    "-cl-no-signed-zeros",
    "-cl-unsafe-math-optimizations",
    "-cl-finite-math-only",
    "-cl-fast-relaxed-math",
    "-w",
};
// What says nothing of a kernel's meaning.
constexpr std::array without_meaning = {"-cl-opt-disable",
                                        "-cl-strict-aliasing",
                                        "-cl-uniform-work-group-size",
                                        "-cl-no-subgroup-ifp",
                                        "-cl-kernel-arg-info",
                                        "-Werror",
                                        "-g",
                                        "-create-library",
                                        "-enable-link-options"};

template <typename List> bool holds(const List &list, const std::string &word) {
  for (const char *one : list)
    if (word == one)
      return true;
  return false;
}

} // namespace

void add_build_options(const std::string &flags, const std::string &directory, KernelOptions &options,
                       support::Diagnostics &diags) {
  const auto dir = [&](const std::string &name) {
    return directory.empty() ? name : (std::filesystem::path(directory) / name).lexically_normal().string();
  };
  const std::vector<std::string> words = words_of(flags);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string &w = words[i];
    const auto value = [&](std::size_t prefix) {
      return w.size() > prefix ? w.substr(prefix) : i + 1 < words.size() ? words[++i] : std::string();
    };
    if (w.starts_with("-D"))
      options.defines.push_back(value(2));
    else if (w.starts_with("-I"))
      options.include_dirs.push_back(dir(value(2)));
    else if (w.starts_with("-cl-std="))
      options.standard = w.substr(8);
    else if (holds(to_clang, w))
      options.clang_options.push_back(w);
    else if (!holds(without_meaning, w))
      diags.warning({}, fmt::format("the build option '{}' is none of OpenCL's; ignored", w));
  }
  if (options.standard.empty())
    options.standard = "CL1.2"; // what OpenCL takes then
  if (!directory.empty())
    options.include_dirs.push_back(directory);
}

Options recorded_options(const Options &given, const launch::RecordedLaunch &launch, support::Diagnostics &diags) {
  Options o = given;
  o.kernel.kernel = launch.kernel;
  o.kernel.sizes = launch.sizes;
  o.kernel.pointer_bits = launch.pointer_bits;
  add_build_options(launch.flags, launch.directory, o.kernel, diags);
  return o;
}

} // namespace lockstep::jobs
