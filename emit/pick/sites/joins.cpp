// Branches that make no difference: see joins.h. Immediate post-dominators in one pass against the topological order
// (Cooper, Harvey and Kennedy's intersection).
#include "emit/pick/sites/joins.h"

namespace lockstep::emit::pick {

namespace {

std::size_t at(int n) { return static_cast<std::size_t>(n); }

} // namespace

Joins::Joins(const cfg::Interval &interval, const std::vector<bool> &alive)
    : interval_(interval), graph_(cfg::graph_of(interval)), end_(static_cast<int>(interval.nodes.size())),
      next_(interval.nodes.size() + 1, end_) {
  for (int n = end_ - 1; n >= 0; --n)
    next_[at(n)] = meeting_point(n, alive);
}

int Joins::meeting_point(int n, const std::vector<bool> &alive) const {
  const cfg::IntervalNode &node = interval_.nodes[at(n)];
  if (node.at_barrier || node.edges.empty())
    return end_;
  int meet = no_join;
  for (const cfg::IntervalEdge &e : node.edges) {
    int way = e.node != cfg::dropped_back_edge && alive[at(e.node)] ? e.node : end_;
    if (meet == no_join)
      meet = way;
    while (meet != way) // numbers grow along next_, so the smaller of two is the one to move on
      (meet < way ? meet : way) = next_[at(meet < way ? meet : way)];
  }
  return meet;
}

int Joins::idle_branch(int n, const std::vector<bool> &matters) const {
  const int join = next_[at(n)];
  if (join == end_ || interval_.nodes[at(n)].edges.size() < 2)
    return no_join;
  bool matter = false;
  cfg::reachable(graph_, {static_cast<cfg::Node>(n)}, [&](cfg::Node, cfg::Node to) {
    matter = matter || (static_cast<int>(to) != join && matters[to]);
    return !matter && static_cast<int>(to) != join;
  });
  return matter ? no_join : join;
}

} // namespace lockstep::emit::pick
