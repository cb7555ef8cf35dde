// `lockstep run --semantics simt`: a kernel, or a program for warps (.simt), on the machine of warps (semantics/simt/).
#pragma once

#include "driver/run/report.h"
#include "semantics/costs/request_observer.h"
#include "semantics/simt/program/program.h"

namespace lockstep::driver {

struct SimtJob {
  const Options &options;
  const semantics::simt::Program &program;
  semantics::Geometry geometry;
  semantics::Inputs inputs;
  semantics::RunOptions how;
  bool exhaustive = false, random = false;
  std::uint64_t seed = 0, times = 1;
  std::vector<cfg::ArrayId> printed;
};

// Fills the outcome: how the executions end, what they print, the trace. Says what it refuses.
void run_simt(const SimtJob &job, RunOutcome &out, support::Diagnostics &diags);

} // namespace lockstep::driver
