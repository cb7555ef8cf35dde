// The options of a kernel file's first lines, and the command line's.
#pragma once

#include "jobs/input/header.h"
#include "jobs/input/options.h"

namespace lockstep::jobs {

// The options for one file: those of its first lines, each overridden by the command line's. A file may say how it is
// compiled and launched and ask for more to be checked; what weakens a proof is an assumption of the result. Of other
// options a warning says, at their line, that they are not taken: they may change what the file's author means by the
// verdict.
support::Result<Options> with_header(const Options &options, const std::vector<HeaderOption> &header,
                                     const std::string &file, support::Diagnostics &diags);

} // namespace lockstep::jobs
