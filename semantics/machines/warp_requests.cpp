// What the lanes of each warp request together: see warp_requests.h.
#include "semantics/machines/warp_requests.h"

#include <algorithm>

namespace lockstep::semantics {

void WarpRequests::tell(std::uint32_t pc) {
  if (touched_.empty())
    return;
  const AccessCode &a = m_.code.accesses[m_.code.instrs[pc].c];
  if (!a.shared || a.quiet)
    return;
  std::sort(touched_.begin(), touched_.end());
  const std::uint32_t size = m_.group_size, warp = m_.geometry.warp_size;
  std::vector<Request::Lane> lanes;
  for (std::size_t i = 0; i < touched_.size();) {
    const std::uint32_t local = touched_[i].first % size, first = touched_[i].first - local % warp;
    Request r{m_.code.sites[pc], a.kind, a.array, a.granules};
    r.warp_lanes = std::min(warp, size - (local - local % warp));
    const std::vector<std::uint64_t> &ran = m_.geometry.groups;
    r.group = ran.empty() ? first / size : ran[first / size];
    r.warp = local / warp;
    lanes.clear();
    for (; i < touched_.size() && touched_[i].first - first < r.warp_lanes; ++i)
      lanes.push_back({touched_[i].first - first, touched_[i].second});
    r.lanes = lanes;
    for (Observer *o : observers_)
      o->on_request(r);
  }
}

} // namespace lockstep::semantics
