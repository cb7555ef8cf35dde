// Live variables: those whose value at a block's entry some execution may still read.
#pragma once

#include "cfg/analysis/graph/loops.h"

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lockstep::cfg {

struct Liveness {
  std::vector<std::vector<bool>> at_entry; // [block][variable]
};

// Backward may-analysis. Sound because a variable is live wherever some path reads it before assigning it; every
// operand counts as read, that of assumptions and assertions included.
Liveness liveness(const Kernel &k);

// The same just before statement `stmt` of `block` (`stmt` may be the number of statements: before the terminator).
std::vector<bool> live_before(const Kernel &k, const Liveness &live, BlockId block, std::size_t stmt);

// The same for any points of one block.
class LiveInBlock {
public:
  LiveInBlock(const Kernel &k, const Liveness &live, BlockId block);
  bool before(std::size_t stmt, VarId v) const;

private:
  enum class Event : std::uint8_t { Read, Set };
  std::unordered_map<VarId, std::vector<std::pair<std::size_t, Event>>> events_; // in order, a read before a set
  std::vector<bool> at_end_;                                                     // behind the block
};

// By variable: does it keep its value for a thread, once it has one? That is, it is assigned in one place, in no loop,
// and not read before; or it is a parameter.
std::vector<bool> assigned_once(const Kernel &k, const LoopForest &forest, const Liveness &live);

} // namespace lockstep::cfg
