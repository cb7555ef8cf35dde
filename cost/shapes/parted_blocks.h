// The blocks that a thread's two runs may go through differently, and why (independence.h). Private to cost/shapes/.
#pragma once

#include "cfg/analysis/graph/divergence.h"

#include <fmt/format.h>
#include <string>
#include <vector>

namespace lockstep::coalescing {

class PartedBlocks {
public:
  PartedBlocks(const cfg::Kernel &k, const cfg::LoopForest &loops) : regions_(k, loops), cause_(k.blocks.size()) {}

  struct Cause { // a branch that the runs may decide differently
    cfg::BlockId block = 0;
    std::string condition, because;
  };
  bool has(cfg::BlockId b) const { return regions_.marked()[b]; }
  const Cause &cause(cfg::BlockId b) const { return cause_[b]; }
  std::string because(cfg::BlockId b) const {
    return cause_[b].because.empty() ? fmt::format("'{}'", cause_[b].condition) : cause_[b].because;
  }

  // The runs may leave b for different blocks; `why()`: the cause. False: that is nothing new.
  template <typename Why> bool part(cfg::BlockId b, const Why &why) {
    const std::vector<bool> before = regions_.marked();
    if (!regions_.diverge(b))
      return false;
    for (cfg::BlockId c = 0; c < cause_.size(); ++c)
      if (!before[c] && has(c))
        cause_[c] = why();
    return true;
  }

private:
  cfg::DivergentRegions regions_;
  std::vector<Cause> cause_; // by block, of those that are parted
};

} // namespace lockstep::coalescing
