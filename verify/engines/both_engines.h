// Two engines for every question, side by side: the second opinion of `--engine both`.
//
// Proved needs both to say so; one Proved against one Refuted is a failure of the engines, reported as such, never
// resolved by a guess. A refutation stands where the other has no answer.
#pragma once

#include "verify/engines/engine.h"

namespace lockstep::verify {

std::unique_ptr<Engine> both_engines(std::unique_ptr<Engine> first, std::unique_ptr<Engine> second);

// What two outcomes of one assertion make (`names`: for the reason).
AssertionResult agree(const AssertionResult &first, const AssertionResult &second, const std::string &first_name,
                      const std::string &second_name);

} // namespace lockstep::verify
