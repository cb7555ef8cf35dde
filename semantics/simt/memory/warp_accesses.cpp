// Accesses of one warp: see warp_accesses.h.
#include "semantics/simt/memory/warp_accesses.h"

#include <algorithm>

namespace lockstep::semantics::simt {

void WarpAccesses::access(const Unit &u, const Step &s, Mask by, Choices &choices) {
  const ThreadIndex first = core_.warps.thread(u.warp, 0);
  std::uint32_t end = 0;
  lanes_.clear();
  for (unsigned l : Lanes{by}) {
    lanes_.push_back(first + l);
    const auto at = core_.run(s.body, lanes_.back());
    if (!at)
      return;
    end = *at;
  }
  const AccessCode &a = core_.code.code.accesses[core_.code.code.instrs[end].c];
  const bool asks = any_order_ && a.kind != cfg::AccessKind::Read && lanes_.size() > 1;
  if (!requesters_.empty() || asks) {
    offsets_.clear();
    for (ThreadIndex t : lanes_)
      offsets_.push_back(to_signed(core_.operand(t, end), a.offset_width));
    if (!requesters_.empty())
      tell_request(u, a, end);
    if (asks && conflict(a))
      for (std::size_t i = 0; i + 1 < lanes_.size(); ++i)
        std::swap(lanes_[i], lanes_[i + choices.among(lanes_.size() - i)]);
  }
  memory_.access(lanes_, end);
}

// Do two lanes touch one granule?
bool WarpAccesses::conflict(const AccessCode &a) const {
  std::vector<std::int64_t> at = offsets_;
  std::sort(at.begin(), at.end());
  return a.shared && std::adjacent_find(at.begin(), at.end(), [&](std::int64_t x, std::int64_t y) {
                       return y - x < static_cast<std::int64_t>(a.granules);
                     }) != at.end();
}

void WarpAccesses::tell_request(const Unit &u, const AccessCode &a, std::uint32_t end) {
  if (!a.shared || a.quiet)
    return;
  std::vector<Request::Lane> lanes;
  for (std::size_t i = 0; i < lanes_.size(); ++i)
    lanes.push_back({lanes_[i] - core_.warps.fixed[u.warp].first, offsets_[i]});
  Request r{core_.code.code.sites[end], a.kind, a.array, a.granules};
  r.lanes = lanes;
  r.warp_lanes = core_.warps.fixed[u.warp].threads;
  for (Observer *o : requesters_)
    o->on_request(r);
}

} // namespace lockstep::semantics::simt
