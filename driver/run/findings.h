// From what observers saw (semantics/observers/observers.h) to findings as reports show them.
#pragma once

#include "semantics/observers/observers.h"
#include "verify/result.h"

namespace lockstep::driver {

verify::Finding finding_of(const semantics::Race &race, const cfg::Kernel &k);
verify::Finding finding_of(const semantics::Violation &violation, const cfg::Kernel &k);

} // namespace lockstep::driver
