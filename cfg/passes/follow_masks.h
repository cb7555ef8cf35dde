// Kernel -> kernel: barriers of warps under masks become barriers of all threads of a warp or a tile where that is whom
// the masks name (analysis/sharing/named_lanes.h), and those of the threads that are active where all of the warp are.
//
//     gather 32 among ite(ult(16, lane), ...) fence(group, global);    ==>    barrier warp 16 fence(group, global);
//
// Sound because a Gather is a barrier of those whom its mask names and that have not ended: for a Tile these are the
// tile's, for a Rest the warp's. All threads of the warp that have not ended are active where all run the block in lock
// step.
#pragma once

#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"

namespace lockstep::cfg {

Kernel with_followed_masks(Kernel k, const Launch &launch);

} // namespace lockstep::cfg
