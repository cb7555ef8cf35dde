// Reading a compilation database (compile_commands.h).
#include "driver/project/compile_commands.h"

#include "driver/project/shell_words.h"
#include "driver/project/source_flags.h"
#include "support/text_file.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <optional>

#include <fnmatch.h>

namespace lockstep::driver {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

std::string text_of(const json &entry, const char *key) {
  const auto at = entry.find(key);
  return at != entry.end() && at->is_string() ? at->get<std::string>() : std::string();
}

// What is wrong with an entry's form; empty: nothing.
std::string malformed(const json &entry) {
  if (!entry.is_object())
    return "is not an object";
  for (const char *key : {"file", "directory"})
    if (text_of(entry, key).empty())
      return fmt::format("has no '{}'", key);
  const auto arguments = entry.find("arguments");
  if (arguments == entry.end())
    return text_of(entry, "command").empty() ? "has neither 'arguments' nor 'command'" : "";
  const bool words =
      arguments->is_array() && std::ranges::all_of(*arguments, [](const json &word) { return word.is_string(); });
  return words ? "" : "has 'arguments' that are not a list of words";
}

jobs::SourceFlags flags_of(const json &entry, const std::string &directory) {
  const auto arguments = entry.find("arguments");
  const auto words = arguments != entry.end() ? std::optional(arguments->get<std::vector<std::string>>())
                                              : shell_words(text_of(entry, "command"));
  jobs::SourceFlags flags;
  if (!words)
    flags.problem = "a quote is not closed";
  else if (!words->empty())
    flags = source_flags({words->begin() + 1, words->end()}, directory);
  return flags;
}

bool is_ours(const jobs::FileJob &job) {
  const std::string &language = job.flags.language;
  if (!language.empty())
    return language == "cuda" || language == "hip" || language == "cl" || language == "clcpp";
  const std::string suffix = fs::path(job.file).extension().string();
  return suffix == ".cu" || suffix == ".hip" || suffix == ".cl";
}

// As short as it can be said here.
std::string shown(const fs::path &file) {
  std::error_code error;
  const fs::path here = fs::current_path(error);
  const fs::path relative = file.lexically_relative(here);
  return error || relative.empty() || *relative.begin() == ".." ? file.string() : relative.string();
}

bool fits(const std::string &pattern, const jobs::FileJob &job, const std::string &whole) {
  for (const std::string &name : {job.file, whole, fs::path(job.file).filename().string()})
    if (::fnmatch(pattern.c_str(), name.c_str(), 0) == 0)
      return true;
  return false;
}

// Of files that are compiled in several ways, each one names its entry; the same way twice is once.
void tell_apart(std::vector<jobs::FileJob> &jobs) {
  std::map<std::string, std::vector<jobs::FileJob>> by_file;
  for (const jobs::FileJob &job : jobs) {
    std::vector<jobs::FileJob> &all = by_file[job.file];
    if (std::ranges::none_of(all, [&](const jobs::FileJob &other) { return other.flags == job.flags; }))
      all.push_back(job);
  }
  std::erase_if(jobs, [&](const jobs::FileJob &job) {
    const std::vector<jobs::FileJob> &all = by_file[job.file];
    return std::ranges::none_of(all, [&](const jobs::FileJob &other) { return other.entry == job.entry; });
  });
  for (jobs::FileJob &job : jobs)
    if (by_file[job.file].size() == 1)
      job.entry = 0;
}

} // namespace

support::Result<std::vector<jobs::FileJob>>
read_compile_commands(const std::string &given, const std::vector<std::string> &patterns, support::Diagnostics &diags) {
  std::error_code error;
  const std::string path =
      fs::is_directory(given, error) ? (fs::path(given) / "compile_commands.json").string() : given;
  const auto text = support::read_source(path, diags);
  if (!text)
    return support::failure;
  const auto refuse = [&](const std::string &why) {
    diags.error({}, fmt::format("'{}' is not a compilation database: {}", path, why));
    return support::failure;
  };
  json database;
  try {
    database = json::parse(*text);
  } catch (const json::parse_error &e) {
    const std::string what = e.what(); // "[json...] parse error at line 3, column 5: ..."
    const std::size_t at = what.find("at line ");
    return refuse(at == std::string::npos ? what : what.substr(at));
  }
  if (!database.is_array())
    return refuse("it is not a list of entries");
  std::vector<jobs::FileJob> jobs;
  std::vector<bool> used(patterns.size());
  std::vector<std::string> ours;
  for (std::size_t i = 0; i < database.size(); ++i) {
    const json &entry = database[i];
    if (const std::string what = malformed(entry); !what.empty())
      return refuse(fmt::format("entry {} {}", i + 1, what));
    const fs::path directory = fs::absolute(fs::absolute(path).parent_path() / text_of(entry, "directory"));
    const fs::path file = (directory / text_of(entry, "file")).lexically_normal();
    jobs::FileJob job{shown(file), flags_of(entry, directory.string()), static_cast<unsigned>(i + 1)};
    if (!is_ours(job))
      continue;
    if (std::ranges::find(ours, job.file) == ours.end())
      ours.push_back(job.file);
    bool wanted = patterns.empty();
    for (std::size_t p = 0; p < patterns.size(); ++p)
      if (fits(patterns[p], job, file.string()))
        wanted = used[p] = true;
    if (!job.flags.problem.empty())
      job.flags.problem = fmt::format("entry {} of '{}': {}", i + 1, path, job.flags.problem);
    if (wanted)
      jobs.push_back(std::move(job));
  }
  if (ours.empty()) {
    diags.error({},
                fmt::format("'{}' compiles no CUDA, HIP or OpenCL file (.cu, .hip, .cl, or -x cuda, hip, cl)", path));
    return support::failure;
  }
  const bool more = ours.size() > 3;
  ours.resize(std::min<std::size_t>(ours.size(), 3));
  for (std::size_t p = 0; p < patterns.size(); ++p)
    if (!used[p])
      diags.error({}, fmt::format("'{}' fits no CUDA, HIP or OpenCL file of '{}': it has {}{}", patterns[p], path,
                                  fmt::join(ours, ", "), more ? ", ..." : ""));
  if (diags.failed())
    return support::failure;
  tell_apart(jobs);
  return jobs;
}

} // namespace lockstep::driver
