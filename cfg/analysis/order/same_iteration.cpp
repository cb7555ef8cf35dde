// Places where two threads are in the same iteration: see same_iteration.h.
#include "cfg/analysis/order/same_iteration.h"

#include "support/sound.h"

#include <algorithm>

namespace lockstep::cfg {

namespace {
bool in_cut_loop(const LoopForest &forest, const Interval &interval, BlockId block) {
  return std::ranges::any_of(
      interval.nodes, [&](const IntervalNode &n) { return n.cut_loop != -1 && forest.contains(n.cut_loop, block); });
}
} // namespace

std::optional<SameIterationOfAllLoops> SameIterationOfAllLoops::at_node(const LoopForest &forest,
                                                                        const Interval &interval, int node) {
  const BlockId block = interval.nodes[static_cast<std::size_t>(node)].block;
  if (support::unsound("same_iteration.cut", in_cut_loop(forest, interval, block)))
    return std::nullopt;
  return SameIterationOfAllLoops(block);
}

std::optional<SameIterationOfAllLoops> SameIterationOfAllLoops::in_block(const LoopForest &forest,
                                                                         const Interval &interval, BlockId block) {
  std::optional<int> only;
  for (std::size_t n = 0; n < interval.nodes.size(); ++n)
    if (interval.nodes[n].block == block) {
      if (support::unsound("same_iteration.two_nodes", only))
        return std::nullopt;
      only = static_cast<int>(n);
    }
  return only ? at_node(forest, interval, *only) : std::nullopt;
}

std::optional<SameIterationOfAllLoops> SameIterationOfAllLoops::at_start(const Interval &interval) {
  return interval.from_entry ? std::nullopt : std::optional(SameIterationOfAllLoops(interval.barrier_block));
}

} // namespace lockstep::cfg
