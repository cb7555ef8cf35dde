// Directed graphs on dense node numbers, for the control-flow analyses. Every order is deterministic: it follows the
// order of the successor lists.
#pragma once

#include "cfg/ir/kernel.h"
#include "support/budget.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace lockstep::cfg {

using Node = std::uint32_t;
using Graph = std::vector<std::vector<Node>>; // the successors of each node

inline constexpr Node no_node = ~Node(0);

// Nodes are blocks, of a kernel or of another program whose blocks end in terminators.
template <typename Program> Graph graph_of(const Program &p) {
  Graph g;
  g.reserve(p.blocks.size());
  for (const auto &b : p.blocks)
    g.push_back(successors(b.end));
  return g;
}
Graph reversed(const Graph &g);

// The nodes reachable from `root` in reverse post-order: every node before its successors, back edges aside.
std::vector<Node> reverse_postorder(const Graph &g, Node root);

// By node: is it one of `from`, or does a path lead there from one, by edges for which `open(n, to)` holds?
template <typename Open> std::vector<bool> reachable(const Graph &g, std::vector<Node> from, Open &&open) {
  std::vector<bool> out(g.size());
  for (const Node n : from)
    out[n] = true;
  while (!from.empty()) {
    support::spend();
    const Node n = from.back();
    from.pop_back();
    for (const Node to : g[n])
      if (!out[to] && open(n, to)) {
        out[to] = true;
        from.push_back(to);
      }
  }
  return out;
}
inline std::vector<bool> reachable(const Graph &g, std::vector<Node> from) {
  return reachable(g, std::move(from), [](Node, Node) { return true; });
}
inline bool is_on_cycle(const Graph &g, Node n) { return reachable(g, g[n])[n]; }

// Immediate dominators: `root`'s is itself; no_node for what `root` does not reach. After Cooper, Harvey, Kennedy,
// "A Simple, Fast Dominance Algorithm" (2001).
std::vector<Node> immediate_dominators(const Graph &g, Node root);

// A topological order of the nodes of an acyclic graph that `root` reaches, in which the nodes that a node dominates
// stand together right behind it. Ties go to the smallest `rank`. Nodes on a cycle are an invariant failure.
std::vector<Node> dominance_order(const Graph &g, Node root, const std::vector<std::uint32_t> &rank);

} // namespace lockstep::cfg
