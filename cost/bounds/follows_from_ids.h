// Which kernels' costs follow from ids, sizes, parameters and counters alone (docs/design.md 13):
// those are the ones whose bounds should be exact.
#pragma once

#include "cfg/ir/kernel.h"

namespace lockstep::cost {

// Are all addresses, tests and choices made of ids, launch sizes, scalar parameters, constants and variables that are
// made of these, by sums, differences, products, comparisons, choices, and by division, remainder, shift and mask with
// constants? What memory holds, calls and the other operations on bits are none of these.
bool is_affine(const cfg::Kernel &k);

} // namespace lockstep::cost
