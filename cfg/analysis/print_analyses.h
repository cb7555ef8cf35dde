// Analyses as text, for a reader: what stage `analyse` found out about a kernel. Not read back.
#pragma once

#include "cfg/analysis/analyses.h"

#include <string>

namespace lockstep::cfg {

std::string print(const Analyses &a, const Kernel &k);

} // namespace lockstep::cfg
