// Dominators and post-dominators of a kernel's control-flow graph.
#pragma once

#include "cfg/analysis/graph/graph.h"

namespace lockstep::cfg {

// A dominator tree. In the post-dominator tree the root is the virtual exit, node k.blocks.size(), the successor of
// every Return.
class DominatorTree {
public:
  DominatorTree(const Graph &g, Node root);

  Node root() const { return root_; }
  // Is the node in the tree: reachable from the entry / reaching the virtual exit?
  bool contains(Node n) const { return idom_[n] != no_node; }
  Node parent(Node n) const { return idom_[n]; } // immediate (post-)dominator; the root's is itself
  unsigned depth(Node n) const { return depth_[n]; }
  const std::vector<Node> &children(Node n) const { return children_[n]; }
  // Reflexive. False if one of the two is not in the tree.
  bool dominates(Node a, Node b) const;
  bool strictly_dominates(Node a, Node b) const { return a != b && dominates(a, b); }
  Node common(Node a, Node b) const; // nearest common (post-)dominator of two nodes in the tree
  const std::vector<Node> &preorder() const { return preorder_; } // parents first

private:
  Node root_;
  std::vector<Node> idom_;
  Graph children_;
  std::vector<unsigned> depth_;
  std::vector<Node> preorder_;
  std::vector<std::uint32_t> enter_, leave_; // of the walk that gives the pre-order
};

DominatorTree dominators(const Kernel &k);

// A block from which no path leads to a Return (it runs for ever) has an edge to the virtual exit too, so that every
// reachable block is in the tree. Sound because an added edge only removes post-dominators: a block that
// post-dominates another here lies on all its paths to a Return, and on those that come to an endless loop, before it.
DominatorTree post_dominators(const Kernel &k);
DominatorTree post_dominators(Graph g); // of a graph whose nodes without successors return

} // namespace lockstep::cfg
