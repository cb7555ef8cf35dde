// Claims and their programs as files (proof_folder.h).
#include "jobs/proofs/proof_folder.h"

#include "jobs/input/options.h"
#include "support/text_file.h"
#include "verify/cache/result_cache.h"

#include <filesystem>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace lockstep::jobs {

namespace {

using nlohmann::ordered_json;
using verify::Outcome;

ordered_json to_json(const verify::ProofGoal &g) {
  ordered_json j = {{"id", g.id}, {"kind", verify::goal_kind_words.text(g.kind)}, {"outcome", verify::name(g.outcome)}};
  if (!g.message.empty())
    j["message"] = g.message;
  return j;
}

// A word of one of our tables.
template <typename E, std::size_t N> E known(const support::Words<E, N> &words, const std::string &text) {
  if (const auto value = words.find(text))
    return *value;
  throw std::runtime_error("unknown word '" + text + "'");
}

verify::ProofGoal goal_from(const ordered_json &j) {
  return {j.at("id"), known(verify::goal_kind_words, j.at("kind")), j.value("message", ""),
          known(verify::outcome_words, j.at("outcome"))};
}

std::string program_path(const std::string &folder, const std::string &name) {
  return (std::filesystem::path(folder) / (name + ".bpl")).string();
}

} // namespace

std::string proof_name(const std::string &file, const std::string &kernel) {
  return support::as_file_name(std::filesystem::path(file).lexically_normal().string() +
                               (kernel.empty() ? "" : "." + kernel));
}

std::string fingerprint_text(std::string_view text) { return fmt::format("{:016x}", verify::fingerprint(text)); }

bool keep_claim(const std::string &folder, const Claim &claim, support::Diagnostics &diags) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  ordered_json j = {{"lockstep", version()},
                    {"file", claim.file},
                    {"kernel", claim.kernel},
                    {"fingerprint", claim.fingerprint},
                    {"question", claim.question},
                    {"engine", claim.engine},
                    {"verdict", verify::name(claim.verdict)},
                    {"tier", verify::name(claim.tier)}};
  j["programs"] = ordered_json::array();
  for (const verify::ProofProgram &p : claim.log.programs) {
    ordered_json goals = ordered_json::array();
    for (const verify::ProofGoal &g : p.goals)
      goals.push_back(to_json(g));
    j["programs"].push_back({{"name", p.name},
                             {"fingerprint", fingerprint_text(p.text)},
                             {"tier", verify::name(p.tier)},
                             {"solver", verify::name(p.solver)},
                             {"inferred", p.inferred},
                             {"time_limit_ms", p.time_limit_ms},
                             {"goals", goals}});
    if (!support::write_file(program_path(folder, p.name), p.text, diags))
      return false;
  }
  j["claims"] = ordered_json::array();
  for (const verify::ProofClaim &c : claim.log.claims) {
    ordered_json entry = to_json(c.goal);
    entry["program"] = c.program;
    entry["by"] = c.by;
    j["claims"].push_back(entry);
  }
  return support::write_file((std::filesystem::path(folder) / (claim.name + claim_suffix)).string(),
                             j.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n", diags);
}

support::Result<Claim> read_claim(const std::string &path, support::Diagnostics &diags) {
  const auto text = support::read_source(path, diags);
  if (!text)
    return support::failure;
  Claim claim;
  try {
    const auto j = ordered_json::parse(*text);
    claim.file = j.at("file");
    claim.kernel = j.at("kernel");
    claim.fingerprint = j.at("fingerprint");
    const auto verdict = verify::find_verdict(j.at("verdict").get<std::string>());
    if (!verdict)
      throw std::runtime_error("unknown verdict");
    claim.verdict = *verdict;
    if (const std::string tier = j.at("tier"); !tier.empty())
      claim.tier = known(verify::tier_words, tier);
    for (const ordered_json &p : j.at("programs")) {
      verify::ProofProgram program;
      program.name = p.at("name");
      program.tier = known(verify::tier_words, p.at("tier"));
      program.solver = known(verify::solver_words, p.at("solver"));
      program.inferred = p.at("inferred");
      program.time_limit_ms = p.at("time_limit_ms");
      for (const ordered_json &g : p.at("goals"))
        program.goals.push_back(goal_from(g));
      const std::string file = program_path(std::filesystem::path(path).parent_path().string(), program.name);
      const auto kept = support::read_source(file, diags);
      if (!kept)
        return support::failure;
      if (fingerprint_text(*kept) != p.at("fingerprint")) {
        diags.error({}, fmt::format("'{}' has been changed since it was proved", file));
        return support::failure;
      }
      program.text = *kept;
      claim.log.programs.push_back(std::move(program));
    }
    for (const ordered_json &c : j.at("claims"))
      claim.log.claims.push_back({goal_from(c), c.at("program"), c.at("by").get<std::vector<std::string>>()});
  } catch (const std::exception &e) {
    diags.error({}, fmt::format("'{}' is not a claim that --proof-dir has written: {}", path, e.what()));
    return support::failure;
  }
  return claim;
}

} // namespace lockstep::jobs
