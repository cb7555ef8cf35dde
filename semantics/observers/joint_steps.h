// Steps that threads of a warp in lock step take together (cfg::Terms::lock_step): they order the accesses before and
// behind them.
#pragma once

#include "semantics/observers/access_records.h"

namespace lockstep::semantics {

class JointSteps {
public:
  // `lanes`: threads of a warp that run in lock step; 0: none do.
  void start(unsigned lanes, std::size_t threads, std::uint32_t group_size);
  bool any() const { return lanes_ != 0; }
  void step(std::span<const ThreadIndex> all);
  std::uint64_t last_of(ThreadIndex t) const { return lanes_ != 0 ? last_[t] : 0; }
  // Have the threads of a warp been at one point since the earlier access, that one's included, and is this another
  // step?
  bool separate(const AccessRecord &before, const AccessRecord &r) const;

private:
  unsigned lanes_ = 0;
  std::uint32_t group_size_ = 1;
  std::uint64_t steps_ = 0;
  std::vector<std::uint64_t> last_;                  // per thread: its last step
  std::vector<std::vector<std::uint64_t>> together_; // per thread: and by lane, the last one that both made
};

} // namespace lockstep::semantics
