// What an access costs as a function of its stride, a variable that all lanes share (by_stride.h). Private to
// cost/requests/.
#pragma once

#include "cost/requests/by_stride.h"
#include "cost/requests/request_counter.h"

namespace lockstep::coalescing {

class StrideCounter {
public:
  StrideCounter(const CountedKernel &kernel, WarpReaders &warps, SharedValues &values, RequestCounter &requests)
      : kernel_(kernel), warps_(warps), values_(values), requests_(requests) {}

  // `found`: what the place costs, where the warps' readers stand.
  std::optional<ByStride> by_stride(const Place &place, const AccessCost &found);

private:
  std::optional<Slope> slope(const Place &place, std::uint64_t unit) const;
  std::vector<Folded> folded(const Place &place, cfg::VarId variable) const;
  AccessCost of_folded(const Place &place, const std::vector<Folded> &warps, std::uint64_t value) const;

  const CountedKernel &kernel_;
  WarpReaders &warps_;
  SharedValues &values_;
  RequestCounter &requests_;
};

} // namespace lockstep::coalescing
