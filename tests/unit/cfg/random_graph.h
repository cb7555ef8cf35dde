// Random control-flow graphs for property tests, from a seed: the same on every machine.
#pragma once

#include "cfg/analysis/graph/graph.h"

#include <random>

namespace lockstep::cfg {

inline std::size_t below(std::mt19937 &rng, std::size_t n) { return rng() % n; }

inline std::size_t out_degree(std::mt19937 &rng) { return below(rng, 6) == 0 ? 0 : 1 + below(rng, 3); }

inline Kernel empty_kernel(std::size_t blocks) {
  Kernel k;
  k.name = "random";
  k.blocks.resize(blocks);
  for (std::size_t b = 0; b < blocks; ++b) {
    k.blocks[b].name = "b" + std::to_string(b);
    k.blocks[b].end.node = Return{};
  }
  return k;
}

// Any graph, reducible or not; some blocks may be unreachable.
inline Kernel random_kernel(std::mt19937 &rng, std::size_t blocks) {
  Kernel k = empty_kernel(blocks);
  for (Block &b : k.blocks) {
    std::vector<BlockId> targets;
    for (std::size_t i = out_degree(rng); i > 0; --i)
      targets.push_back(static_cast<BlockId>(below(rng, blocks)));
    if (!targets.empty())
      b.end.node = Goto{targets};
  }
  return k;
}

// Nested loops and forward jumps only: an edge goes forward, or back to the head of a loop around its source. Loops
// are intervals of blocks entered at their first block, so the graph is reducible.
inline Kernel random_reducible_kernel(std::mt19937 &rng, std::size_t blocks) {
  Kernel k = empty_kernel(blocks);
  struct Interval {
    std::size_t first, last;
  };
  std::vector<Interval> loops;
  auto nested = [&](Interval x) { // inside or outside of each loop so far, and with a head of its own
    for (Interval l : loops)
      if (!((x.first > l.first && x.last <= l.last) || x.first > l.last || x.last < l.first ||
            (x.first < l.first && x.last >= l.last)))
        return false;
    return true;
  };
  for (std::size_t i = 0; i < blocks / 2; ++i) {
    std::size_t a = below(rng, blocks), b = below(rng, blocks);
    if (nested({std::min(a, b), std::max(a, b)}))
      loops.push_back({std::min(a, b), std::max(a, b)});
  }
  auto enters_at_head = [&](std::size_t from, std::size_t to) {
    for (Interval l : loops)
      if (to > l.first && to <= l.last && (from < l.first || from > l.last))
        return false;
    return true;
  };
  for (std::size_t b = 0; b < blocks; ++b) {
    std::vector<BlockId> targets;
    for (std::size_t i = out_degree(rng); i > 0 && b + 1 < blocks; --i)
      if (std::size_t to = b + 1 + below(rng, blocks - b - 1); enters_at_head(b, to))
        targets.push_back(static_cast<BlockId>(to));
    for (Interval l : loops)
      if (b >= l.first && b <= l.last && below(rng, 3) == 0)
        targets.push_back(static_cast<BlockId>(l.first));
    if (!targets.empty())
      k.blocks[b].end.node = Goto{targets};
  }
  return k;
}

// What `from` reaches without entering `avoid` (which may be no_node) and without edges for which `skip` holds.
template <typename Skip> std::vector<bool> reach(const Graph &g, Node from, Node avoid, Skip skip) {
  std::vector<bool> seen(g.size());
  std::vector<Node> work;
  if (from != avoid) {
    seen[from] = true;
    work.push_back(from);
  }
  while (!work.empty()) {
    Node n = work.back();
    work.pop_back();
    for (Node s : g[n])
      if (s != avoid && !seen[s] && !skip(n, s)) {
        seen[s] = true;
        work.push_back(s);
      }
  }
  return seen;
}
inline std::vector<bool> reach(const Graph &g, Node from, Node avoid = no_node) {
  return reach(g, from, avoid, [](Node, Node) { return false; });
}

} // namespace lockstep::cfg
