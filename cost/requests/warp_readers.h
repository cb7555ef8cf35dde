// The warps of a group, each with a reader of forms (lane_form.h) that stands at one access. Private to cost/requests/.
#pragma once

#include "cost/requests/counted_kernel.h"

namespace lockstep::coalescing {

class WarpReaders {
public:
  using Rests = std::vector<FormReader::Rest>;
  // `known`: of what lanes share.
  WarpReaders(const CountedKernel &kernel, std::vector<Warp> warps, Rests known);

  void stand_at(cfg::BlockId block, std::size_t stmt);
  bool empty() const { return warps_.empty(); }
  std::size_t size() const { return warps_.size(); }
  const Warp &warp(std::size_t w) const { return warps_[w]; }
  const Rests &known() const { return known_; }
  FormReader &reader(std::size_t w) const; // there, with no values assumed
  FormReader &plain(std::size_t w) const;  // and with what is known of what lanes share

private:
  const CountedKernel &kernel_;
  const std::vector<Warp> warps_;
  const Rests known_;
  std::vector<std::unique_ptr<FormReader>> readers_;
  Groundwork work_;
  std::shared_ptr<Point> point_; // of the access that was counted last
};

} // namespace lockstep::coalescing
