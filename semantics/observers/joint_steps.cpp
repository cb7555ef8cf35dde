// Steps that threads of a warp take together: see joint_steps.h.
#include "semantics/observers/joint_steps.h"

namespace lockstep::semantics {

void JointSteps::start(unsigned lanes, std::size_t threads, std::uint32_t group_size) {
  lanes_ = lanes;
  group_size_ = group_size;
  steps_ = 0;
  last_.assign(lanes != 0 ? threads : 0, 0);
  together_.assign(last_.size(), std::vector<std::uint64_t>(lanes, 0));
}

void JointSteps::step(std::span<const ThreadIndex> all) {
  if (lanes_ == 0)
    return;
  ++steps_;
  for (ThreadIndex t : all) {
    last_[t] = steps_;
    for (ThreadIndex u : all)
      together_[t][u % group_size_ % lanes_] = steps_;
  }
}

bool JointSteps::separate(const AccessRecord &before, const AccessRecord &r) const {
  if (lanes_ == 0 || before.group != r.group || before.in_group / lanes_ != r.in_group / lanes_)
    return false;
  return before.lock_step != r.lock_step && together_[r.side.thread][before.in_group % lanes_] >= before.lock_step;
}

} // namespace lockstep::semantics
