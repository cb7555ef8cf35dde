// Teams: the threads of a group that meet at barriers of warps, those whose linear local ids have one quotient by a
// number of lanes.
#pragma once

#include "cfg/analysis/values/ranges/range_domain.h"
#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"

namespace lockstep::cfg {

// Dimensions above one whose size is free count as above one of size one.
Expr linear_local_id(const Launch &launch, Type type);

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

// Is it the barrier that stands for the thread's end? Normalise puts one there in kernels with barriers of warps.
bool is_end(const Kernel &k, BlockId block, std::uint32_t stmt);

} // namespace lockstep::cfg
