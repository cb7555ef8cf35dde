// A Boogie program given as text (.bpl) straight to the engine: for compiler authors and for proofs kept by
// --proof-dir.
#pragma once

#include "emit/encode/goal_text.h"
#include "verify/engines/engine.h"
#include "verify/result.h"

namespace lockstep::jobs {

// The ids of its assertions, in textual order. An assertion without an id is an error: it could not be reported.
support::Result<std::vector<std::string>> assertion_ids(const emit::boogie::Program &program, const std::string &file,
                                                        support::Diagnostics &diags);

// Verified if every assertion is proved; each refuted one is a finding with its model's values. Of a program that
// Lockstep wrote, its terms say which assertions that holds for, and whether they are all that its kernel's verdict
// needs.
verify::Result conclude(const verify::EngineResponse &response, const emit::GoalTerms &terms);

} // namespace lockstep::jobs
