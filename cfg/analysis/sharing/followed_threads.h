// Arrays of a group whose races are decided by following its threads one by one: the places that each touches between
// two barriers of the group are numbers, where local ids, the group's size and constants say them. Sorting networks,
// butterflies and transforms over group memory (`pos = 2 * t - (t & (stride - 1))`, `stride >>= 1`) are so, whose
// formulas take solvers long.
//
// Sound because every way of every thread is followed: a branch that the numbers do not decide goes both ways, and an
// access whose place is not known gives its array up. What two threads do between two barriers is compared wherever
// they may have started together: behind the same barrier, with equal values of what is the same for all threads of a
// group (uniformity.h).
#pragma once

#include "cfg/analysis/graph/liveness.h"
#include "cfg/analysis/sharing/uniformity.h"
#include "cfg/ir/kernel.h"
#include "cfg/ir/launch.h"

#include <cstdint>
#include <set>

namespace lockstep::cfg {

struct Followed {
  // Arrays in group memory of which no two threads of a group access the same place between two barriers of the group,
  // unless both read or both are atomic.
  std::set<ArrayId> apart;
  // Two threads do on some ways, which may be open to no execution.
  bool meet = false;
};

// Only where places are made of bits, quotients or sums that double, which linear arithmetic does not know; and where
// it takes no more than `most_steps` statements in all. `group`: between threads of one group.
Followed follow_threads(const Kernel &k, const Liveness &live, const Uniformity &group, const Launch &launch,
                        std::uint64_t most_steps);

} // namespace lockstep::cfg
