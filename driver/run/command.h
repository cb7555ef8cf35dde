// `lockstep run`: executes a kernel on the interpreter (semantics/) and reports what the observers saw.
#pragma once

#include "driver/options/options.h"
#include "driver/run/costs.h"
#include "support/diagnostic.h"

#include <optional>

namespace lockstep::driver {

// What one execution of the first input's kernel costs, as --observe cost counts it. Empty, perhaps with diagnostics:
// it did not run to its end.
std::optional<ObservedCosts> simulated_costs(const Options &options, support::Diagnostics &diags);

} // namespace lockstep::driver
