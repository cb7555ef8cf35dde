// Proofs proved again (recheck.h).
#include "driver/proofs/recheck.h"

#include "driver/commands.h"
#include "driver/proofs/certificates.h"
#include "jobs/input/stage_options.h"
#include "jobs/pipeline/engines.h"
#include "jobs/process/supervisor.h"
#include "support/printable.h"
#include "support/process.h"
#include "support/text_file.h"
#include "verify/verdict.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace lockstep::driver {

using support::printable;

namespace {

using verify::Outcome;
namespace fs = std::filesystem;

bool is_definite(Outcome o) { return o == Outcome::Proved || o == Outcome::Refuted; }

void worsen(RecheckReport &report, Recheck outcome, std::string line) {
  report.outcome = std::max(report.outcome, outcome);
  report.lines.push_back(std::move(line));
}

void add(RecheckReport &report, const RecheckReport &more) {
  report.outcome = std::max(report.outcome, more.outcome);
  report.lines.insert(report.lines.end(), more.lines.begin(), more.lines.end());
}

// Does the verdict rest on this goal of the program?
bool matters(const jobs::Claim &claim, const verify::ProofProgram &program, const std::string &id) {
  const Outcome wanted = claim.verdict == verify::Verdict::Verified ? Outcome::Proved : Outcome::Refuted;
  return std::ranges::any_of(claim.log.claims, [&](const verify::ProofClaim &c) {
    return c.program == program.name && c.goal.kind != emit::GoalKind::Vacuity && c.goal.outcome == wanted &&
           std::ranges::find(c.by, id) != c.by.end();
  });
}

struct Asker {
  std::string name;
  std::unique_ptr<verify::Engine> engine;
  std::function<verify::Solver(verify::Solver)> solver; // for a program that was proved with the given one
};

verify::Solver other(verify::Solver s) { return s == verify::Solver::Cvc5 ? verify::Solver::Z3 : verify::Solver::Cvc5; }

class Rechecker {
public:
  Rechecker(const Options &options, jobs::Supervisor &supervisor) : options_(options), supervisor_(supervisor) {
    jobs::EngineChoice choice = options.engine;
    const verify::EngineOptions found = jobs::engine_options(choice);
    const bool both = !support::find_program("", "z3").empty() && !support::find_program("", "cvc5").empty();
    if (!verify::find_boogie_host(found).empty() && both)
      askers_.push_back({"the other solver", verify::start_host_engine(found), other});
    if (!verify::find_boogie_command(found).empty())
      askers_.push_back(
          {"the boogie command", verify::start_command_engine(found), [](verify::Solver s) { return s; }});
  }

  bool able() const { return !askers_.empty(); }

  RecheckReport run(const jobs::Claim &claim) {
    RecheckReport report = check_claim(claim);
    support::Diagnostics absent;
    if (const auto source = support::read_source(claim.file, absent); !source)
      report.lines.push_back(fmt::format("note: '{}' is not there any more", claim.file));
    else if (jobs::fingerprint_text(*source) != claim.fingerprint)
      report.lines.push_back(fmt::format("note: '{}' has changed since", claim.file));
    for (const verify::ProofProgram &p : claim.log.programs)
      for (Asker &a : askers_) {
        if (supervisor_.interrupted())
          return report;
        add(report, ask(claim, p, a));
      }
    return report;
  }

private:
  RecheckReport ask(const jobs::Claim &claim, const verify::ProofProgram &p, Asker &a) {
    verify::EngineRequest request;
    request.program = p.text;
    for (const verify::ProofGoal &g : p.goals)
      request.assertion_ids.push_back(g.id);
    request.solver = a.solver(p.solver);
    request.error_limit = static_cast<unsigned>(p.goals.size()) + 8;
    const double limit = options_.kernel.timeout;
    request.time_limit_ms = jobs::milliseconds(limit);
    const jobs::Supervisor::Watch watch(supervisor_, *a.engine, limit);
    return compare(claim, p, a.engine->run(request), fmt::format("{} ({})", a.name, verify::name(request.solver)));
  }

  const Options &options_;
  jobs::Supervisor &supervisor_;
  std::vector<Asker> askers_;
};

} // namespace

