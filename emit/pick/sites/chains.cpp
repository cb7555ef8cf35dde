// Chains of nodes: see chains.h. Post-dominators are those of joins.h.
#include "emit/pick/sites/chains.h"

#include "emit/pick/sites/joins.h"
#include "support/sound.h"

#include <algorithm>

namespace lockstep::emit::pick {

namespace {

std::size_t index_of(int n) { return static_cast<std::size_t>(n); }

} // namespace

Chains::Chains(const cfg::Kernel &k, const cfg::Interval &interval)
    : k_(k), interval_(interval), graph_(cfg::graph_of(interval)), dominator_(cfg::immediate_dominators(graph_, 0)) {
  const Joins joins(interval, std::vector<bool>(interval.nodes.size(), true));
  for (std::size_t n = 0; n < interval.nodes.size(); ++n)
    meeting_.push_back(joins.meeting(static_cast<int>(n)));
}

bool Chains::surely_passes(int node) const {
  const cfg::IntervalNode &n = interval_.nodes[index_of(node)];
  const auto &stmts = k_.blocks[n.block].stmts;
  return n.cut_loop == -1 && std::none_of(stmts.begin() + n.begin, stmts.begin() + n.end, [](const cfg::Stmt &s) {
           return std::holds_alternative<cfg::Assume>(s.node) || std::holds_alternative<cfg::Assert>(s.node);
         });
}

std::optional<Link> Chains::link(int node) const {
  Link out{node == 0 ? -1 : static_cast<int>(dominator_[index_of(node)]), {}};
  for (std::size_t n = 0; support::left_out("chains.dominator") && n < meeting_.size(); ++n)
    if (meeting_[n] == node)
      out.before = static_cast<int>(n);
  if (out.before == -1 || meeting_[index_of(out.before)] != node || interval_.nodes[index_of(node)].cut_loop != -1)
    return std::nullopt;
  const auto on = cfg::reachable(graph_, {static_cast<cfg::Node>(out.before)},
                                 [&](cfg::Node n, cfg::Node) { return static_cast<int>(n) != node; });
  for (int n = out.before; n < node; ++n) {
    const auto &edges = interval_.nodes[index_of(n)].edges;
    if (on[index_of(n)] && edges.size() != graph_[index_of(n)].size())
      return std::nullopt; // a thread leaves the interval here
    if (!on[index_of(n)] || n == out.before)
      continue;
    if (!surely_passes(n))
      return std::nullopt;
    out.between.push_back(n);
  }
  return out;
}

} // namespace lockstep::emit::pick
