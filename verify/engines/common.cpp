// What both engines share: see common.h.
#include "verify/engines/common.h"

#include <filesystem>
#include <fstream>

namespace lockstep::verify {

std::vector<AssertionResult> all_assertions(const EngineRequest &request, Outcome outcome, const std::string &reason) {
  std::vector<AssertionResult> list;
  for (const std::string &id : request.assertion_ids)
    list.push_back({id, outcome, reason, {}});
  return list;
}

EngineResponse engine_failed(const EngineRequest &request, const std::string &reason) {
  EngineResponse response;
  response.assertions = all_assertions(request, Outcome::EngineFailed, reason);
  response.failure = reason;
  return response;
}

std::string print(const EngineResponse &response) {
  std::string text;
  if (!response.failure.empty())
    text += "failure: " + response.failure + "\n";
  for (const AssertionResult &r : response.assertions) {
    text += r.id + ": " + std::string(name(r.outcome)) + (r.reason.empty() ? "" : ": " + r.reason) + "\n";
    for (const auto &[constant, value] : r.model)
      text += "  " + constant + " = " + value + "\n";
  }
  for (const auto &[candidate, kept] : response.candidates)
    text += candidate + (kept ? ": kept\n" : ": dropped\n");
  return text;
}

unsigned lines_starting_with(std::string_view text, std::string_view word) {
  unsigned count = text.starts_with(word) ? 1 : 0;
  for (auto at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1))
    if (text.substr(at + 1).starts_with(word))
      ++count;
  return count;
}

std::string proof_stem(const EngineOptions &options, const EngineRequest &request, unsigned number) {
  if (options.proof_dir.empty())
    return {};
  std::error_code error;
  std::filesystem::path stem = std::filesystem::absolute(options.proof_dir, error);
  stem /= request.name.empty() ? "program-" + std::to_string(number) : request.name;
  std::filesystem::create_directories(stem.parent_path(), error);
  return stem.string();
}

bool write_file(const std::string &path, std::string_view text) {
  std::ofstream out(path, std::ios::binary);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  out.flush();
  return out.good();
}

} // namespace lockstep::verify
