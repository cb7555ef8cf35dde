// Which engine a run uses, from its options.
#pragma once

#include "driver/options.h"
#include "verify/engine.h"

#include <memory>

namespace lockstep::driver {

// Starts it. The host is the default; where it was not built, the `boogie` command takes its place.
std::unique_ptr<verify::Engine> start_engine(const EngineChoice &choice);

verify::Solver solver(const EngineChoice &choice);

} // namespace lockstep::driver
