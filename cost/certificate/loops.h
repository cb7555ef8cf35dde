// Loops on the checker's way (checker.h): claimed ones, and those that are gone along round by round.
#pragma once

#include "cost/certificate/claimed_loop.h"

namespace lockstep::cost::certificate {

class Loops {
public:
  explicit Loops(CheckedWalk &walk) : walk_(walk) {}

  // `out`: who goes where from the loop. Refused: it has no claim and goes on, or not as claimed.
  void along(std::size_t loop, const LaneMask &m, Flow &out);

private:
  bool unrolled(std::size_t loop, const std::vector<cfg::BlockId> &list, const LaneMask &m, Flow &out);
  void left(std::size_t loop, const LaneMask &m, bool all_alike, Flow &out);

  CheckedWalk &walk_;
  std::map<std::size_t, Head> heads_; // by claim: what has turned out to hold
};

} // namespace lockstep::cost::certificate
