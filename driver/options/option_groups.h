// The options about reports, stages and executions, a function for each heading of the help; those about kernels are in
// jobs/input/option_groups.h.
#pragma once

#include "driver/options/options.h"
#include "jobs/input/option_groups.h"

namespace lockstep::driver {

// The names of stages as they were given; what is none of them is told in our words, with a hint (read_stage).
struct StageNames {
  std::string stage, stop_after, from;
};
// `formats`: those that there are.
void add_report(CLI::App &app, Options &o, const std::vector<Format> &formats);
void add_stages(CLI::App &app, Options &o, StageNames &names);
void add_run(CLI::App &app, Options &o, StageNames &names);

} // namespace lockstep::driver
