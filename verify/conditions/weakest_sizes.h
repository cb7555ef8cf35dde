// Under which sizes a kernel is verified that is not verified for all: the weakest conjunction of clauses of the
// vocabulary that every violation met so far contradicts, made stronger by each further violation, until a proof
// succeeds. Each question is an ordinary verification of the kernel with the conjunction as its precondition.
//
// Sound because what is told is what was assumed in the proof: no step from a violation to a condition is trusted.
#pragma once

#include "verify/conditions/clauses.h"
#include "verify/result.h"

#include <functional>
#include <optional>
#include <vector>

namespace lockstep::verify {

// An answer about the kernel under a precondition.
struct UnderCondition {
  Result result;
  bool idle = false; // under the precondition, some place that is reached otherwise is not
};
using AskUnder = std::function<UnderCondition(const std::vector<Clause> &)>;

struct FoundCondition {
  std::vector<Clause> clauses;
  Result result; // of the proof
};

// `refuted`: the kernel's violations without a condition. Nothing: none is found before `more` says to stop.
std::optional<FoundCondition> weakest_sizes(const std::vector<Clause> &vocabulary, const std::vector<Finding> &refuted,
                                            const AskUnder &ask, const std::function<bool()> &more);

// "pitch >= width && n <= 2147418111"
std::string text_of(const std::vector<Clause> &clauses);

} // namespace lockstep::verify
