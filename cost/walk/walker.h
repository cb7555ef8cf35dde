// The way of a walk through blocks (walk.h). Private to cost/walk/.
#pragma once

#include "cost/walk/walk_state.h"

namespace lockstep::cost {

using Flow = std::map<cfg::BlockId, Mask>; // which lanes come to a block

class Walker {
public:
  explicit Walker(const WalkInput &input) : state_(input) {}
  Walked run();

  // The blocks list[from], ... of a loop (or of none, -1), for the lanes of `in`: those of loops inside it with their
  // own heads. `out`: who comes to the loop's head, and to blocks outside.
  void blocks(int loop, const std::vector<cfg::BlockId> &list, std::size_t from, std::size_t to, Flow &in, Flow &out);
  void block(cfg::BlockId b, Mask m); // but for where it goes
  WalkState &state() { return state_; }

private:
  void statement(cfg::BlockId b, std::size_t i, Mask m);
  void assumed(const cfg::Assume &a);
  Ways ways(cfg::BlockId b, Mask m);

  WalkState state_;
  Mask start_ = everybody;     // the lanes that there are
  std::size_t statements_ = 0; // walked so far
};

} // namespace lockstep::cost
