// Two solvers for every question, each behind an engine of its own: the first that has an answer to every goal wins,
// and the other is interrupted (`--solver portfolio`).
//
// The second starts a little later: most questions are answered by then, and a processor is not wasted on them. Where
// neither answers everything, what either of them knows counts. Sound because "proved" says of an assertion that it is
// never the first to fail; that is so whoever has found it, under whichever invariants, as each answer's invariants are
// proved with it. Two definite answers that contradict each other are a failure that names both, never resolved.
#pragma once

#include "verify/engines/engine.h"

#include <chrono>
#include <functional>

namespace lockstep::verify {

// The first engine is asked with Z3, the second, made when it is first needed, with cvc5.
std::unique_ptr<Engine> portfolio_engine(std::unique_ptr<Engine> first, std::function<std::unique_ptr<Engine>()> second,
                                         std::chrono::milliseconds head_start = std::chrono::milliseconds(150));

// Proved or refuted, every one of them.
bool is_decided(const EngineResponse &response);

// What two solvers' answers to one request make together.
EngineResponse join(const EngineResponse &first, const EngineResponse &second, const std::string &first_name,
                    const std::string &second_name);

} // namespace lockstep::verify
