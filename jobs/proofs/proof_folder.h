// --proof-dir: what was claimed and proved of a kernel, as files that `lockstep recheck` proves again.
//
//   NAME.claim.json  the kernel and its source's fingerprint, launch and options, the verdict, the programs and what
//                    was answered for each of their goals, and which of these answers the verdict rests on
//   NAME.1.bpl ...   the programs; inferred invariants are assertions in them, so that checking needs no inference
//   NAME.1.smt2 ...  what the solver was told (Boogie host only)
#pragma once

#include "support/diagnostic.h"
#include "verify/proof_log.h"
#include "verify/result.h"

#include <string>

namespace lockstep::jobs {

struct Claim {
  std::string name; // of the files
  std::string file, kernel;
  std::string fingerprint; // of the source text
  std::string question;    // launch and options
  std::string engine;
  verify::Verdict verdict = verify::Verdict::Unknown;
  std::optional<verify::Tier> tier;
  verify::ProofLog log;
};

inline constexpr const char *claim_suffix = ".claim.json";

// "FOLDER_FILE.KERNEL", as the name of a file: two files of one name have two.
std::string proof_name(const std::string &file, const std::string &kernel);

std::string fingerprint_text(std::string_view text);

// False with a diagnostic where a file cannot be written.
bool keep_claim(const std::string &folder, const Claim &claim, support::Diagnostics &diags);

// From the file's path; the programs' texts are read, too, and must be the ones that were kept.
support::Result<Claim> read_claim(const std::string &path, support::Diagnostics &diags);

} // namespace lockstep::jobs
