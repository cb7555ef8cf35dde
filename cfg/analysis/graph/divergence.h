// Divergent regions: which blocks run for some threads only, once threads part at a given branch. Private to
// cfg/analysis; used by uniformity.h, which states the lock-step semantics.
//
// The graph is seen level by level: the blocks directly in one loop (or in none), its inner loops collapsed to one node
// each, and the loop's back edges and exits leading to two sinks. Each level is acyclic, so that the join of a branch,
// its immediate post-dominator on its own level, lies in the same iteration.
#pragma once

#include "cfg/analysis/graph/loops.h"
#include "cfg/ir/kernel.h"

#include <vector>

namespace lockstep::cfg {

class DivergentRegions {
public:
  DivergentRegions(const Kernel &k, const LoopForest &forest);

  // Threads may take different successors of `block`: marks the blocks that then only some of them run. True if a
  // block was marked that was not.
  bool diverge(BlockId block);
  const std::vector<bool> &marked() const { return marked_; }

private:
  using Node = std::uint32_t;
  struct Level {
    std::vector<std::vector<Node>> successors; // by node
    std::vector<Node> join;                    // immediate post-dominator
  };

  Node node_at(BlockId block, int level) const;
  int parent(int level) const { return forest_.loops[static_cast<std::size_t>(level)].parent; }
  Level build(int level) const;
  void set_joins(Level &l, Node start) const;
  bool diverge(int level, Node node);
  bool mark_node(Node n);
  bool mark_loop(int loop);

  const Kernel &k_;
  const LoopForest &forest_;
  Node back_, out_, end_;               // sinks: next iteration, outside the loop, and what both lead to
  std::vector<std::vector<int>> chain_; // per block: its loops, outermost first
  std::vector<Level> levels_;           // [0] is the kernel, [i + 1] loop i
  std::vector<bool> marked_;
  std::vector<std::vector<bool>> done_; // per level, node: diverge was called
};

} // namespace lockstep::cfg
