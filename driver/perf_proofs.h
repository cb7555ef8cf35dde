// `lockstep perf --proof-dir`: what the bounds claim, as kernels that the verifier proves and `lockstep recheck` proves
// again (coalescing/claims.h).
//
//   NAME.kir         the claim: one thread that computes what the lanes of a warp access, and an assertion
//   NAME.claim.json  and so on: see proof_folder.h
//
// Only what was proved is kept.
#pragma once

#include "cfg/analysis/analyses.h"
#include "coalescing/requests.h"
#include "driver/options.h"
#include "driver/supervisor.h"

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace lockstep::driver {

struct KernelCost;

struct PerfClaim {
  std::size_t access = 0;            // number in KernelCost::accesses
  std::string what;                  // "sectors", "lines"
  std::uint64_t most = 0;            // of them, in any request
  std::optional<cfg::Kernel> kernel; // none: it cannot be written
  std::string name;                  // of its files, where it was proved
  bool proved = false;
  std::string why_not; // where it was not proved, or not written
};

// Of the reached accesses, each with its claims or the reason why there are none.
std::vector<PerfClaim> perf_claims(const cfg::Kernel &k, const cfg::Analyses &a, const coalescing::Options &options,
                                   const std::vector<coalescing::AccessCost> &accesses);

// Writes them to options.engine.proof_dir, and proves them. False with a diagnostic where a file cannot be written.
bool prove_claims(const Options &options, Supervisor &supervisor, std::vector<KernelCost> &kernels,
                  support::Diagnostics &diags);

std::string claims_text(const KernelCost &k, std::size_t access); // a line for each
void add_claims(const KernelCost &k, std::size_t access, nlohmann::ordered_json &to);

} // namespace lockstep::driver
