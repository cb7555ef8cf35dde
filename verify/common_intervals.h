// Barrier intervals that every thread of a group passes whenever it comes to them, as GPUVerify counts them: for
// reports.
#pragma once

#include "cfg/analysis/analyses.h"
#include "cfg/ir/kernel.h"

#include <vector>

namespace lockstep::verify {

// How many pairs of the entry, the group's barriers in blocks for which `common` holds, and the end follow each other
// so that whoever comes to the one has come from the other, and the other way round, with none of them in between.
std::size_t common_intervals(const cfg::Kernel &k, const std::vector<bool> &common);

// With the blocks that all threads of a group pass whatever memory holds: that threads read the same of memory which
// the kernel writes is not counted on.
std::size_t common_intervals(const cfg::Kernel &k, const cfg::Analyses &analyses);

} // namespace lockstep::verify
