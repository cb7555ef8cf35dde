// The sort order of [CDKQ13] (Sect. 4): a total order <= on the reachable blocks with
//   (1) B <= C if a path without a back edge leads from B to C;
//   (2) the blocks of a loop are contiguous, its head first.
//
// Beyond the paper, where (2) allows it the blocks that a block dominates stand together right behind it (with each
// inner loop as one block): the arms of a branch do not interleave, so a branch that all threads take alike can skip
// its other arm. Ties go to the smaller block number: the order depends on nothing else.
#pragma once

#include "cfg/analysis/graph/loops.h"

#include <optional>

namespace lockstep::cfg {

struct SortOrder {
  std::vector<BlockId> order;          // the reachable blocks
  std::vector<std::uint32_t> position; // of each block in `order`; no_node for unreachable blocks
  std::vector<BlockId> last_of_loop;   // per loop of the forest, the block of it that stands last

  std::optional<BlockId> next(BlockId b) const; // the paper's next(B); empty for its End
  bool before(BlockId a, BlockId b) const { return position[a] < position[b]; }
};

SortOrder sort_order(const Kernel &k, const LoopForest &forest);

} // namespace lockstep::cfg
