// Where variables are assigned.
#pragma once

#include "cfg/ir/kernel.h"

#include <optional>
#include <vector>

namespace lockstep::cfg {

// By variable, in textual order.
std::vector<std::vector<Point>> definitions(const Kernel &k);

// The only ones: nothing for parameters, and where there is none, or are several.
std::vector<std::optional<Point>> only_definitions(const Kernel &k);

} // namespace lockstep::cfg
