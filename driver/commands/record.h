// `lockstep record -- COMMAND...`: runs a program with the OpenCL layer of record/ in front of its implementation, and
// makes a file of launches of what the layer has noted.
#pragma once

#include "driver/options/options.h"

namespace lockstep::driver {

int run_record(const Options &options);

} // namespace lockstep::driver
