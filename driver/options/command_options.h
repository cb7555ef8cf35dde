// The options of each command, as CLI11 is told of them.
#pragma once

#include "driver/options/option_groups.h"

namespace lockstep::driver {

// Values go to `o` and `names`, which must live as long as `app`. The options that all commands have which read
// kernels.
std::vector<const CLI::Option *> add_options(Command command, CLI::App &app, Options &o, StageNames &names);

} // namespace lockstep::driver
