// Threads in lock step: see lock_step.h.
#include "cfg/analysis/order/lock_step.h"

#include "cfg/analysis/graph/dominators.h"
#include "cfg/analysis/order/same_iteration.h"
#include "cfg/analysis/sharing/uniformity.h"
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

LockStep::LockStep(const Kernel &k, const LoopForest &forest, const Interval &interval,
                   std::vector<Channel> &channels) {
  if (k.terms.lock_step == 0 || is_beyond(k) || !all_start_together(k, interval))
    return;
  const Graph g = graph_of(k, forest, interval);
  const auto n = static_cast<Node>(interval.nodes.size());
  const DominatorTree dom(g, 0), post(reversed(g), n);
  Together together(g, post);
  post_dominators_.resize(n);
  dominators_.resize(n);
  for (Node i = 0; i < n; ++i) {
    const auto same = SameIterationOfAllLoops::at_node(forest, interval, static_cast<int>(i));
    if (together(i) && same) {
      meets_.emplace(i, Meeting{channels.size(), *same});
      channels.push_back({"lock step", Keys::Counts, Pairs::OfGroup});
    }
    for (Node at = i; at != post.root(); at = post.parent(at))
      post_dominators_[i].push_back(at);
    for (Node j = 0; j < n; ++j)
      if (dom.dominates(j, i))
        dominators_[i].push_back(j);
  }
}

void LockStep::give_tokens(int node, std::uint32_t stmt, Tokens &out) const {
  if (meets_.empty())
    return;
  const auto here = static_cast<std::size_t>(node);
  const Type position = int_type(64);
  const auto add = [&](std::vector<Token> &to, std::uint32_t where, std::uint64_t own, std::uint64_t other) {
    if (const auto met = meets_.find(where); met != meets_.end())
      to.push_back({met->second.channel, constant(position, where == here ? own : other), met->second.same});
  };
  for (const std::uint32_t where : post_dominators_[here])
    add(out.gives, where, std::uint64_t(stmt) + (support::left_out("lock_step.same") ? 0 : 1), 0);
  for (const std::uint32_t where : dominators_[here])
    add(out.takes, where, std::uint64_t(stmt) + 1, ~std::uint64_t(0));
}

bool copies_by_itself(const Kernel &k) {
  const auto quiet = [](const Stmt &s) {
    auto *l = std::get_if<Load>(&s.node);
    auto *st = std::get_if<Store>(&s.node);
    return (l && l->quiet) || (st && st->quiet);
  };
  return !support::left_out("lock_step.copies") &&
         std::ranges::any_of(k.blocks, [&](const Block &b) { return std::ranges::any_of(b.stmts, quiet); });
}

} // namespace lockstep::cfg
