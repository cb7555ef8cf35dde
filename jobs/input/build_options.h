// A program's build options (clBuildProgram) and its recorded launches, as Lockstep's own options.
#pragma once

#include "jobs/input/options.h"
#include "launch/launch_list.h"

#include <string>

namespace lockstep::jobs {

// Adds them to `options`; what is none of OpenCL's is told as a warning. Included files are looked for from
// `directory`, where the program ran, if that is known.
void add_build_options(const std::string &flags, const std::string &directory, KernelOptions &options,
                       support::Diagnostics &diags);

// `given`: the command line's; sizes, kernel and compiler options come from the launch.
Options recorded_options(const Options &given, const launch::RecordedLaunch &launch, support::Diagnostics &diags);

} // namespace lockstep::jobs
