// What the requests of an access (requests.h) cost, over all warps of a group, all values that few variables have, and
// all rests of what lanes share. Private to cost/requests/.
#pragma once

#include "cost/requests/shared_values.h"
#include "cost/requests/warp_readers.h"

namespace lockstep::coalescing {

class RequestCounter {
public:
  RequestCounter(const CountedKernel &kernel, WarpReaders &warps, SharedValues &values)
      : kernel_(kernel), warps_(warps), values_(values) {}

  AccessCost count(const Place &place); // the warps' readers stand there from then on
  // `given`: values of variables besides those that few are known of. `apart`: lanes with other factors share no unit.
  AccessCost of_all_warps(const Place &place, const std::map<cfg::VarId, std::uint64_t> &given, bool apart);

private:
  std::optional<AccessCost> of_warp(const Place &place, FormReader &reader, const Warp &warp, const std::string &values,
                                    bool apart) const;
  AccessCost of_lanes(const Place &place, FormReader &reader, const Warp &warp, const std::string &values, bool apart,
                      const std::vector<bool> &lanes) const;

  const CountedKernel &kernel_;
  WarpReaders &warps_;
  SharedValues &values_;
};

} // namespace lockstep::coalescing
