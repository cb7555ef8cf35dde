// See warp_readers.h.
#include "cost/requests/warp_readers.h"

namespace lockstep::coalescing {

WarpReaders::WarpReaders(const CountedKernel &kernel, std::vector<Warp> warps, Rests known)
    : kernel_(kernel), warps_(std::move(warps)), known_(std::move(known)), work_(kernel.kernel, kernel.analyses) {
  for (const Warp &w : warps_)
    readers_.push_back(std::make_unique<FormReader>(kernel_.kernel, kernel_.analyses, kernel_.uniform, kernel_.level, w,
                                                    kernel_.deciders));
}

void WarpReaders::stand_at(cfg::BlockId block, std::size_t stmt) {
  if (!point_ || point_->block != block || point_->stmt != stmt)
    point_ = std::make_shared<Point>(kernel_.kernel, kernel_.analyses, block, stmt, work_);
}

FormReader &WarpReaders::reader(std::size_t w) const {
  readers_[w]->stand_at(point_);
  return *readers_[w];
}

FormReader &WarpReaders::plain(std::size_t w) const {
  FormReader &out = reader(w);
  out.split(known_);
  return out;
}

} // namespace lockstep::coalescing
