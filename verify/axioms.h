// Kernels with axioms about functions (emit/encode/axioms.h): how they are asked about, and what is told of what is
// left open.
#pragma once

#include "verify/verify_kernel.h"

#include <optional>

namespace lockstep::verify {

// What axioms say is said of bits: the options say so then. A result: the axioms are not in order.
std::optional<Result> settle_axioms(const cfg::Kernel &k, VerifyOptions &options, support::Diagnostics &diags);

// Under quantified axioms a solver refutes nothing (docs/boogie-host.md). What it refutes without them is told as what
// they perhaps exclude; the verdict stays.
bool may_be_excluded(const cfg::Kernel &k, const Result &result);
cfg::Kernel without_axioms(cfg::Kernel k, VerifyOptions &options); // how that is asked
void tell_what_may_be_excluded(Result without, Result &result);

} // namespace lockstep::verify
