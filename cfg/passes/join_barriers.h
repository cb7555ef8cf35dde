// Kernel -> kernel: barriers of warps that do the same in both arms of a branch at which threads of a warp part become
// one that stands in both.
//
//     br c, t, f;                      in.t := c; br c, t, f;
//     block t: s; barrier; s';         block t: s; goto m;      block f: r; goto m;
//     block f: r; barrier; r';   ==>   block m: barrier; br in.t, t', f';
//                                      block t': s';            block f': r';
//
// Sound because threads meet at barriers of a warp that do the same wherever in the kernel these stand: a thread waits
// for others of its warp, not at a place. The arms part before and come together after both barriers in the loop that
// holds the branch, so that no thread comes to both.
#pragma once

#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"

namespace lockstep::cfg {

Kernel with_joined_barriers(Kernel k, const Launch &launch);

// Do they do the same, so that threads at one may meet threads at the other? PTX: shfl.sync "with the same qualifiers
// and same membermask", whatever the branch. A shuffle of a kind that is not known meets those at its own place.
bool alike(const Barrier &a, const Barrier &b);

} // namespace lockstep::cfg
