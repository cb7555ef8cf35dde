// Graphs: see graph.h.
#include "cfg/analysis/graph/graph.h"

#include "support/budget.h"
#include "support/invariant.h"

#include <algorithm>
#include <set>

namespace lockstep::cfg {

Graph reversed(const Graph &g) {
  Graph out(g.size());
  for (Node n = 0; n < g.size(); ++n)
    for (Node s : g[n])
      out[s].push_back(n);
  return out;
}

std::vector<Node> reverse_postorder(const Graph &g, Node root) {
  struct Frame {
    Node node;
    std::size_t left; // successors still to visit; the last first, so that the first comes first in the result
  };
  std::vector<Node> out;
  std::vector<bool> seen(g.size());
  std::vector<Frame> stack{{root, g[root].size()}};
  seen[root] = true;
  while (!stack.empty()) {
    Frame &top = stack.back();
    if (top.left == 0) {
      out.push_back(top.node);
      stack.pop_back();
      continue;
    }
    Node next = g[top.node][--top.left];
    if (seen[next])
      continue;
    seen[next] = true;
    stack.push_back({next, g[next].size()});
  }
  std::reverse(out.begin(), out.end());
  return out;
}

std::vector<Node> immediate_dominators(const Graph &g, Node root) {
  std::vector<Node> order = reverse_postorder(g, root);
  std::vector<Node> position(g.size(), no_node), idom(g.size(), no_node);
  for (Node i = 0; i < order.size(); ++i)
    position[order[i]] = i;
  Graph preds = reversed(g);
  idom[root] = root;
  auto meet = [&](Node a, Node b) {
    while (a != b) {
      while (position[a] > position[b])
        a = idom[a];
      while (position[b] > position[a])
        b = idom[b];
    }
    return a;
  };
  for (bool changed = true; changed;) {
    support::spend_round();
    changed = false;
    for (Node n : order) {
      if (n == root)
        continue;
      Node best = no_node;
      for (Node p : preds[n])
        if (idom[p] != no_node)
          best = best == no_node ? p : meet(best, p);
      changed = changed || idom[n] != best;
      idom[n] = best;
    }
  }
  return idom;
}

namespace {
// Orders the dominator tree of an acyclic graph: a node, then the subtrees of its children, these sorted
// topologically. An edge that enters a subtree from outside leads to its root (else the root would not dominate its
// end), so the edges between the subtrees of siblings are an acyclic relation on the siblings.
class DominanceOrder {
public:
  DominanceOrder(const Graph &g, Node root, const std::vector<std::uint32_t> &rank)
      : root_(root), rank_(rank), idom_(immediate_dominators(g, root)), children_(g.size()), after_(g.size()),
        waiting_(g.size()) {
    order_ = reverse_postorder(g, root);
    std::vector<Node> depth(g.size());
    for (Node n : order_) {
      if (n == root)
        continue;
      children_[idom_[n]].push_back(n);
      depth[n] = depth[idom_[n]] + 1; // a dominator stands before in reverse post-order
    }
    for (Node n : order_)
      for (Node s : g[n])
        edge(n, s, depth);
  }

  std::vector<Node> run() {
    std::vector<Node> out, stack{root_};
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
  void edge(Node from, Node to, const std::vector<Node> &depth) {
    LOCKSTEP_INVARIANT(to != root_, "the root of an acyclic graph has no predecessor");
    Node sibling = from; // the child of idom(to) in whose subtree the edge starts
    while (depth[sibling] > depth[to])
      sibling = idom_[sibling];
    if (sibling == idom_[to])
      return;
    LOCKSTEP_INVARIANT(sibling != to, "an acyclic graph has no back edge");
    after_[sibling].push_back(to);
    ++waiting_[to];
  }

  std::vector<Node> sort_children(Node parent) {
    std::set<std::pair<std::uint32_t, Node>> ready;
    for (Node c : children_[parent])
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
    LOCKSTEP_INVARIANT(out.size() == children_[parent].size(), "siblings of an acyclic graph can be sorted");
    return out;
  }

  Node root_;
  const std::vector<std::uint32_t> &rank_;
  std::vector<Node> idom_, order_;
  Graph children_;                     // the dominator tree
  Graph after_;                        // edges between siblings, with duplicates
  std::vector<std::uint32_t> waiting_; // how many of these come in
};
} // namespace

std::vector<Node> dominance_order(const Graph &g, Node root, const std::vector<std::uint32_t> &rank) {
  return DominanceOrder(g, root, rank).run();
}

} // namespace lockstep::cfg
