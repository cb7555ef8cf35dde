// Sort order: see sort_order.h.
#include "cfg/analysis/graph/sort_order.h"

#include "support/invariant.h"

namespace lockstep::cfg {

namespace {
// Sorts the parts of a region (a loop's body, or the whole kernel): its blocks that are in no inner loop, and each
// inner loop as one node, named by its head.
class Sorter {
public:
  Sorter(const Kernel &k, const LoopForest &forest) : graph_(graph_of(k)), forest_(forest), rank_(graph_.size()) {
    for (Node n = 0; n < graph_.size(); ++n)
      rank_[n] = n;
  }

  // `region` is a loop, or -1 for the kernel.
  void region(int region, Node head, std::vector<BlockId> &out) {
    Graph parts(graph_.size());
    for (Node b : region < 0 ? reverse_postorder(graph_, head) : forest_.loops[region].blocks)
      for (Node s : graph_[b])
        edge(region, head, b, s, parts);
    for (Node n : dominance_order(parts, head, rank_)) {
      int inner = forest_.headed_by(n);
      if (inner == region || inner < 0)
        out.push_back(n);
      else
        this->region(inner, n, out);
    }
  }

private:
  // The part of the region that holds this block.
  Node part(int region, Node b) const {
    int l = forest_.loop_of[b];
    if (l == region)
      return b;
    while (forest_.loops[l].parent != region)
      l = forest_.loops[l].parent;
    return forest_.loops[l].head;
  }

  void edge(int region, Node head, Node from, Node to, Graph &parts) const {
    if (region >= 0 && !forest_.contains(region, to))
      return; // leaves the loop
    Node a = part(region, from), b = part(region, to);
    if (b == head || a == b)
      return; // a back edge, or inside a part
    parts[a].push_back(b);
  }

  Graph graph_;
  const LoopForest &forest_;
  std::vector<std::uint32_t> rank_;
};
} // namespace

std::optional<BlockId> SortOrder::next(BlockId b) const {
  std::uint32_t p = position[b];
  LOCKSTEP_INVARIANT(p != no_node, "only reachable blocks are in the sort order");
  return p + 1 < order.size() ? std::optional(order[p + 1]) : std::nullopt;
}

SortOrder sort_order(const Kernel &k, const LoopForest &forest) {
  SortOrder out;
  Sorter(k, forest).region(-1, 0, out.order);
  out.position.assign(k.blocks.size(), no_node);
  for (std::uint32_t i = 0; i < out.order.size(); ++i)
    out.position[out.order[i]] = i;
  for (const Loop &l : forest.loops)
    out.last_of_loop.push_back(out.order[out.position[l.head] + l.blocks.size() - 1]);
  return out;
}

} // namespace lockstep::cfg
