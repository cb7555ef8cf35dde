// `lockstep cost --proof-dir`: certificates of what kernels cost as files, and `lockstep recheck` of them.
//
//   NAME.cost.json  the certificate (cost/certificate/certificate.h)
//   NAME.cost.smt2  what its checker leaves to solvers: each question between push and pop is to be `unsat`
#pragma once

#include "driver/options/options.h"
#include "driver/proofs/recheck.h"
#include "jobs/process/supervisor.h"
#include "jobs/report/bound_report.h"

namespace lockstep::driver {

inline constexpr const char *certificate_suffix = ".cost.json";

// Checks each kernel's certificate, for at most the seconds of --timeout, and keeps those that are proved; says of
// others why there is none. False with a diagnostic where a file cannot be written.
bool keep_certificates(jobs::BoundReport &report, const Options &options, const jobs::Supervisor &supervisor,
                       support::Diagnostics &diags);

// The checker, and each of the solvers that is there (z3, cvc5), on the files of a certificate, in so many seconds
// altogether (0: no limit). What has no answer by then, or asks for too much memory, is not confirmed.
RecheckReport recheck_certificate(const std::string &path, double seconds, const jobs::Supervisor &supervisor,
                                  std::string &name);

} // namespace lockstep::driver
