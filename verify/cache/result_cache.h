// The result cache on disk: texts by key, in one SQLite file of a folder, shared by any number of processes.
//
// A cache that cannot be used (no such folder, a corrupt file, a full disk) is given up with one message; nothing else
// changes. Sound because an entry only counts if its whole key is the one that is looked for, and its check sum is
// right.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace lockstep::verify {

class ResultCache {
public:
  // Makes the folder and the file where there is none. At most about `limit` bytes are kept: what was not used for
  // longest goes first.
  explicit ResultCache(const std::string &folder, std::uint64_t limit = std::uint64_t{128} << 20U);
  ~ResultCache();
  ResultCache(const ResultCache &) = delete;
  ResultCache &operator=(const ResultCache &) = delete;

  std::optional<std::string> find(std::string_view key);
  void store(std::string_view key, std::string_view value);

  bool usable() const;
  // Why it was given up: one line, once; empty otherwise.
  std::string take_complaint();

private:
  struct State;
  std::unique_ptr<State> state_;
};

// Not for secrets: a number that tells texts apart.
std::uint64_t fingerprint(std::string_view text);

// Tells one version of a file from another: its size and time of change; "-" where there is none.
std::string file_version(const std::string &path);

} // namespace lockstep::verify
