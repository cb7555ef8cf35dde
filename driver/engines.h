// Which engine a run uses, from its options.
#pragma once

#include "driver/options.h"
#include "verify/engine.h"

#include <memory>

namespace lockstep::driver {

// Says what is missing (Boogie, the solver) and how to get it; true if nothing is.
bool engines_present(const EngineChoice &choice, support::Diagnostics &diags);

// Starts it. The host is the default; where it was not built, the `boogie` command takes its place.
std::unique_ptr<verify::Engine> start_engine(const EngineChoice &choice);

// For runs that stop before an engine is asked; asking it is a failed invariant.
std::unique_ptr<verify::Engine> no_engine();

verify::Solver solver(const EngineChoice &choice);

} // namespace lockstep::driver
