// What sizes have to do with a violation: shown with ordinary ones where it has them, and with the condition under
// which there is none (weakest_sizes.h).
#pragma once

#include "support/budget.h"
#include "verify/conditions/clauses.h"
#include "verify/verify_kernel.h"

#include <optional>

namespace lockstep::verify {

// `result`: of the kernel, before or after its violations were executed. A violation that needs sizes which no program
// has is told with others, if there are any. If only numbers near the limits of their types show it, and these are
// excluded by a condition that `options` accept, the kernel counts as verified under it; another condition is told
// beside the violation.
// Stays within `limits`, apart from the budget in force; what is only a hint, the condition beside an ordinary
// violation, takes `hint_seconds` at most.
void settle_sizes(const cfg::Kernel &k, const VerifyOptions &options, const SizeWords &words, Engine &engine,
                  const support::Budget::Limits &limits, double hint_seconds, Result &result);

// A proof under the least of the conditions that keep products of parameters within their types (of_products), if these
// count as verified. Nothing: none is found within `limits`.
std::optional<Result> verified_within_limits(const cfg::Kernel &k, const VerifyOptions &options, const SizeWords &words,
                                             Engine &engine, const support::Budget::Limits &limits);

} // namespace lockstep::verify
