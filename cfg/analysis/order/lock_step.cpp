// Threads in lock step: see lock_step.h.
#include "cfg/analysis/order/lock_step.h"

#include "cfg/analysis/graph/dominators.h"
#include "cfg/analysis/order/same_iteration.h"
#include "cfg/analysis/sharing/uniformity.h"
#include "cfg/analysis/values/facts.h"
#include "support/invariant.h"
#include "support/sound.h"

#include <algorithm>
#include <set>

namespace lockstep::cfg {

namespace {

// The interval's graph with the kernel's other ways: a last node for the end, to which whatever leaves it goes.
Graph graph_of(const Kernel &k, const LoopForest &forest, const Interval &interval) {
  const auto n = static_cast<Node>(interval.nodes.size());
  std::vector<std::set<Node>> edges(n + 1);
  const auto exits_of = [&](int loop) {
    std::set<Node> out;
    for (const IntervalNode &node : interval.nodes)
      if (forest.contains(loop, node.block))
        for (const IntervalEdge &e : node.edges)
          if (e.node != dropped_back_edge && !forest.contains(loop, e.target))
            out.insert(static_cast<Node>(e.node));
    if (out.empty())
      out.insert(n);
    return out;
  };
  for (Node i = 0; i < n; ++i) {
    const IntervalNode &node = interval.nodes[i];
    std::set<BlockId> open;
    for (const IntervalEdge &e : node.edges) {
      open.insert(e.target);
      if (e.node == dropped_back_edge)
        edges[i].merge(exits_of(forest.headed_by(e.target)));
      else
        edges[i].insert(static_cast<Node>(e.node));
    }
    const std::vector<BlockId> all = node.at_barrier ? std::vector<BlockId>() : successors(k.blocks[node.block].end);
    for (BlockId s : all)
      if (!open.count(s))
        edges[i].insert(n);
    if (edges[i].empty())
      edges[i].insert(n);
  }
  Graph out(n + 1);
  for (Node i = 0; i <= n; ++i)
    out[i].assign(edges[i].begin(), edges[i].end());
  return out;
}

// Which nodes all threads that come there have come to by the same branches.
class Together {
public:
  Together(const Graph &g, const DominatorTree &post) : depends_(g.size()), known_(g.size()) {
    for (Node x = 0; x < g.size(); ++x)
      for (Node y : g[x])
        for (Node at = y; at != post.parent(x) && at != post.root(); at = post.parent(at))
          depends_[at].insert({x, y});
  }
  bool operator()(Node n) {
    if (known_[n])
      return *known_[n];
    known_[n] = false; // while it is asked about: a branch that decides about itself
    bool together = depends_[n].empty();
    if (depends_[n].size() == 1)
      together = (*this)(depends_[n].begin()->first);
    if (support::left_out("lock_step.together"))
      together = true;
    known_[n] = together;
    return together;
  }

private:
  std::vector<std::set<std::pair<Node, Node>>> depends_; // the edges that decide whether the node is reached
  std::vector<std::optional<bool>> known_;
};

// Threads that meet elsewhere than at barriers, or accesses at other times than their statements are run.
bool is_beyond(const Kernel &k) { return has_gathers(k) || has_numbered(k) || copies_by_itself(k); }

bool all_start_together(const Kernel &k, const Interval &interval) {
  if (interval.from_entry)
    return true;
  const Barrier *bar = warp_barrier(k.blocks[interval.barrier_block].stmts[interval.barrier_stmt]);
  return !bar || bar->lanes >= k.terms.lock_step;
}

} // namespace

LockStep::LockStep(const Kernel &k, const LoopForest &forest, const Interval &interval)
    : starts_together_(k.terms.lock_step != 0 && !is_beyond(k) && all_start_together(k, interval)) {
  if (!starts_together_)
    return;
  const Graph g = graph_of(k, forest, interval);
  const std::size_t n = interval.nodes.size();
  const DominatorTree dom(g, 0), post(reversed(g), static_cast<Node>(n));
  Together together(g, post);
  dominated_.assign(n, std::vector<bool>(n, false));
  post_dominators_.resize(n);
  for (Node i = 0; i < n; ++i) {
    meets_.push_back(together(i) && SameIterationOfAllLoops::at_node(forest, interval, static_cast<int>(i)));
    for (Node j = 0; j < n; ++j)
      dominated_[i][j] = dom.dominates(i, j);
    for (Node at = i; at != post.root(); at = post.parent(at))
      post_dominators_[i].push_back(at);
  }
}

bool LockStep::between(std::size_t from, std::size_t to) const {
  return std::any_of(post_dominators_[from].begin(), post_dominators_[from].end(),
                     [&](std::uint32_t j) { return meets_[j] && dominated_[j][to]; });
}

bool LockStep::ordered(int node, std::uint32_t i, int other, std::uint32_t j) const {
  if (!starts_together_)
    return false;
  const auto a = static_cast<std::size_t>(node), b = static_cast<std::size_t>(other);
  if (a == b)
    return meets_[a] && (i != j || support::left_out("lock_step.same"));
  return between(a, b) || between(b, a);
}

bool copies_by_itself(const Kernel &k) {
  const auto quiet = [](const Stmt &s) {
    auto *l = std::get_if<Load>(&s.node);
    auto *st = std::get_if<Store>(&s.node);
    return (l && l->quiet) || (st && st->quiet);
  };
  return !support::left_out("lock_step.copies") && std::any_of(k.blocks.begin(), k.blocks.end(), [&](const Block &b) {
    return std::any_of(b.stmts.begin(), b.stmts.end(), quiet);
  });
}

} // namespace lockstep::cfg
