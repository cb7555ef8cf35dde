// Contents of arrays that the kernel writes, as far as annotations read them: which can be followed, and of which all
// cells are known behind a barrier.
#pragma once

#include "cfg/analysis/analyses.h"

#include <set>
#include <vector>

namespace lockstep::emit {

// The arrays that the expression reads.
std::set<cfg::ArrayId> arrays_read(const cfg::Expr &e);

// Per array: does an annotation read it?
std::vector<bool> read_by_annotations(const cfg::Kernel &k);

// Per array: can its contents be followed? So if it is written, without atomics, and read by somebody. A cell is a
// granule: what is stored there is cut into pieces, and put together where it is read, if the accesses are not all of
// one type.
std::vector<bool> followable(const cfg::Kernel &k, const cfg::Analyses &a);

// The arrays to which nobody stores between the barrier and the next of the group, whatever thread comes there.
std::set<cfg::ArrayId> quiet_behind(const cfg::Kernel &k, const cfg::Launch &launch, cfg::Point barrier);

} // namespace lockstep::emit
