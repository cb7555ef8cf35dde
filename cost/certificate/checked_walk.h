// The parts of the checker's way along one claimed walk (checker.h).
#pragma once

#include "cost/certificate/block_walk.h"

namespace lockstep::cost::certificate {

struct CheckedWalk {
  CheckedWalk(const ClaimedKernel &k, const CertifiedWalk &w, Totals &sums); // which must outlive it
  CheckedWalk(const CheckedWalk &) = delete;                                 // the parts know each other
  CheckedWalk &operator=(const CheckedWalk &) = delete;

  const ClaimedKernel &about;
  const CertifiedWalk &claim;
  Obligations obligations;
  LaneIds ids;
  LaneState state;
  WalkClaims claims;
  BlockWalk blocks;
};

} // namespace lockstep::cost::certificate
