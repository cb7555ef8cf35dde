// Congruences: variables that move in whole steps, whatever the steps and their number.
//
//     int i = lid; while (...) { if (...) i += 64; else i += 192; }        i == lid  (mod 64)
//
// Every value that the kernel assigns to v is `base` plus a multiple of `modulus`, as a signed number; base is made of
// constants, launch quantities, parameters and variables that are assigned once and in no loop.
//
// Sound because the congruence of a variable is joined over all its assignments, until nothing changes; a base keeps
// its value for a thread once it is known; an operation that may wrap is exact up to a multiple of 2^width; memory,
// havoc and atomics give no congruence. Nothing is said of a variable before its first assignment.
#pragma once

#include "cfg/analysis/graph/liveness.h"
#include "cfg/analysis/values/linear.h"

#include <optional>

namespace lockstep::cfg {

// Does v move in steps of some size, not merely of 2^width as every variable that may wrap around?
bool moves_in_steps(const Kernel &k, VarId v, const std::optional<Congruence> &c);

// Per variable; empty where nothing is known.
std::vector<std::optional<Congruence>> congruences(const Kernel &k, const LoopForest &forest, const Liveness &live,
                                                   const Ranges &ranges);

} // namespace lockstep::cfg
