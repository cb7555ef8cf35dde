// What the commands that count requests read from the command line: the target, alignments, files and folders.
#pragma once

#include "cost/requests/requests.h"
#include "driver/options/options.h"
#include "support/result.h"

#include <set>

namespace lockstep::driver {

support::Result<coalescing::Options> request_options(const Options &o, support::Diagnostics &diags);
// Has some kernel an array of each name that --base-align gives? `arrays`: of all kernels, by the names that they show.
bool names_are_known(const coalescing::Options &how, const std::set<std::string> &arrays, support::Diagnostics &diags);
support::Result<std::vector<std::string>> files_of(const Options &o, support::Diagnostics &diags); // folders read

} // namespace lockstep::driver
