// What is counted for: the device, and where arrays start.
#pragma once

#include "cost/requests/requests.h"
#include "jobs/input/options.h"
#include "support/result.h"

namespace lockstep::jobs {

support::Result<coalescing::Options> request_options(const Options &o, support::Diagnostics &diags);

} // namespace lockstep::jobs
