// Threads of a team that end while others of it go on to a barrier: they take no part in it, and what they have done
// since the last one that they passed is not ordered before what the others do behind it.
#pragma once

#include "cfg/analysis/graph/intervals.h"
#include "cfg/analysis/sharing/uniformity.h"

#include <vector>

namespace lockstep::cfg {

// Sound because such a thread turns to its end at a branch that the team's threads may decide differently: had it ended
// otherwise, the others would have ended as it has, or the barrier would lie before the branch.
class EndedAlone {
public:
  // `met`: the barriers that order the team's threads.
  EndedAlone(const Kernel &k, const Uniformity &team, const EndsInterval &met);
  bool any() const { return any_; }
  // May a thread end without others of its team that passes no barrier after this statement?
  bool last_of_one(BlockId block, std::uint32_t stmt) const;

private:
  const Kernel &k_;
  const EndsInterval met_;
  bool any_ = false;
  std::vector<bool> turns_, ended_; // per block: from its end to such a branch with no barrier between; behind one
};

} // namespace lockstep::cfg
