// Orbits: the finite sequences of values of loop variables that start from constants (induction.h). Private to
// cfg/analysis.
#pragma once

#include "cfg/analysis/values/induction.h"
#include "cfg/analysis/values/value_explorer.h"

namespace lockstep::cfg {

// An orbit is read off the explorer of values, visit by visit. Sound because the loop's body is executed with the
// tuple's values, all other variables unknown (or constant where the ranges say so) and both ways taken at a branch
// whose condition is unknown (value_explorer.h): the next tuple is the only one with which the head can be reached
// again, if it can at all.
std::vector<Orbit> orbits(const Kernel &k, const LoopForest &forest, std::size_t loop, const Facts &facts,
                          const Ranges &ranges, const Explorer &explorer, const std::vector<VarId> &candidates);

} // namespace lockstep::cfg
