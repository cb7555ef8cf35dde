// Directed graphs on dense node numbers, for the control-flow analyses. Every order is deterministic: it follows the
// order of the successor lists.
#pragma once

#include "cfg/ir/kernel.h"

#include <cstdint>
#include <vector>

namespace lockstep::cfg {

using Node = std::uint32_t;
using Graph = std::vector<std::vector<Node>>; // the successors of each node

inline constexpr Node no_node = ~Node(0);

Graph graph_of(const Kernel &k); // nodes are blocks
Graph reversed(const Graph &g);

// The nodes reachable from `root` in reverse post-order: every node before its successors, back edges aside.
std::vector<Node> reverse_postorder(const Graph &g, Node root);

// By node: is it one of `from`, or does a path lead there from one?
std::vector<bool> reachable(const Graph &g, std::vector<Node> from);

// Immediate dominators: `root`'s is itself; no_node for what `root` does not reach. After Cooper, Harvey, Kennedy,
// "A Simple, Fast Dominance Algorithm" (2001).
std::vector<Node> immediate_dominators(const Graph &g, Node root);

// A topological order of the nodes of an acyclic graph that `root` reaches, in which the nodes that a node dominates
// stand together right behind it. Ties go to the smallest `rank`. Nodes on a cycle are an invariant failure.
std::vector<Node> dominance_order(const Graph &g, Node root, const std::vector<std::uint32_t> &rank);

} // namespace lockstep::cfg
