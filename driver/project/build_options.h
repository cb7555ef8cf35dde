// A program's build options (clBuildProgram), as Lockstep's own.
#pragma once

#include "driver/options/options.h"

#include <string>

namespace lockstep::driver {

// Adds them to `options`; what is none of OpenCL's is told as a warning. Included files are looked for from
// `directory`, where the program ran, if that is known.
void add_build_options(const std::string &flags, const std::string &directory, KernelOptions &options,
                       support::Diagnostics &diags);

} // namespace lockstep::driver
