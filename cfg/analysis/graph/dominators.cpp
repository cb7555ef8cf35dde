// Dominators: see dominators.h.
#include "cfg/analysis/graph/dominators.h"

#include "support/invariant.h"
#include "support/sound.h"

#include <set>

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
  const std::vector<bool> ends = reachable(reversed(g), {exit});
  for (Node n = 0; n < exit; ++n)
    if (support::unsound("dominators.endless", !ends[n]))
      g[n].push_back(exit);
  return DominatorTree(reversed(g), exit);
}

namespace {
// Orders the dominator tree of an acyclic graph: a node, then the subtrees of its children, these sorted
// topologically. An edge that enters a subtree from outside leads to its root (else the root would not dominate its
// end), so the edges between the subtrees of siblings are an acyclic relation on the siblings.
class DominanceOrder {
public:
  DominanceOrder(const Graph &g, Node root, const std::vector<std::uint32_t> &rank)
      : tree_(g, root), rank_(rank), after_(g.size()), waiting_(g.size()) {
    for (Node n : tree_.preorder())
      for (Node s : g[n])
        edge(n, s);
  }

  std::vector<Node> run() {
    std::vector<Node> out, stack{tree_.root()};
    while (!stack.empty()) {
      Node n = stack.back();
      stack.pop_back();
      out.push_back(n);
      std::vector<Node> sorted = sort_children(n);
      stack.insert(stack.end(), sorted.rbegin(), sorted.rend());
    }
    return out;
  }

private:
  void edge(Node from, Node to) {
    LOCKSTEP_INVARIANT(to != tree_.root(), "the root of an acyclic graph has no predecessor");
    Node sibling = from; // the child of to's dominator in whose subtree the edge starts
    while (tree_.depth(sibling) > tree_.depth(to))
      sibling = tree_.parent(sibling);
    if (sibling == tree_.parent(to))
      return;
    LOCKSTEP_INVARIANT(sibling != to, "an acyclic graph has no back edge");
    after_[sibling].push_back(to);
    ++waiting_[to];
  }

  std::vector<Node> sort_children(Node parent) {
    std::set<std::pair<std::uint32_t, Node>> ready;
    for (Node c : tree_.children(parent))
      if (waiting_[c] == 0)
        ready.insert({rank_[c], c});
    std::vector<Node> out;
    while (!ready.empty()) {
      Node n = ready.begin()->second;
      ready.erase(ready.begin());
      out.push_back(n);
      for (Node s : after_[n])
        if (--waiting_[s] == 0)
          ready.insert({rank_[s], s});
    }
    LOCKSTEP_INVARIANT(out.size() == tree_.children(parent).size(), "siblings of an acyclic graph can be sorted");
    return out;
  }

  const DominatorTree tree_;
  const std::vector<std::uint32_t> &rank_;
  Graph after_;                        // edges between siblings, with duplicates
  std::vector<std::uint32_t> waiting_; // how many of these come in
};
} // namespace

std::vector<Node> dominance_order(const Graph &g, Node root, const std::vector<std::uint32_t> &rank) {
  return DominanceOrder(g, root, rank).run();
}

} // namespace lockstep::cfg
