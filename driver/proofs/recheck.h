// `lockstep recheck DIR`: proves again what --proof-dir has kept, with the other solver and with the `boogie` command,
// and says what differs.
#pragma once

#include "driver/options/options.h"
#include "jobs/proofs/proof_folder.h"
#include "verify/engines/engine.h"

#include <string>
#include <vector>

namespace lockstep::driver {

enum class Recheck { Confirmed, Undecided, Differs };

struct RecheckReport {
  Recheck outcome = Recheck::Confirmed;
  std::vector<std::string> lines; // what differs, and what has no answer
};

// Does the verdict follow from the answers that were kept? Everything of a verified kernel must be proved.
RecheckReport check_claim(const jobs::Claim &claim);

// One engine's answers against those that were kept. A definite answer that contradicts differs; one that is missing
// counts where the verdict rests on it.
RecheckReport compare(const jobs::Claim &claim, const verify::ProofProgram &program,
                      const verify::EngineResponse &response, const std::string &engine);

} // namespace lockstep::driver
