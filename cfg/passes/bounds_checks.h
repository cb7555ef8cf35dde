// Stage `add_bounds_checks` (--check-bounds): an assertion in front of every access to an array.
//
//     x := a[e]                      assert.bounds ule(e, extent - granules) "access outside 'a' (64 elements)";
//                        ==>         x := a[e]
//
// Offsets count as unsigned: one in front of the array is a very large number, outside as well. Sound because an access
// to granules [e, e + n) of an array of `extent` granules lies inside if and only if n <= extent and e <= extent - n.
// Of an array of unknown extent (a buffer that is a parameter) only the lower bound is checked, `sle(0, e)`: no buffer
// has so many granules that an offset inside is negative when read as a signed number of its type.
#pragma once

#include "cfg/ir/kernel.h"

namespace lockstep::cfg {

Kernel add_bounds_checks(const Kernel &k);

} // namespace lockstep::cfg
