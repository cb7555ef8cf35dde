// `lockstep perf --proof-dir DIR`: what was counted of each access as a claim that `lockstep recheck DIR` proves again.
//
//   NAME.kir         the claim: a kernel of one thread that stands for a warp (cost/claims/count_claims.h)
//   NAME.claim.json  and its programs: as of `lockstep verify --proof-dir` (jobs/proofs/proof_folder.h)
#pragma once

#include "driver/options/options.h"
#include "jobs/process/supervisor.h"
#include "jobs/report/count_report.h"

namespace lockstep::driver {

// Writes and proves the claims of the report's kernels, and says there what came of each. False with a diagnostic where
// a file cannot be written.
bool prove_claims(jobs::CountReport &report, const Options &options, jobs::Supervisor &supervisor,
                  support::Diagnostics &diags);

} // namespace lockstep::driver
