// What both engines share: filling in outcomes, proof files.
#pragma once

#include "verify/engines/engine.h"

#include <string_view>

namespace lockstep::verify {

// One result per requested id, in request order, all with the same outcome.
std::vector<AssertionResult> all_assertions(const EngineRequest &request, Outcome outcome, const std::string &reason);

// The engine itself failed: every assertion is EngineFailed with the reason.
EngineResponse engine_failed(const EngineRequest &request, const std::string &reason);

// How often a word stands at the beginning of a line: an estimate of the number of procedures.
unsigned lines_starting_with(std::string_view text, std::string_view word);

// An absolute path below proof_dir without suffix, its directory made; empty when no proof is to be kept.
std::string proof_stem(const EngineOptions &options, const EngineRequest &request, unsigned number);

// False when the file cannot be written.
bool write_file(const std::string &path, std::string_view text);

} // namespace lockstep::verify
