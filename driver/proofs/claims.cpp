// See claims.h.
#include "driver/proofs/claims.h"

#include "jobs/pipeline/pipeline.h"
#include "jobs/proofs/proof_folder.h"
#include "support/parallel.h"
#include "support/text_file.h"

#include <filesystem>
#include <fmt/format.h>
#include <set>

namespace lockstep::driver {

namespace {

std::string outcome(const std::vector<jobs::KernelReport> &reports) {
  if (reports.size() != 1)
    return "the claim has no answer";
  const verify::Result &r = reports.front().result;
  if (r.verdict == verify::Verdict::Verified)
    return {};
  if (verify::is_violation(r.verdict) && !r.findings.empty())
    return fmt::format("the engine does not prove it: {}", r.findings.front().message);
  return fmt::format("the engine does not prove it: {}", r.reason.empty() ? verify::name(r.verdict) : r.reason);
}

// The command that proves the claims, as one could give it.
std::variant<Options, Early> proving(const Options &options) {
  const jobs::EngineChoice &e = options.engine;
  const double seconds = std::min(options.kernel.timeout, 20.0); // each
  std::vector<std::string> words{"verify",
                                 "--no-replay",
                                 "--jobs=1",
                                 fmt::format("--timeout={}", seconds),
                                 "--proof-dir=" + e.proof_dir,
                                 fmt::format("--solver={}", verify::name(e.solver))};
  if (e.engine)
    words.push_back(fmt::format("--engine={}", jobs::engine_words.text(*e.engine)));
  if (!e.boogie.empty())
    words.push_back("--boogie=" + e.boogie);
  words.push_back("claim.kir");
  return parse_command_line(words);
}

} // namespace

bool prove_claims(jobs::CountReport &report, const Options &options, jobs::Supervisor &supervisor,
                  support::Diagnostics &diags) {
  namespace fs = std::filesystem;
  const fs::path folder = options.engine.proof_dir;
  std::error_code error;
  fs::create_directories(folder, error);
  std::set<std::string> names;
  std::vector<jobs::AccessProof *> tried;
  for (jobs::CountedKernel &k : report.kernels)
    for (std::size_t i = 0; i < k.accesses.size(); ++i) {
      jobs::AccessProof &proof = k.proofs.emplace_back();
      if (const auto *none = std::get_if<coalescing::NoClaim>(&k.claims[i])) {
        proof.missing = none->reason;
        continue;
      }
      const auto &claim = std::get<coalescing::RequestClaim>(k.claims[i]);
      const support::Origin &at = k.accesses[i].origin;
      const std::string launch = k.launch.known() ? fmt::format(".{}", k.launch.place().line) : "";
      const std::string base =
          jobs::proof_name(k.file, fmt::format("{}{}.{}_{}", k.kernel, launch, at.place().line, at.place().column));
      std::string name = base;
      for (unsigned n = 2; !names.insert(name).second; ++n)
        name = fmt::format("{}.{}", base, n);
      proof.file = (folder / (name + ".kir")).string();
      proof.missing = "it was not tried";
      if (!support::write_file(proof.file, claim.statement, diags))
        return false;
    }
  for (jobs::CountedKernel &k : report.kernels)
    for (jobs::AccessProof &proof : k.proofs)
      if (!proof.file.empty())
        tried.push_back(&proof);
  const auto as_verify = proving(options);
  if (const auto *early = std::get_if<Early>(&as_verify)) {
    diags.error({}, early->text);
    return false;
  }
  const Options &one = std::get<Options>(as_verify);
  support::in_parallel(support::at_a_time(options.jobs), tried.size(), [&](std::size_t, const auto &next) {
    jobs::Worker worker(one, supervisor);
    for (auto i = next(); i && !supervisor.interrupted(); i = next())
      tried[*i]->missing = outcome(worker.run({tried[*i]->file}));
  });
  return true;
}

} // namespace lockstep::driver
