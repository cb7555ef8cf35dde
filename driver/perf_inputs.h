// What the commands that count requests read from the command line: the target, alignments, files and folders.
#pragma once

#include "coalescing/requests.h"
#include "driver/options.h"
#include "support/result.h"

namespace lockstep::driver {

support::Result<coalescing::Options> request_options(const Options &o, support::Diagnostics &diags);
support::Result<std::vector<std::string>> files_of(const Options &o, support::Diagnostics &diags); // folders read

} // namespace lockstep::driver
