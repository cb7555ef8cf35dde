// `lockstep verify --launches`: the launches of a file, one after the other.
#pragma once

#include "driver/launch_list.h"
#include "driver/pipeline.h"

#include <vector>

namespace lockstep::driver {

// Those of the kernel asked for, else all.
std::vector<RecordedLaunch> launches_asked_for(const Options &options, support::Diagnostics &diags);

std::vector<KernelReport> judge(Worker &worker, const Options &options, const RecordedLaunch &launch);

} // namespace lockstep::driver
