// Teams: the threads of a group that meet at barriers of warps, those whose linear local ids have one quotient by a
// number of lanes.
#pragma once

#include "cfg/analysis/range_domain.h"
#include "cfg/kernel.h"
#include "cfg/launch.h"

namespace lockstep::cfg {

// Is the local id in this dimension the same for all threads of a team? Sound because linear ids count through the
// lower dimensions first, so that a team does not leave a row (plane) whose length is a multiple of it.
bool same_in_team(std::uint64_t dimension, const Launch &launch, unsigned lanes);

// Is `e` the same for all threads of a team if the result is? A quotient by a multiple of the lanes, or bits above
// them, of the local id in dimension 0 plus multiples of the lanes that it gives; null: it is none. Sound because the
// threads of a team have one quotient by the lanes of that local id (its dimension is the only one, or its size is a
// multiple of the lanes), what is added changes the quotient by equal amounts, and wrapping by a multiple of the lanes.
Expr beside_rank(const Expr &e, const Launch &launch, unsigned lanes);

// Is `e`, a remainder by the lanes or the bits below them, the rank in the team? Sound because the linear local id is
// that local id in dimension 0 plus multiples of the lanes.
bool rank_in_team(const Expr &e, const Launch &launch, unsigned lanes);

// What a thread can get where each brings a value in this range. Sound because the range holds for all who meet there,
// and a sum of so many does not wrap around if it fits the type; what is shuffled may come from a thread that has
// ended.
ExprRange exchanged_range(const Exchange &x, unsigned lanes, const ExprRange &brought, Type type);

// A thread that has ended need not come to the barriers of its team; others wait until it has. It counts as one if it
// has turned to an end of its own: where no barrier can be reached any more it accesses no shared memory, or only where
// nobody comes who has passed a barrier of a warp that it has not (in lock step threads meet without barriers, so that
// there is no such place). One that goes on with what the others do behind could have come.
struct Endings {
  // Per block: does every way from its start lead to the thread's end, with no barrier but the last statement there
  // (which normalise puts there)?
  std::vector<bool> no_barrier;
  std::vector<bool> accesses; // the block is such a one, and accesses shared memory
  std::vector<bool> quiet;    // it is such a one, and no way from its start leads through one that accesses
  std::vector<bool> silent;   // no way from its start leads through any statement or choice
};
Endings endings(const Kernel &k);

// Is there a branch at which a thread may turn to its end while others may go on to a barrier? Of whatever team: what a
// barrier of a warp gives depends on all who meet there.
bool some_end_early(const Kernel &k);

// Is it the barrier that stands for the thread's end? Normalise puts one there in kernels with barriers of warps.
bool is_end(const Kernel &k, BlockId block, std::uint32_t stmt);

} // namespace lockstep::cfg
