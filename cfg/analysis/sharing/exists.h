// Threads that a rule may speak of as of some that are there.
//
// A condition like `threadIdx.x == 8` lets one thread of a group in, or none: "the thread with these ids holds the lock
// for all" is a sentence about nobody in a group of eight. What is concluded from a thread's having done something
// takes an ExistsInEveryBlock, which only the proof can make; what is concluded from nobody else's having done it does
// with the ids alone.
#pragma once

#include "cfg/ir/launch.h"

#include <array>
#include <optional>

namespace lockstep::cfg {

using LocalIds = std::array<std::uint64_t, 3>;

class ExistsInEveryBlock {
public:
  // Nothing: some group of the launch, of whatever size where that is free, may have no thread with these ids. Sound
  // because a group has in each dimension as many threads as the launch says, and where it does not, at least one.
  static std::optional<ExistsInEveryBlock> prove(const LocalIds &ids, const Launch &launch);
  const LocalIds &ids() const { return ids_; }

private:
  explicit ExistsInEveryBlock(const LocalIds &ids) : ids_(ids) {}
  LocalIds ids_;
};

} // namespace lockstep::cfg
