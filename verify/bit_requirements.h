// Preconditions that only bit-vectors express (`(n & (n - 1)) == 0`, which host code has met on the way to a launch):
// most kernels are right without them, and as integers, where bit-vectors have no answer.
#pragma once

#include "cfg/analysis/analyses.h"
#include "cfg/ir/kernel.h"
#include "support/diagnostic.h"
#include "verify/verify_kernel.h"

#include <functional>
#include <optional>

namespace lockstep::verify {

// The kernel without them; empty: it has none. Sound because what is proved under fewer assumptions holds under all:
// of an answer, only a proof may be taken.
std::optional<cfg::Kernel> without_bit_requirements(const cfg::Kernel &k);

// A proof of the kernel without them, if `ask` finds one soon.
using AskTiers =
    std::function<Result(const cfg::Kernel &, const VerifyOptions &, const cfg::Analyses &, support::Diagnostics &)>;
std::optional<Result> verified_without_bits(const cfg::Kernel &k, const VerifyOptions &given, const AskTiers &ask,
                                            support::Diagnostics &diags);

} // namespace lockstep::verify
