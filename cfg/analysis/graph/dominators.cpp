// Dominators: see dominators.h.
#include "cfg/analysis/graph/dominators.h"

#include "support/invariant.h"
#include "support/sound.h"

namespace lockstep::cfg {

DominatorTree::DominatorTree(const Graph &g, Node root)
    : root_(root), idom_(immediate_dominators(g, root)), children_(g.size()), depth_(g.size()), enter_(g.size()),
      leave_(g.size()) {
  for (Node n : reverse_postorder(g, root))
    if (n != root)
      children_[idom_[n]].push_back(n);
  std::vector<Node> stack{root};
  while (!stack.empty()) {
    Node n = stack.back();
    stack.pop_back();
    depth_[n] = n == root ? 0 : depth_[idom_[n]] + 1;
    enter_[n] = static_cast<std::uint32_t>(preorder_.size());
    preorder_.push_back(n);
    stack.insert(stack.end(), children_[n].rbegin(), children_[n].rend());
  }
  // A subtree is an interval of the pre-order; its end is known once all children's are.
  for (auto n = preorder_.rbegin(); n != preorder_.rend(); ++n)
    leave_[*n] = children_[*n].empty() ? enter_[*n] : leave_[children_[*n].back()];
}

bool DominatorTree::dominates(Node a, Node b) const {
  return contains(a) && contains(b) && enter_[a] <= enter_[b] && enter_[b] <= leave_[a];
}

Node DominatorTree::common(Node a, Node b) const {
  LOCKSTEP_INVARIANT(contains(a) && contains(b), "only nodes of the tree have a common dominator");
  while (!dominates(a, b))
    a = idom_[a];
  return a;
}

DominatorTree dominators(const Kernel &k) { return DominatorTree(graph_of(k), 0); }

DominatorTree post_dominators(const Kernel &k) { return post_dominators(graph_of(k)); }

DominatorTree post_dominators(Graph g) {
  Node exit = static_cast<Node>(g.size());
  g.emplace_back();
  for (Node n = 0; n < exit; ++n)
    if (g[n].empty())
      g[n].push_back(exit);
  std::vector<bool> ends(g.size());
  for (Node n : reverse_postorder(reversed(g), exit))
    ends[n] = true;
  for (Node n = 0; n < exit; ++n)
    if (!ends[n] && !support::left_out("dominators.endless"))
      g[n].push_back(exit);
  return DominatorTree(reversed(g), exit);
}

} // namespace lockstep::cfg
