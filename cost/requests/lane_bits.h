// Values and conditions lane by lane (lane_form.h): what is computed from what is known of each lane. Private to
// cost/requests/.
#pragma once

#include "cost/requests/lane_form.h"

namespace lockstep::coalescing {

class LaneBits {
public:
  using Bits = std::vector<std::uint64_t>; // by lane
  explicit LaneBits(PointForms &at) : at_(at) {}

  std::optional<Bits> bits(const cfg::Expr &e); // if they can be said
  std::vector<bool> may_hold(const cfg::Expr &e);

private:
  std::optional<Bits> find_bits(const cfg::Expr &e);
  std::vector<bool> find_may_hold(const cfg::Expr &e);

  PointForms &at_;
  // What has been found; expressions share nodes.
  std::map<cfg::Expr, std::optional<Bits>> bits_;
  std::map<cfg::Expr, std::vector<bool>> holds_;
};

// An operation on operands whose bits are known.
std::optional<LaneForm> computed(PointForms &at, const cfg::Expr &e);

} // namespace lockstep::coalescing
