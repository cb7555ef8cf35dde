// The local ids of a warp's threads, in terms of the warp's number.
#pragma once

#include "cost/claims/claim_kernel.h"

#include <array>
#include <cstdint>

namespace lockstep::coalescing::claims {

class WarpIds {
public:
  WarpIds(const std::array<std::uint64_t, 3> &size, unsigned lanes, Claimed &out);

  unsigned count() const { return count_; }
  std::uint64_t warps() const { return warps_; }
  const Expr &warp() const { return warp_; }

  Expr with_ids(const Expr &e, unsigned lane) const;

private:
  Expr local_id(std::uint64_t d, unsigned lane) const;

  std::array<std::uint64_t, 3> size_;
  unsigned count_ = 0, lanes_ = 0;
  std::uint64_t warps_ = 1;
  Expr warp_;
};
} // namespace lockstep::coalescing::claims
