// What is known at points of the kernel where intervals begin: of one block's, each from what is known at the one
// before.
#pragma once

#include "cfg/analysis/analyses.h"

#include <optional>
#include <utility>

namespace lockstep::emit::pick {

class Points {
public:
  Points(const cfg::Kernel &k, const cfg::Analyses &a)
      : facts(k, a.facts, true), of_sites(k, a.facts, true), ranges(k, a.ranges), k_(k), live_(a.live) {}
  Points(const Points &) = delete;
  Points &operator=(const Points &) = delete;

  bool live_before(cfg::BlockId block, std::size_t stmt, cfg::VarId v) {
    if (!in_block_ || in_block_->first != block)
      in_block_.emplace(block, cfg::LiveInBlock(k_, live_, block));
    return in_block_->second.before(stmt, v);
  }
  cfg::FactReader facts, of_sites; // two, since sites are asked about before their interval's start
  cfg::RangeReader ranges;

private:
  const cfg::Kernel &k_;
  const cfg::Liveness &live_;
  std::optional<std::pair<cfg::BlockId, cfg::LiveInBlock>> in_block_;
};

} // namespace lockstep::emit::pick