RecheckReport check_claim(const jobs::Claim &claim) {
  RecheckReport report;
  const bool verified = claim.verdict == verify::Verdict::Verified;
  bool refuted = false;
  for (const verify::ProofClaim &c : claim.log.claims) {
    if (c.goal.kind == emit::GoalKind::Vacuity)
      continue;
    refuted = refuted || c.goal.outcome == Outcome::Refuted;
    if (verified && c.goal.outcome != Outcome::Proved)
      worsen(
          report, Recheck::Differs,
          fmt::format("the kernel is claimed to be verified, but {} is {}", c.goal.id, verify::name(c.goal.outcome)));
    if (!is_definite(c.goal.outcome))
      continue;
    const auto program =
        std::ranges::find_if(claim.log.programs, [&](const verify::ProofProgram &p) { return p.name == c.program; });
    for (const std::string &id : c.by) {
      const bool given =
          program != claim.log.programs.end() && std::ranges::any_of(program->goals, [&](const verify::ProofGoal &g) {
            return g.id == id && g.outcome == c.goal.outcome;
          });
      if (!given)
        worsen(report, Recheck::Differs,
               fmt::format("nothing that was kept has {} {}", c.goal.id, verify::name(c.goal.outcome)));
    }
  }
  if (verify::is_violation(claim.verdict) && !refuted)
    worsen(report, Recheck::Differs,
           fmt::format("a {} is claimed, but no goal was refuted", verify::name(claim.verdict)));
  if (!verified && !verify::is_violation(claim.verdict))
    worsen(report, Recheck::Undecided,
           fmt::format("the verdict is {}: there is nothing to confirm", verify::name(claim.verdict)));
  return report;
}

RecheckReport compare(const jobs::Claim &claim, const verify::ProofProgram &program,
                      const verify::EngineResponse &response, const std::string &engine) {
  RecheckReport report;
  for (const verify::ProofGoal &g : program.goals) {
    Outcome now = Outcome::EngineFailed;
    std::string reason = response.failure;
    for (const verify::AssertionResult &r : response.assertions)
      if (r.id == g.id) {
        now = r.outcome;
        reason = r.reason;
      }
    if (!is_definite(g.outcome) || now == g.outcome)
      continue;
    if (is_definite(now))
      worsen(report, Recheck::Differs,
             fmt::format("{}: {}: {} was {}, and is {} by {}", program.name, verify::goal_kind_words.text(g.kind), g.id,
                         verify::name(g.outcome), verify::name(now), engine));
    else if (matters(claim, program, g.id))
      worsen(report, Recheck::Undecided,
             fmt::format("{}: {}: {} was {}; {} says {}{}{}", program.name, verify::goal_kind_words.text(g.kind), g.id,
                         verify::name(g.outcome), engine, verify::name(now), reason.empty() ? "" : ": ", reason));
  }
  return report;
}

int run_recheck(const Options &options) {
  const std::string &folder = options.inputs.front();
  std::vector<std::string> files, certificates;
  std::error_code error;
  for (const auto &entry : fs::directory_iterator(folder, error))
    if (entry.path().string().ends_with(jobs::claim_suffix))
      files.push_back(entry.path().string());
    else if (entry.path().string().ends_with(certificate_suffix))
      certificates.push_back(entry.path().string());
  if (error || (files.empty() && certificates.empty())) {
    fmt::print(stderr, "lockstep: error: {}\n",
               error ? fmt::format("cannot read the folder '{}': {}", folder, error.message())
                     : fmt::format("'{}' holds no claims: `lockstep verify --proof-dir` makes them", folder));
    return verify::exit_usage;
  }
  std::ranges::sort(files);
  std::ranges::sort(certificates);
  jobs::Supervisor supervisor;
  Rechecker rechecker(options, supervisor);
  if (!files.empty() && !rechecker.able()) {
    fmt::print(stderr,
               "lockstep: error: nothing to recheck with: install the other solver (apt install cvc5) beside the "
               "Boogie host, or a `boogie` command (apt install boogie)\n");
    return verify::exit_usage;
  }
  unsigned count[3] = {};
  static constexpr const char *words[] = {"confirmed", "not confirmed", "DIFFERS"};
  for (const std::string &file : files) {
    support::Diagnostics diags;
    RecheckReport report;
    const auto claim = jobs::read_claim(file, diags);
    if (claim)
      report = rechecker.run(*claim);
    for (const support::Diagnostic &d : diags.all())
      worsen(report, Recheck::Differs, d.message);
    if (supervisor.interrupted())
      return verify::exit_interrupted;
    const auto index = static_cast<std::size_t>(report.outcome);
    ++count[index];
    if (claim)
      fmt::print("{}: {}: {}: {}\n", printable(claim->file), printable(claim->kernel), verify::name(claim->verdict),
                 words[index]);
    else
      fmt::print("{}: {}\n", printable(file), words[index]);
    for (const std::string &line : report.lines)
      fmt::print("  {}\n", printable(line));
  }
  for (const std::string &file : certificates) {
    if (supervisor.interrupted())
      return verify::exit_interrupted;
    std::string name;
    const RecheckReport report = recheck_certificate(file, options.kernel.timeout, supervisor, name);
    if (supervisor.interrupted())
      return verify::exit_interrupted;
    const auto index = static_cast<std::size_t>(report.outcome);
    ++count[index];
    fmt::print("{}: cost: {}\n", printable(name), words[index]);
    for (const std::string &line : report.lines)
      fmt::print("  {}\n", printable(line));
  }
  fmt::print("{} claims: {} confirmed, {} not confirmed, {} differ\n", files.size() + certificates.size(), count[0],
             count[1], count[2]);
  return count[2] != 0 ? verify::exit_violation : count[1] != 0 ? verify::exit_undecided : verify::exit_verified;
}

} // namespace lockstep::driver
