// Graphs: see graph.h.
#include "cfg/analysis/graph/graph.h"

#include "support/budget.h"

#include <algorithm>

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
  std::ranges::reverse(out);
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

} // namespace lockstep::cfg
